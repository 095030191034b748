// Files at questions of a step, written as the recipe of schemas/recipes.md says: a broker adds, mends and removes them at each
// question, finds them again after a reload, and reads them in all answers and in the document, in both languages. `fileFields.long.spec.ts` has files that do not arrive.

import { pdfText } from "../support/pdfText.ts";
import { TOLD_IN } from "../support/ring.ts";
import { expectAccessible, expectAccessibleHere } from "./support/accessible.ts";
import { add, begin } from "./support/fileQuestions.ts";
import { fillOtherSteps, STEP, withRecipes, writeRecipes } from "./support/recipes.ts";
import { expect, test } from "./support/stories.ts";

const copy = writeRecipes();

for (const language of TOLD_IN) {
  test.describe(`files at questions in ${language}`, () => {
    test.use({ language });

    test("are asked for, refused, kept and printed at their question", async ({ broker, page, portal }) => {
      await withRecipes(copy, portal, async () => {
        const { journey, form, yes, label } = await begin(broker, copy);
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

        await fillOtherSteps(broker, form, journey);
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
