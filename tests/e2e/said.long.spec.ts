// What a screen reader reads on the screens of the portal that `said.spec.ts` leaves out, as a recorded table.
import { paths } from "#routes/paths.ts";
import { Reader, test } from "./support/reader.ts";

const RELATION = 300101;

test("the other screens of the portal in a screen reader", async ({ broker: { page }, guard }) => {
  const to = paths("nl");
  const reader = new Reader(page);
  guard.expectStatus(404);
  await page.goto(to.dashboard());
  const screens: [string, string][] = [
    ["relations, nothing found", to.relations("zzzz")],
    ["relation data", to.relationData(RELATION)],
    ["documents of a relation", to.documents(RELATION)],
    ["quotations", to.quotes()],
    ["quotation that does not exist", to.quote(1)],
    ["insurances", to.insurances()],
    ["damages", to.damages()],
    ["open invoices", to.openInvoices()],
    ["account", to.account()],
    ["account details", to.accountDetails()],
    ["staff", to.staff()],
    ["settings", to.settings()],
    ["no such page", "/zzzz"],
    ["request for a product that does not exist", to.wizard({ product: "zzzz", intermediary: 1 })],
  ];
  for (const [screen, address] of screens) await reader.visit(screen, address);
  reader.expectScreensAsWritten("portal-others");
});
