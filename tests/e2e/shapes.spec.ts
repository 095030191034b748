// Another back end in the place of ours, whose answers come in other shapes (decisions 46, 82): a list, a step and a sending
// show what they mean. tests/portal/shapes.test.ts tests what each shape means.
import type { Page, Route } from "@playwright/test";
import { paths } from "#routes/paths.ts";
import { findJourney } from "../journeys/support/journey.ts";
import { breakCall } from "./support/breakCall.ts";
import { expect, test } from "./support/stories.ts";

const to = paths("nl");
const main = (page: Page) => page.getByRole("main");
const rows = (page: Page) => main(page).locator("table:not([aria-hidden]) tbody tr");

const RELATION = 300276;
const screens: [call: string, address: string][] = [
  ["relations?*", to.relations()],
  ["quotations/?*", to.quotes()],
  ["damages/?*", to.damages()],
  ["invoices/?*", to.openInvoices()],
];

const list = Array.from({ length: 15 }, (_, index) => {
  const id = 70_000_000 + index;
  return { id, number: id, relation_number: id, claim_id: id, offer: id, policy: id, description: `Stuk ${index}` };
});
/** Whose rows show. */
const filled = [list, { data: list, meta: { count: 40 } }];
const bare = ['{"data":[]}'];
/** A body that cannot be read, or a refusal: it does not report what there is. */
const failed = ["<html>", '{"success":false,"message":"Nee."}'];

test("a list shows its rows, that there are none, or that it failed", async ({ broker: { page, say }, guard }) => {
  guard.expectStatus(404); // the panel asks for rows that our own back end does not have
  const shapes = [...filled.map((body) => JSON.stringify(body)), ...bare, ...failed];
  let body = "";
  for (const [call] of screens) await page.route(`**/api/${call}`, (route) => route.fulfill({ body }));
  for (const [index, shape] of shapes.entries()) {
    const [, address] = screens[index % screens.length]!;
    body = shape;
    await page.goto(address);
    const what = `${address} answered ${shape.slice(0, 60)}`;
    if (index < filled.length) await expect(rows(page).first(), what).toBeVisible();
    else await expect(main(page).locator("p:not(h1 + p)").first(), what).toContainText(/\w{3}/);
    const retry = main(page)
      .getByRole("alert")
      .getByRole("button", { name: say("common.action.retry") });
    await expect(retry.first(), what).toBeVisible({ visible: failed.includes(shape) });
  }
});

type Refusal = [status: number, body: unknown];
/** With words of their own, so that what an earlier one left cannot pass for it. */
const refusals = (field: string): [refusal: Refusal, words: string][] => [
  [[422, { errors: { [field]: ["Onjuist een"] } }], "Onjuist een"],
  [[200, { success: false, errors: [{ field, message: "Onjuist twee" }] }], "Onjuist twee"],
  [[422, { message: "Onjuist drie" }], "Onjuist drie"],
  [[422, null], "zonder opgave van reden"],
];

async function refuseEach(page: Page, call: string, field: string, act: (index: number) => Promise<void>) {
  let answer: Refusal = [200, null];
  const fulfil = (route: Route) => route.fulfill({ status: answer[0], body: JSON.stringify(answer[1]) });
  await page.route(call, fulfil);
  for (const [index, [refusal, words]] of refusals(field).entries()) {
    answer = refusal;
    await act(index);
    await expect(main(page).getByText(words).first(), `answered ${JSON.stringify(refusal)}`).toBeVisible();
  }
  await page.unroute(call, fulfil);
}

test("a step shows every refusal and every empty answer", async ({ broker, page, guard }) => {
  guard.expectStatus(422);
  await broker.startAnew({ product: "cyber", relation: RELATION });
  await broker.form.fill("general-data", { turnover: 450000 });
  const save = () => broker.continueLater();
  await refuseEach(page, "**/wizard/step/**", "turnover", save);
  for (const body of ["", '{"success":true,"errors":[]}']) {
    await save();
    await broker.button("wizard.saved_for_later.close").click();
    await expect(broker.summary).toHaveCount(0);
    const mend = await breakCall(page, "**/wizard/step/**", (route) => route.fulfill({ body }));
    await save();
    await expect(broker.notSaved, `a save answered ${body}`).toBeVisible();
    await expect(
      main(page)
        .getByRole("button", { name: broker.say("common.action.retry") })
        .first(),
    ).toBeVisible();
    mend();
  }
});

test("sending shows every refusal, and that the result is unknown after an empty answer", async ({
  broker,
  page,
  guard,
}) => {
  guard.expectStatus(422);
  const journey = findJourney("edi-quoteToPolicy-declined-by-an-answer-that-leads-to-dropout");
  await broker.startAnew({ ...journey, convert: true });
  await broker.agree(journey.submit.answers);
  const send = () => broker.send("insurance-policy");
  await refuseEach(page, "**/wizard/submit/**", "effective_date", send);
  await page.route("**/wizard/submit/**", (route) => route.fulfill({ json: { success: false } }), { times: 1 });
  await send();
  await broker.expectOutcome("error");
  await expect(main(page).locator('a[href^="mailto:"]'), "whom to ask").toBeVisible();
  await broker.button("wizard.outcome.error.back").click();
  await page.route("**/wizard/submit/**", (route) => route.fulfill({ json: {} }));
  await send();
  await broker.expectOutcome("unconfirmed");
});
