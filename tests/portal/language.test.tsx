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

test("the new language is said in itself, there and back, and not when it is the one that is on", async () => {
  document.documentElement.lang = "nl";
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
  const choose = (language: string) =>
    saidWhile(async () => {
      await userEvent.click(button(language)!);
      await expect.poll(() => document.documentElement.lang).toBe(language);
      expect(document.activeElement).toBe(button(language));
    });
  expect(await choose("fr")).toEqual(["polite: Langue actuelle : Français"]);
  expect(await choose("nl")).toEqual(["polite: Huidige taal: Nederlands"]);
  expect(await choose("nl")).toEqual([]);
});
