// One whole request with the keyboard alone for every product that has journeys, edi too, which no list offers (decisions 10)
// and its address opens; the focus is never lost and never under a sticky part.
import { journeyOf, journeys } from "../journeys/support/journey.ts";
import { KeyboardForm, press } from "./support/keyboard.ts";
import { expect, test } from "./support/stories.ts";

const products = [...new Set(journeys.map(({ product }) => product))];

for (const product of products) {
  test(`a quotation for ${product} without a mouse`, async ({ broker, page }) => {
    const journey = journeyOf(`${product}-newTempRequest-quotation-for-a-new-relation`);
    await broker.startAnew(journey);
    const form = new KeyboardForm(page, product, broker.language);
    for (const { step, answers } of journey.steps) {
      await broker.expectOpen(step);
      await form.fill(step, answers);
      if (step !== "final-questions") await press(page, broker.button("wizard.button.next"));
      await broker.expectCompleted(step);
      expect(await page.evaluate(() => document.activeElement !== document.body), "focus is somewhere").toBe(true);
    }
    await form.fill("request", { ...journey.submit.answers, effective_date: broker.firstDay() });
    await press(page, broker.sendButton("quotation"));
    await broker.expectOutcome("quotation_sent");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });
}
