// Another back end in the place of ours, whose answers come in every shape (decisions 46, 82), late and out of order:
// no screen is left without a message. tests/portal/shapes.test.ts tests what each shape means. Here it has to be
// visible.
import type { Page, Route } from "@playwright/test";
import { paths } from "#routes/paths.ts";
import { findJourney } from "../journeys/support/journey.ts";
import { breakCall } from "./support/breakCall.ts";
import { forgetConsent } from "./support/session.ts";
import { expect, test } from "./support/stories.ts";

const to = paths("nl");
const main = (page: Page) => page.getByRole("main");
const rows = (page: Page) => main(page).locator("tbody tr");

const RELATION = 300276;
const screens: [call: string, address: string][] = [
  ["relations?*", to.relations()],
  ["quotations/?*", to.quotes()],
  ["policies/?*", to.insurances()],
  ["damages/?*", to.damages()],
  ["invoices/?*", to.openInvoices()],
  ["documents?*", to.documents(RELATION)],
];

const list = Array.from({ length: 15 }, (_, index) => {
  const id = 70_000_000 + index;
  return { id, number: id, relation_number: id, claim_id: id, offer: id, policy: id, description: `Stuk ${index}` };
});
/** Whose rows show. */
const filled: unknown[] = [
  list,
  { data: list },
  { data: list, meta: {} },
  { data: list, meta: { count: 15, current_page: 1, per_page: 15, total: 40, total_pages: 3 } },
  { data: list, meta: { count: 15, current_page: 1, items_per_page: 15, total_items: 40, total_pages: 3 } },
  { data: list, meta: { count: 40 } },
];
const bare = ['{"data":null}', '{"data":[]}'];
/** Nothing that can be read, or a refusal: that is no word about what there is. */
const failed = [
  ...["", "null", "{}", "<html>", '{"success":false}'],
  ...['{"success":false,"message":"Nee."}', '{"success":true,"errors":{"page":["Onjuist"]}}'],
];

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
  [[400, { errors: { [field]: "Onjuist twee" } }], "Onjuist twee"],
  [[200, { success: false, errors: { [field]: ["Onjuist drie"] } }], "Onjuist drie"],
  [[422, { errors: [{ pointer: `/${field}`, message: "Onjuist vier" }] }], "Onjuist vier"],
  [[200, { success: false, errors: [{ field, message: "Onjuist vijf" }] }], "Onjuist vijf"],
  [[422, { success: false, errors: { nergens: ["Onjuist zes"] } }], "Onjuist zes"],
  [[200, { success: false, errors: ["Onjuist zeven"] }], "Onjuist zeven"],
  [[422, { message: "Onjuist acht" }], "Onjuist acht"],
  [[422, null], "zonder dat daarbij een reden staat"],
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
  guard.expectStatus(400, 422);
  await broker.startAnew({ product: "cyber", relation: RELATION });
  await broker.form.fill("general-data", { turnover: 450000 });
  const save = () => broker.continueLater();
  await refuseEach(page, "**/wizard/step/**", "turnover", save);
  for (const body of ["", "null", "[]", "{}", '{"success":true,"errors":[]}', "<html>"]) {
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
  guard.expectStatus(400, 422);
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

test("the relation form and the consents show every refusal", async ({ page, broker, guard }) => {
  guard.expectStatus(400, 422);
  await page.goto(to.relationChange(RELATION));
  const city = page.getByRole("textbox", { name: broker.say("portal.relation_form.field.city.label") });
  await refuseEach(page, "**/api/relations/edit/*", "city", async (index) => {
    await city.fill(`Plaats ${"abcdefghijkl"[index]}`);
    await city.blur(); // its error disappears, and what is below it moves
    await broker.button("portal.relation_form.save").click();
  });
  await city.fill("Delft");
  await forgetConsent(page);
  await page.goto("/");
  const agree = page.getByRole("checkbox");
  for (const box of await agree.all()) await box.check();
  await expect(agree).toHaveCount(2);
  await refuseEach(page, "**/api/prerequisites", "cookies", async () => {
    for (const box of await agree.all()) await box.uncheck();
    for (const box of await agree.all()) await box.check();
    await broker.button("portal.prerequisites.continue").click();
  });
});

/** Holds the answers of a call until they are let go, one after the other. */
async function late(page: Page, call: string) {
  const held: Route[] = [];
  await page.route(call, (route) => void held.push(route));
  return {
    held,
    asked: () => expect.poll(() => held.length, `${call} was asked`).toBeGreaterThan(0),
    /** Also an answer that the page no longer waits for. */
    answer: () => Promise.all(held.splice(0).map((route) => route.continue().catch(() => undefined))),
  };
}

test("an answer that comes late changes nothing that was asked since", async ({ page, broker }) => {
  await page.goto(to.quotes());
  await expect(rows(page).first()).toBeVisible();
  const second = await late(page, "**/api/quotations/?*page=2*");
  await page.goto(`${to.quotes()}?page=2`);
  await second.asked();
  await page
    .getByRole("link", { name: broker.say("portal.nav.quotes"), exact: true })
    .first()
    .click();
  await expect(rows(page).first()).toBeVisible();
  const first = await rows(page).allInnerTexts();
  await second.answer();
  expect(await rows(page).allInnerTexts()).toEqual(first);

  await page.goto(to.damages());
  const search = page.getByRole("searchbox", { name: broker.say("portal.search.label") }).first();
  const slow = await late(page, "**/api/damages/search/advies*");
  for (const term of ["advies", "bril"]) {
    await search.fill(term);
    await search.press("Enter");
    if (term === "advies") await slow.asked();
  }
  await expect(rows(page).first()).toContainText(/bril/i);
  const texts = await rows(page).allInnerTexts();
  await slow.answer();
  expect(await rows(page).allInnerTexts()).toEqual(texts);
});

test("of two premiums the one requested last is shown, and Next pressed twice saves once", async ({ page, broker }) => {
  const journey = findJourney("cyber-newRequest-quotation");
  await broker.startAnew({ product: "cyber", relation: RELATION });
  await broker.completeStep(journey, "general-data", journey.steps[0]!.answers);
  await broker.form.fill("coverage-choice", { ...journey.steps[1]!.answers, insured_amount: 250_000 });
  const premium = broker.sidebar.locator("[aria-busy]");
  await expect(premium.first()).toHaveAttribute("aria-busy", "false");
  const total = await broker.total.innerText();
  const slow = await late(page, "**/premium");
  await broker.form.fill("coverage-choice", { insured_amount: 500_000 });
  await slow.asked();
  const old = slow.held.splice(0);
  await broker.form.fill("coverage-choice", { insured_amount: 250_000 });
  await broker.form.fill("coverage-choice", { pay_in_terms: true });
  await slow.asked();
  await page.unroute("**/premium");
  await slow.answer();
  await expect(broker.total, "the premium in terms").not.toHaveText(total);
  await expect(premium.first()).toHaveAttribute("aria-busy", "false");
  const newest = await broker.sidebar.innerText();
  await Promise.all(old.map((route) => route.continue().catch(() => undefined)));
  const saves: string[] = [];
  page.on("request", (request) => request.url().includes("/wizard/step/") && saves.push(request.url()));
  expect(await broker.sidebar.innerText()).toBe(newest);
  await broker.nextButton.dblclick();
  await broker.expectCompleted("coverage-choice");
  expect(saves).toHaveLength(1);
});
