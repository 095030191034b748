// The language of this browser: the switch (a cookie at /), else the profile, else Dutch (decisions 55). Only the switch
// writes the cookie, so that the next user of this browser is spoken to in the language of their own profile. Texts of
// a language are loaded when it is used.
import { type Language, readLanguage, readLanguageTag } from "#engine/values/languages.ts";

export function readLanguageCookie(cookies: string): Language | null {
  return readLanguage(/(?:^|;\s*)language=(\w+)/.exec(cookies)?.[1]);
}

export const storedLanguage = (): Language | null => readLanguageCookie(document.cookie);

/** Without a choice in this browser: what the server wrote on the page, which is the profile's language or Dutch. */
export const firstLanguage = (): Language => storedLanguage() ?? readLanguageTag(document.documentElement.lang);

export function storeLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that brokers use
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
}

type Texts = Record<string, string>;

const sources = import.meta.glob<{ default: Texts }>("../messages/*.json");

const loaded = new Map<Language, Promise<Texts>>();

export function loadTexts(language: Language): Promise<Texts> {
  const cached = loaded.get(language);
  if (cached) return cached;
  const texts = sources[`../messages/${language}.json`]?.().then((module) => module.default) ?? Promise.resolve({});
  loaded.set(language, texts);
  texts.catch(() => loaded.delete(language));
  return texts;
}
