// The story of a whole request with the keyboard alone.
import { findJourney } from "../../journeys/support/journey.ts";
import { KeyboardForm, press } from "./keyboard.ts";
import { expect, test } from "./stories.ts";

export function tellWithoutMouse(product: string): void {
  test(`a quotation for ${product} without a mouse`, async ({ broker, page }) => {
    const journey = findJourney(`${product}-newTempRequest-quotation-for-a-new-relation`);
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
