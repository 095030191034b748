// The words of the addresses, by language. One without words of its own has the addresses of the default language.
import { DEFAULT_LANGUAGE, inEachLanguage, type Language } from "#engine/values/languages.ts";
import fr from "./words.fr.json" with { type: "json" };
import nl from "./words.nl.json" with { type: "json" };

const own: { [language in Language]?: Record<string, string> } = { nl, fr };

export const words = inEachLanguage((language) => own[language] ?? own[DEFAULT_LANGUAGE] ?? {});
export const addressLanguages = Object.keys(own) as Language[];
