// Files at questions of a step, written as the recipe of schemas/recipes.md says: a broker adds, mends and removes them at each
// question, finds them again after a reload, and reads them in all answers and in the document, in both languages.

import type { Page } from "@playwright/test";
import { paths } from "#routes/paths.ts";
import { findBroker, readJourney, sampleFile } from "../journeys/support/journey.ts";
import { pdfText } from "../support/pdfText.ts";
import { TOLD_IN } from "../support/ring.ts";
import { expectAccessible, expectAccessibleHere } from "./support/accessible.ts";
import type { Broker } from "./support/broker.ts";
import { MODEL, RecipeForm, readTexts, STEP, withRecipes, writeRecipes } from "./support/recipes.ts";
import { expect, test } from "./support/stories.ts";

const copy = writeRecipes();

async function begin(broker: Broker) {
  const { page, language } = broker;
  const journey = readJourney("recipes-newRequest-policy-accepted.json", copy.base);
  const { relation, steps } = journey;
  const texts = readTexts(copy, language);
  const form = new RecipeForm(page, MODEL, language);
  await broker.layAside({ product: "recipes", relation });
  const { office } = findBroker(journey);
  await page.goto(paths(language).wizard({ product: "recipes", relation, intermediary: office, policy: false }));
  await expect(page.locator(`[id="step-${STEP}"]`)).toBeVisible();
  await form.fill(STEP, steps.find(({ step }) => step === STEP)?.answers ?? {});
  const yes = `☑ ${broker.say("common.answer.yes")}`;
  return { journey, form, yes, label: (key: string) => String(texts[`field.${key}.label`]) };
}

/** Adds files that are refused, without waiting for them to arrive. */
async function add(page: Page, field: string, ...names: string[]): Promise<void> {
  const files = names.map((name) => ({ name, mimeType: "application/pdf", buffer: sampleFile("pdf").bytes }));
  await page.locator(`[id="${STEP}_${field}"] input[type="file"]`).setInputFiles(files);
}

for (const language of TOLD_IN) {
  test.describe(`files at questions in ${language}`, () => {
    test.use({ language });

    test("are asked for, refused, kept and printed at their question", async ({ broker, page, portal }) => {
      await withRecipes(copy, portal, async () => {
        const { journey, form, yes, label } = await begin(broker);
        await form.typeAnswer("alarm.present", yes);
        await broker.next();
        const link = broker.summary.getByRole("link", { name: new RegExp(label("alarm.certificate")) });
        await expect(link).toContainText(broker.say("error.validation.file"));
        await expectAccessible(page, "a missing file");
        await page.setViewportSize({ width: 390, height: 844 });
        await expectAccessibleHere(page, "a missing file at 390");
        await link.click();
        await expect(page.locator(`[id="${STEP}_alarm_certificate__choose"]`)).toBeFocused();
        await page.setViewportSize({ width: 1440, height: 900 });

        await add(page, "alarm_certificate", "alarm.xlsx");
        const certificate = form.answer("alarm.certificate");
        await expect(certificate).toContainText(".pdf, .png");
        await add(page, "alarm_certificate", "alarm.pdf", "tweede.pdf");
        await expect(certificate.getByText("alarm.pdf", { exact: true })).toBeVisible();
        await expect(certificate.getByText(/maximaal 1 bestand|1 fichier au maximum/)).toHaveCount(2);
        for (const name of ["alarm.xlsx", "tweede.pdf"]) await broker.button("wizard.upload.remove", { name }).click();
        await form.typeAnswer("annual_accounts", "⬆ jaar-2024.pdf ⬆ jaar-2025.pdf");
        await form.typeAnswer("past.refused.answer", yes);
        await form.typeAnswer("past.refused.why", "2022");
        await form.typeAnswer("past.cancelled.answer", `☑ ${broker.say("common.answer.no")}`);
        await form.typeAnswer("past.refused.letter", "⬆ brief.pdf");
        await broker.button("wizard.upload.remove", { name: "jaar-2024.pdf" }).click();
        await page.reload();
        await expect(form.answer("annual_accounts").getByText("jaar-2025.pdf", { exact: true })).toBeVisible();
        await expect(form.answer("annual_accounts")).not.toContainText("jaar-2024.pdf");
        await expect(form.answer("past.refused.letter")).toContainText("brief.pdf");
        await expect(certificate.getByText("alarm.pdf", { exact: true })).toBeVisible();
        await broker.next();

        for (const { step, answers } of journey.steps.filter(({ step }) => step !== STEP)) {
          await form.fill(step, answers);
          if (step !== "final-questions") await broker.next();
          // The final questions save themselves.
          else
            await expect(broker.steps.getByRole("button", { name: /^5\. / })).toContainText(
              broker.say("wizard.steps.status.completed"),
            );
        }
        await broker.button("wizard.check_answers.title").click();
        const rows = page.getByRole("main").locator("dl > div");
        await expect(rows.filter({ hasText: `${label("alarm")} – ${label("alarm.certificate")}` })).toContainText(
          "alarm.pdf",
        );
        await expect(rows.filter({ hasText: label("annual_accounts") })).toContainText("jaar-2025.pdf");
        await broker.button("wizard.check_answers.back").click();
        await form.fill("request", { ...journey.submit.answers, effective_date: broker.firstDay() });
        await broker.send(journey.submit.action);
        const paper = page.getByRole("link", { name: broker.say("wizard.outcome.action.download_answers") });
        const answer = await page.request.get((await paper.getAttribute("href")) ?? "");
        const text = pdfText(await answer.body()).replace(/\s+/g, " ");
        for (const part of ["alarm.pdf", "jaar-2025.pdf", "brief.pdf", label("annual_accounts")])
          expect(text).toContain(part);
      });
    });
  });
}

test("files at questions that do not arrive hold the step, with a link to their question, until an answer takes it away", async ({
  broker,
  page,
  portal,
  guard,
}) => {
  guard.expectNoNetwork();
  await withRecipes(copy, portal, async () => {
    const { form, yes, label } = await begin(broker);
    await form.typeAnswer("alarm.present", yes);
    await page.route("**/uploads?*", (route) => route.abort());
    await add(page, "alarm_certificate", "alarm.pdf");
    const link = page.getByRole("link", { name: `${label("alarm")} – ${label("alarm.certificate")}` });
    await expect(link).toBeVisible();
    await link.click();
    await expect(form.answer("alarm.certificate").locator(":focus")).toHaveCount(1);
    await form.typeAnswer("alarm.present", `☑ ${broker.say("common.answer.no")}`);
    await expect(link).toHaveCount(0);
    await form.typeAnswer("alarm.present", yes);
    await expect(link).toBeVisible();
  });
});
