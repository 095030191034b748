// A list of records, written as the recipe of schemas/recipes.md says: a broker adds, removes and moves records, mends an error in
// one, finds them again after a reload, and reads them in all answers and in the document, in both languages.

import type { Page } from "@playwright/test";
import { paths } from "#routes/paths.ts";
import type { ContentCopy } from "../content/support/content.ts";
import { findBroker, type Journey, readJourney } from "../journeys/support/journey.ts";
import { pdfText } from "../support/pdfText.ts";
import { TOLD_IN } from "../support/ring.ts";
import { expectAccessible, expectAccessibleHere } from "./support/accessible.ts";
import type { Broker } from "./support/broker.ts";
import { MODEL, RecipeForm, readTexts, STEP, withRecipes, writeRecipes } from "./support/recipes.ts";
import { expect, test } from "./support/stories.ts";
import type { Language } from "./support/words.ts";

const copy = writeRecipes();

const OWNERS = [
  { name: "Anna de Vries", birth_date: "1-2-1980", share: "62,5" },
  { name: "Bo Jansen", birth_date: "3-4-1985", share: "10" },
];

const WRITTEN: Record<Language, { date: string; share: string }> = {
  nl: { date: "03-04-1985", share: "30%" },
  fr: { date: "03/04/1985", share: "30 %" },
};

/** What a broker does with the list, by the words on its buttons. */
class Owners {
  readonly form: RecipeForm;
  /** The words of the button that adds one. */
  private readonly adding: string;
  private readonly broker: Broker;

  constructor(broker: Broker, form: RecipeForm, label: (key: string) => string) {
    this.broker = broker;
    this.form = form;
    this.adding = label("add");
  }

  /** `item`: the title of a record. */
  press(key: string, item: string): Promise<void> {
    return this.broker.button(`common.record.${key}`, { item }).click();
  }

  async add(owner: (typeof OWNERS)[number], number: number): Promise<void> {
    await this.broker.page.getByRole("button", { name: this.adding, exact: true }).click();
    await expect(this.form.answer(`owners.${number}.name`), "the new record has the focus").toBeFocused();
    for (const [member, typed] of Object.entries(owner))
      await this.form.typeAnswer(`owners.${number}.${member}`, typed);
  }

  /** In their fields, or in the lines of those that are folded. */
  names(): Promise<string[]> {
    return this.broker.page.locator(`[id="step-${STEP}"] ol > li`).evaluateAll((cards) =>
      cards.flatMap((card) => {
        const input = card.querySelector<HTMLInputElement>('input[id*="_owners_"][id$="_name"]');
        const line = card.querySelector('p[id*="_owners_"][id$="__legend"]')?.textContent;
        return input?.value ?? line?.split(": ").at(-1)?.split(",")[0] ?? [];
      }),
    );
  }
}

/** Opens a new request, fills in the step and adds both owners. */
async function addOwners(broker: Broker, content: ContentCopy) {
  const { page, language } = broker;
  const journey = readJourney("recipes-newRequest-policy-accepted.json", content.base);
  const { relation, steps } = journey;
  const texts = readTexts(content, language);
  const label = (key: string) => String(texts[`field.owners.${key}`]);
  const form = new RecipeForm(page, MODEL, language);
  const owners = new Owners(broker, form, label);
  await broker.layAside({ product: "recipes", relation });
  const { office } = findBroker(journey);
  await page.goto(paths(language).wizard({ product: "recipes", relation, intermediary: office, policy: false }));
  await expect(page.locator(`[id="step-${STEP}"]`)).toBeVisible();
  await form.fill(STEP, steps.find(({ step }) => step === STEP)?.answers ?? {});
  for (const question of ["refused", "cancelled"])
    await form.typeAnswer(`past.${question}.answer`, `☑ ${broker.say("common.answer.no")}`);
  for (const [index, owner] of OWNERS.entries()) await owners.add(owner, index + 1);
  /** In the summary of errors. */
  const findShareLink = (title: string) =>
    broker.summary.getByRole("link", { name: new RegExp(`${title} – ${label("share.label")}`) });
  return { journey, form, owners, label, findShareLink };
}

/** The page of all answers, a line for each. */
async function readRows(page: Page): Promise<string[]> {
  const rows = page.getByRole("main").locator("dl > div");
  const read = await rows.evaluateAll((all) => all.map((row) => [...row.children].map((part) => part.textContent)));
  return read.map((row) => row.join(": ").replace(/[\u00a0\u202f]/g, " "));
}

async function fillOtherSteps(broker: Broker, form: RecipeForm, { steps }: Journey): Promise<void> {
  for (const { step, answers } of steps.filter(({ step }) => step !== STEP)) {
    await form.fill(step, answers);
    // The final questions save themselves. A reload before that would meet a save of the page that was left.
    if (step !== "final-questions") await broker.next();
    else
      await expect(broker.steps.getByRole("button", { name: /^5\. / })).toContainText(
        broker.say("wizard.steps.status.completed"),
      );
  }
}

async function expectInPaper({ page, say }: Broker, rows: string[]): Promise<void> {
  const link = page.getByRole("link", { name: say("wizard.outcome.action.download_answers") });
  const answer = await page.request.get((await link.getAttribute("href")) ?? "");
  const paper = pdfText(await answer.body()).replace(/[\s\u202f]+/g, " ");
  for (const part of rows.flatMap((row) => row.split(/: | – /))) expect(paper).toContain(part);
  expect(paper).not.toContain("_id");
}

for (const language of TOLD_IN) {
  test.describe(`records in ${language}`, () => {
    test.use({ language });

    test("owners are added, removed, moved, mended, kept and printed", async ({ broker, page, portal }) => {
      await withRecipes(copy, portal, async () => {
        const { journey, form, owners, label, findShareLink } = await addOwners(broker, copy);
        await owners.press("remove", "Anna de Vries");
        await expect.poll(() => owners.names()).toEqual(["Bo Jansen"]);
        await expectAccessible(page, "a removed record");
        await owners.press("undo", "Anna de Vries");
        await expect.poll(() => owners.names()).toEqual(["Anna de Vries", "Bo Jansen"]);
        await owners.press("up", "Bo Jansen");
        await expect.poll(() => owners.names()).toEqual(["Bo Jansen", "Anna de Vries"]);

        await broker.next();
        const mistake = findShareLink("Bo Jansen");
        await expect(mistake).toBeVisible();
        await expectAccessible(page, "an error in a record");
        await page.setViewportSize({ width: 320, height: 700 });
        await expectAccessibleHere(page, "an error in a record at 320");
        await mistake.click();
        await expect(form.answer("owners.1.share")).toBeFocused();
        await page.setViewportSize({ width: 1440, height: 900 });
        await form.typeAnswer("owners.1.share", "30");
        await broker.next();

        await fillOtherSteps(broker, form, journey);
        await page.reload();
        await broker.button("wizard.check_answers.title").click();
        await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
        const rows = await readRows(page);
        const { date, share } = WRITTEN[language];
        const written = [
          `Bo Jansen – ${label("name.label")}: Bo Jansen`,
          `Bo Jansen – ${label("birth_date.label")}: ${date}`,
          `Bo Jansen – ${label("share.label")}: ${share}`,
          `Anna de Vries – ${label("name.label")}: Anna de Vries`,
        ];
        expect(rows.filter((row) => OWNERS.some(({ name }) => row.startsWith(name))).slice(0, 4)).toEqual(written);
        await expectAccessible(page, "the owners in all answers");
        await broker.button("wizard.check_answers.back").click();
        await form.fill("request", { ...journey.submit.answers, effective_date: broker.firstDay() });
        await broker.send(journey.submit.action);
        await expectInPaper(broker, written);
      });
    });
  });
}

const TABLE = writeRecipes();
TABLE.change(`schemas/products/recipes/${STEP}.ui.json`, (ui) => {
  ui.owners = { "ui:options": { layout: "table" } };
});

test("a table of records is filled in, mended from the summary and read on every screen", async ({
  broker,
  page,
  portal,
}) => {
  await withRecipes(TABLE, portal, async () => {
    const { form, owners, findShareLink } = await addOwners(broker, TABLE);
    const top = async (field: string) => (await form.answer(field).boundingBox())?.y;
    expect(await top("owners.2.share"), "a record is one line").toBe(await top("owners.2.name"));
    await owners.press("remove", "Anna de Vries");
    await owners.press("undo", "Anna de Vries");
    await expect.poll(() => owners.names()).toEqual(["Anna de Vries", "Bo Jansen"]);

    await broker.next();
    const mistake = findShareLink("Bo Jansen");
    await expect(mistake).toBeVisible();
    await expectAccessible(page, "an error in a table");
    // 320 px is a window of 1280 px at 400 %.
    await page.setViewportSize({ width: 320, height: 700 });
    await expectAccessibleHere(page, "an error in a table at 320");
    expect(await top("owners.2.share"), "a record is a card").toBeGreaterThan((await top("owners.2.name")) ?? 0);
    await mistake.click();
    await expect(form.answer("owners.2.share")).toBeFocused();
    await page.setViewportSize({ width: 1440, height: 900 });
    await form.typeAnswer("owners.2.share", "30");
    await broker.next();
    const header = broker.steps.getByRole("button", { name: /^1\. / });
    await expect(header).toContainText(broker.say("wizard.steps.status.completed"));
    await page.reload();
    await header.click();
    await expect(form.answer("owners.2.share")).toHaveValue("30");
    await expect.poll(() => owners.names()).toEqual(["Anna de Vries", "Bo Jansen"]);
  });
});
