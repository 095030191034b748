// A release of an earlier version of the portal. `server/olderBundles.test.ts` has what the server does with it.
import { findJourney } from "../journeys/support/journey.ts";
import { expect, test } from "./support/stories.ts";

test("a release from before conditions were compiled shows and asks the same", async ({ broker, page }) => {
  const journey = findJourney("beroepsaansprakelijkheid-newRequest-sector-190-without-terms-of-delivery-is-referred");
  const compiled: string[] = [];
  await page.route(/\/products\/(conditions\/)?[\w.-]+\.js$/, async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    const isBundle = !route.request().url().includes("/conditions/");
    if (!isBundle) compiled.push(route.request().url());
    await route.fulfill({ response, body: isBundle ? code.replace(/\bconditions=/, "unread=") : code });
  });
  await broker.startAnew(journey);
  for (const { step, answers } of journey.steps.slice(0, 3)) await broker.completeStep(journey, step, answers);
  expect(compiled.some((address) => address.includes(journey.product))).toBe(true);
});
