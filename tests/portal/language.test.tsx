// Another language changes every word of the page around the focus: the new language is announced, in that language
// (spec: portal 4).
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { LanguageProvider, useChangeLanguage } from "#app/language/LanguageProvider.tsx";
import { LANGUAGES } from "#engine/values/languages.ts";
import { LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import { LanguageSwitch } from "#widgets/ui/text/LanguageSwitch.tsx";
import { saidWhile } from "../widgets/said/tree.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = "language=; path=/; max-age=0";
});

function Switch() {
  return <LanguageSwitch onChange={useChangeLanguage()} />;
}

const SAID = { fr: "polite: Langue actuelle : Français", nl: "polite: Huidige taal: Nederlands" };

const drawn = (
  <QueryClientProvider client={new QueryClient()}>
    <Suspense>
      <LanguageProvider>
        <Switch />
        <LiveRegion />
      </LanguageProvider>
    </Suspense>
  </QueryClientProvider>
);

/** Names of what the browser makes of its data about languages: the first costs a page a good part of its start. */
function watchMade(): string[] {
  const made: string[] = [];
  const get = (all: typeof Intl, name: keyof typeof Intl) => {
    const formatter = Reflect.get(all, name);
    if (typeof formatter !== "function") return formatter;
    const construct = (target: typeof formatter, parameters: unknown[]) => {
      made.push(name);
      return Reflect.construct(target, parameters);
    };
    return new Proxy(formatter, { construct });
  };
  vi.stubGlobal("Intl", new Proxy(Intl, { get } as ProxyHandler<typeof Intl>));
  return made;
}

test("the names of the languages are the browser's, and cost no start of a page", async () => {
  const made = watchMade();
  await render(drawn);
  const name = (language: string) => document.querySelector(`button[lang=${language}]`)?.textContent;
  await expect.poll(() => name("fr")).toBe("FR, Français");
  // A text with a value in it asks for that of its own language.
  expect(made.filter((each) => each !== "Locale")).toEqual([]);
  vi.unstubAllGlobals();
  for (const language of LANGUAGES) {
    const ownName = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? "";
    expect(name(language)?.toLocaleLowerCase(language)).toBe(`${language}, ${ownName.toLocaleLowerCase(language)}`);
  }
});

test("the new language is announced in itself, there and back, and not when it is the current one", async () => {
  await render(drawn);
  const button = (language: string) => document.querySelector<HTMLElement>(`button[lang=${language}]`);
  await expect.poll(() => button("fr")).not.toBeNull();
  // Files that run beside this one share its cookies: the page may begin in either.
  const began = document.querySelector("button[aria-current]")?.getAttribute("lang") === "fr" ? "fr" : "nl";
  const other = began === "fr" ? "nl" : "fr";
  await expect.poll(() => document.documentElement.lang).toBe(began);
  const choose = (language: string) =>
    saidWhile(async () => {
      await userEvent.click(button(language)!);
      await expect.poll(() => document.documentElement.lang).toBe(language);
      await expect.poll(() => document.activeElement).toBe(button(language));
    });
  expect(await choose(other)).toEqual([SAID[other]]);
  expect(await choose(began)).toEqual([SAID[began]]);
  expect(await choose(began)).toEqual([]);
});
