// Another language changes every word of the page around the focus: the new one is said, in itself (spec: portal 4).
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { LanguageProvider, useChangeLanguage } from "#app/LanguageProvider.tsx";
import { LanguageSwitch } from "#widgets/ui/LanguageSwitch.tsx";
import { LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import { saidWhile } from "../widgets/said/tree.ts";

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = "language=; path=/; max-age=0";
});

function Switch() {
  return <LanguageSwitch onChange={useChangeLanguage()} />;
}

const SAID = { fr: "polite: Langue actuelle : Français", nl: "polite: Huidige taal: Nederlands" };

test("the new language is said in itself, there and back, and not when it is the one that is on", async () => {
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Suspense>
        <LanguageProvider>
          <Switch />
          <LiveRegion />
        </LanguageProvider>
      </Suspense>
    </QueryClientProvider>,
  );
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
