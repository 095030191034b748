// What a quotation for a known client costs the broker who has that client on the phone. The clicks and keys are listed in
// src/wizard/README.md.
import type { Page } from "@playwright/test";
import { findJourney } from "../journeys/support/journey.ts";
import { expect, test } from "./support/stories.ts";

const AGREEMENTS = ["conditions_agreement", "insurance_map_agreement", "notification_obligation", "customer_approval"];

interface Effort {
  clicks: number;
  keys: number;
}

/** Counts real clicks and keys on every page. What a script does is not counted. */
async function countEffort(page: Page): Promise<Effort> {
  const effort = { clicks: 0, keys: 0 };
  await page.exposeFunction("countEffort", (kind: keyof Effort) => {
    effort[kind] += 1;
  });
  await page.addInitScript(() => {
    const count = (kind: string) => (event: Event) => {
      if (event.isTrusted) (window as unknown as { countEffort: (kind: string) => void }).countEffort(kind);
    };
    addEventListener("pointerdown", count("clicks"), true);
    addEventListener("keydown", count("keys"), true);
  });
  return effort;
}

test("a quotation for a known client takes at most 18 clicks and 30 keys", async ({ broker, page }) => {
  const journey = findJourney("beroepsaansprakelijkheid-newRequest-quotation");
  await broker.layAside(journey);
  const { form, say } = broker;
  const effort = await countEffort(page);
  await page.goto("/");
  await page.getByRole("banner").getByRole("searchbox").click();
  await page.keyboard.type("noord");
  await page.keyboard.press("Enter");
  await page
    .getByRole("listitem")
    .getByRole("button", { name: say("portal.dashboard.new_request") })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("link").first().click();

  await broker.expectOpen("general-data");
  await form.field("general-data", "sector").selectOption({ label: "Administratie en financiën" });
  effort.clicks += 2; // The browser draws its list outside the page.
  await form.field("general-data", "professions", "_profession").click();
  await page.keyboard.type("boek");
  for (const key of ["Enter", "Tab", "Tab", "Tab"]) await page.keyboard.press(key);
  await expect(form.field("general-data", "revenue")).toBeFocused();
  await page.keyboard.type("180000");
  await page.keyboard.press("Enter");

  await broker.expectOpen("coverage-choice");
  await page.locator('input[name="coverage-choice_coverage_code"][value="102"]').click();
  await broker.next();
  await broker.expectOpen("company-data");
  await broker.next();
  await broker.expectOpen("acceptance");
  await page.getByRole("switch", { name: say("wizard.questions.answer_all_no") }).click();
  await broker.next();
  await broker.expectOpen("final-questions");
  await page.getByRole("switch", { name: say("wizard.questions.answer_all_no") }).click();
  await broker.expectCompleted("final-questions");
  await page.getByRole("button", { name: say("common.datepicker.pick_today") }).click();
  for (const agreement of AGREEMENTS) await form.field("request", agreement).click();
  await broker.send("quotation");

  expect(await broker.expectOutcome("quotation_sent"), "the number of the quotation").not.toBe("");
  expect(effort.clicks, "clicks").toBeLessThanOrEqual(18);
  expect(effort.keys, "keys").toBeLessThanOrEqual(30);
});
