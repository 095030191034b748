// A screen in three ways. In a language made of Dutch (src/build/pseudoLanguage.ts), to find texts that were never
// translated and places where longer words do not fit. Texts from the server (names, products, statuses) are data and stay as they are.
// With large letters and wide spacing. While the browser translates the page, where each screen shows what it shows without a
// translator: the translator of this story leaves the words as they are.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page, Response } from "@playwright/test";
import { LANGUAGES, nameLanguage } from "#engine/values/languages.ts";
import { buildPath } from "#routes/address.ts";
import type { RouteName } from "#routes/table.ts";
import { type Messages, toPseudo } from "../../../src/build/pseudoLanguage.ts";
import { findJourney } from "../../journeys/support/journey.ts";
import { translatePage } from "../../support/pageTranslation.ts";
import { office, telephone } from "./accessible.ts";
import { cutTexts } from "./cutTexts.ts";
import { goTo } from "./follow.ts";
import { BROKER, buildParams, quotation, type ScreenWalk } from "./screens.ts";
import { expect, test } from "./stories.ts";

const assets = join(import.meta.dirname, "../../../dist/app/assets");

/** The app's texts as built, in the pseudo-language. */
async function pseudoTexts(): Promise<string> {
  const file = (await readdir(assets)).find((name) => /^nl-[^.]+\.js$/.test(name)) ?? "";
  const { default: messages } = (await import(pathToFileURL(join(assets, file)).href)) as { default: Messages };
  return `export default ${JSON.stringify(toPseudo(messages))};`;
}

async function speakPseudo(page: Page): Promise<void> {
  const body = await pseudoTexts();
  await page.route(/\/assets\/nl-[^/]+\.js$/, (route) => route.fulfill({ body, contentType: "text/javascript" }));
  await page.route(/\/products\/.*nl.*\.json$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: toPseudo(await answer.json()) });
  });
}

/** Words of the server's answers, in lower case, also those in the page itself. */
function collectData(page: Page): Set<string> {
  const words = new Set<string>();
  const read = (value: unknown): void => {
    if (typeof value === "string") for (const word of splitWords(value)) words.add(word);
    else if (value !== null && typeof value === "object") Object.values(value).forEach(read);
  };
  page.on("response", async (response: Response) => {
    if (/\/api\/|\/products\/index\.json/.test(response.url())) read(await response.json().catch(() => null));
    if (response.request().resourceType() === "document") read((await response.text()).match(/<meta[^>]*>/g));
  });
  return words;
}

/** Text and accessible names on the screen, in plain letters. */
const plainWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const attributes = ["aria-label", "title", "placeholder", "alt"];
    const shown = [...document.querySelectorAll("body *")].filter((node) => node.checkVisibility());
    const labels = shown.flatMap((node) => attributes.map((name) => node.getAttribute(name)));
    return [document.title, document.body.innerText, ...labels].flatMap(
      (text) => text?.toLowerCase().match(/[a-z]{3,}/g) ?? [],
    );
  });

const splitWords = (text: string) => text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
/** Written by the browser in the language of the page, or names, those of the languages too: no texts of the portal. */
const names = new Set([
  ...["geleden", "vandaag", "gisteren", "dag", "dagen", "csv", "pdf", "example", "ctrl"],
  ...LANGUAGES.flatMap((language) => splitWords(nameLanguage(language))),
]);

type Look = (route: RouteName) => Promise<void>;

/** Returns a check of a screen in the pseudo-language, in a tab of its own. */
async function prepareWords(page: Page): Promise<Look> {
  const data = collectData(page);
  await speakPseudo(page);
  await page.goto(buildPath("nl", "settings"));
  return async (route) => {
    await goTo(page, buildPath("nl", route, buildParams(route)));
    const untranslated = async () => (await plainWords(page)).filter((word) => !data.has(word) && !names.has(word));
    await expect.poll(untranslated, { message: `untranslated: ${route}` }).toEqual([]);
    for (const size of [telephone, office]) {
      await page.setViewportSize(size);
      expect(await page.evaluate(cutTexts), `cut off: ${route} at ${size.width}`).toEqual([]);
    }
  };
}

/** Without the live regions, which are emptied after a while. */
const readScreen = (page: Page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll<HTMLElement>("#app > header, main, #app > footer")];
    return [
      document.title,
      ...parts.map(({ innerText }) => innerText.replace(/\s+/g, " ").replace(/[-0-9a-f]{36}/g, "reference")),
    ].join("\n");
  });

/** Returns a comparison of the screen with the same one on a translated page, in a tab of its own. */
async function prepareTranslation(page: Page, translated: Page): Promise<Look> {
  await translated.addInitScript(translatePage, { moves: false, capitals: false });
  return async (route) => {
    await goTo(translated, buildPath("nl", route, buildParams(route)));
    await expect.poll(() => readScreen(translated), route).toBe(await readScreen(page));
    await expect(translated.locator("font").first()).toBeAttached();
  };
}

/** Between lines, words, letters and paragraphs, as far as WCAG 1.4.12 has it. */
const SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

/** Texts of which lines are hidden, above or below. */
const lowTexts = () =>
  [...document.querySelectorAll("body *")]
    .filter((node) => {
      const { overflowY, clipPath } = getComputedStyle(node);
      const hides = /hidden|clip/.test(overflowY) && clipPath === "none";
      return hides && node.clientHeight > 0 && node.scrollHeight > node.clientHeight + 2 && node.checkVisibility();
    })
    .map((node) => node.textContent?.trim().slice(0, 60));

/** Lists of choices too narrow to show what is chosen. */
const narrowLists = () =>
  [...document.querySelectorAll("select")]
    .filter(
      (list) => list.checkVisibility() && list.clientWidth < 6 * Number.parseFloat(getComputedStyle(list).fontSize),
    )
    .map((list) => list.selectedOptions[0]?.textContent);

/** The elements beyond the right edge of a page that scrolls sideways. */
const sidewaysParts = () => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  return [...document.querySelectorAll("body *")]
    .filter((node) => node.getBoundingClientRect().right > clientWidth && node.checkVisibility())
    .map(({ tagName, className, textContent }) => `${tagName} ${className}: ${textContent?.trim().slice(0, 40)}`);
};

/** The narrowest on which a row of a list is a row. */
const tablet = { width: 768, height: 1024 };

/** Returns a check of the current screen with large letters and with wide spacing. */
async function prepareReading(page: Page): Promise<(screen: string) => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  const widen = (standard: number) => browser.send("Page.setFontSizes", { fontSizes: { standard } });
  const space = (rules: string) =>
    page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    }, rules);
  const expectWhole = async (screen: string) => {
    expect(await page.evaluate(narrowLists), `too narrow: ${screen}`).toEqual([]);
    await expect.poll(() => page.evaluate(sidewaysParts), `sideways: ${screen}`).toEqual([]);
    expect(await page.evaluate(cutTexts), `cut off: ${screen}`).toEqual([]);
    expect(await page.evaluate(lowTexts), `too low: ${screen}`).toEqual([]);
  };
  return async (screen) => {
    await page.setViewportSize(telephone);
    await widen(32);
    await expectWhole(`${screen} with large letters`);
    await widen(16);
    await space(SPACING);
    for (const size of [telephone, tablet, office]) {
      await page.setViewportSize(size);
      await expectWhole(`${screen} spaced at ${size.width}`);
    }
    await space("");
  };
}

export function tellScreens(who: string, { user, walked }: ScreenWalk): void {
  test.describe(`screens of ${who}`, () => {
    test.use({ user });

    test("have longer words, letters of 200 %, wide spacing and a translator without a loss", async ({ broker }) => {
      const { page } = broker;
      // Another story may have sent the request at the wizard's address.
      if (user === BROKER) await broker.layAside(quotation);
      const [expectWords, expectSame, expectReadable] = [
        await prepareWords(await page.context().newPage()),
        await prepareTranslation(page, await page.context().newPage()),
        await prepareReading(page),
      ];
      await page.goto(buildPath("nl", "settings"));
      for (const route of walked) {
        await goTo(page, buildPath("nl", route, buildParams(route)));
        await expectSame(route);
        await expectReadable(route);
        await page.setViewportSize(office);
        await expectWords(route);
      }
    });
  });
}

/** `end`: of the name of a journey. */
export function tellOutcomeScreen(end: string, outcome: "quotation_sent" | "policy_not_accepted"): void {
  test(`the outcome ${outcome} with letters of 200 %, and with wide spacing: nothing sideways, nothing cut off`, async ({
    broker,
  }) => {
    const expectReadable = await prepareReading(broker.page);
    const journey = findJourney(`${quotation.product}-newRequest-${end}`);
    await broker.startAfter(journey, journey.steps.length);
    await broker.agree(journey.submit.answers);
    await broker.send(journey.submit.action);
    await broker.expectOutcome(outcome);
    await expectReadable(`the outcome ${outcome}`);
  });
}
