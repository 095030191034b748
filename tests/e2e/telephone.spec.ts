// A whole request on a telephone (390 px): one column, the premium in a bar at the bottom, the rest in a sheet.
import { findJourney } from "../journeys/support/journey.ts";
import { expectAccessibleHere, telephone } from "./support/accessible.ts";
import { expect, test } from "./support/stories.ts";

test.use({ viewport: telephone });

test("a request on a telephone, with the sheet", async ({ broker, page }) => {
  const journey = findJourney("schadeverzekering_werknemers-newRequest-quotation");
  await broker.startAnew(journey);
  const bar = page.getByRole("region", { name: broker.say("wizard.sidebar.summary.title") });
  await expect(bar).toHaveCount(0);
  await expect(broker.sidebar.getByText(broker.say("wizard.sidebar.progress.title"))).toBeVisible();
  await broker.travel(journey, async (step) => {
    if (step === "acceptance")
      await expect(broker.button("wizard.sidebar.summary.open_sheet"), "before all is done").toBeVisible();
  });
  const message = page.getByRole("status").filter({ hasText: broker.say("wizard.sidebar.request.sendable") });
  await expect(message).toHaveCount(1);
  const last = page.getByRole("contentinfo").getByRole("link").last();
  await last.focus();
  const [link, room] = [await last.boundingBox(), await bar.boundingBox()];
  expect((link?.y ?? 0) + (link?.height ?? 0), "the last link stands above the bar").toBeLessThanOrEqual(room?.y ?? 0);
  const open = bar.getByRole("button", { name: broker.say("wizard.sidebar.summary.open_sending"), exact: true });
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
