// A whole request on a telephone (390 px): one column, the premium in a bar at the bottom, the rest in a sheet.
import { journeyOf } from "../journeys/support/journey.ts";
import { expectAccessibleHere, telephone } from "./support/accessible.ts";
import { expect, test } from "./support/stories.ts";

test.use({ viewport: telephone });

test("a request on a telephone, with the sheet", async ({ broker, page }) => {
  const journey = journeyOf("schadeverzekering_werknemers-newRequest-quotation");
  await broker.startAnew(journey);
  await broker.travel(journey);
  const bar = page.getByRole("region", { name: broker.say("wizard.sidebar.summary.title") }).last();
  const open = bar.getByRole("button", { name: broker.say("wizard.sidebar.summary.open_sheet") });
  await open.click();
  const sheet = page.getByRole("dialog");
  await expect(sheet).toBeVisible();
  await expectAccessibleHere(page, "sheet");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await broker.agree(journey.submit.answers);
  await broker.send("quotation");
  await broker.expectOutcome("quotation_sent");
});
