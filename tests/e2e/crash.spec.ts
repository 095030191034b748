// A tab that crashes fires no events: no blur, no pagehide. Each key of a text that is not committed yet, once it is
// written, is there when the wizard opens again (decisions 36, 37 and 86). Revenue is committed on blur only.
import { findJourney } from "../journeys/support/journey.ts";
import { Broker } from "./support/broker.ts";
import { expectDraftWritten } from "./support/drafts.ts";
import { crash } from "./support/faults.ts";
import { expect, test } from "./support/stories.ts";

test("a crash between two keys loses neither", async ({ broker, page }) => {
  const journey = findJourney("beroepsaansprakelijkheid-newRequest-three-professions");
  await broker.startAnew(journey);
  let [current, typed] = [page, ""];
  let again = broker;
  for (const key of "1805") {
    const field = again.form.field("general-data", "revenue");
    await field.focus();
    await current.keyboard.press("End");
    await current.keyboard.press(key);
    typed += key;
    await expectDraftWritten(current);
    await crash(current);
    current = await page.context().newPage();
    again = new Broker(current, broker.language);
    await again.startRequest(journey);
    await expect(again.form.field("general-data", "revenue")).toHaveValue(Number(typed).toLocaleString("nl-NL"));
  }
});
