// Every field of the portal's panels and pages (spec: portal 2 and 3), label by label.
import type { Locator, Page } from "@playwright/test";
import { formatMoney } from "#engine/values/formats.ts";
import type { ListName } from "#routes/kinds.ts";
import { paths } from "#routes/paths.ts";
import type { Broker } from "./support/broker.ts";
import { follow } from "./support/follow.ts";
import { expect, test } from "./support/stories.ts";

const relation = 300101;
const contract = ["start_date", "end_date", "contract_duration", "debit_prolongation"];
const parties = ["company_name", "intermediary_name"];

const money = ["insured_amount_per_claim", "insured_amount_per_year", "own_risk", "period"];
const damage = ["title", "report_date", "claim_number_office", "policy_number", "desc_status_code", "finished"];

interface Kind {
  list: ListName;
  key: "quote" | "insurance" | "damage" | "open_invoice";
  call: string;
  /** Its number on the wire. */
  id: string;
  /** Heads of its columns. */
  columns: string[];
  /** Labels of its panel, all of them and in this order. */
  panel: string[];
  /** Labels of its page, wherever they are. */
  page: string[];
  /** Boxes of its page. */
  boxes: string[];
}

const kinds: Kind[] = [
  {
    list: "quotes",
    key: "quote",
    call: "quotations/",
    id: "number",
    columns: [
      "portal.quote.field.relation_name",
      "portal.quote.field.number",
      "portal.quote.field.product",
      "portal.filter.expiry",
      "portal.contract.premium_year",
    ],
    panel: ["number", "relation_name", "product", ...parties, ...contract, "premium_total"],
    page: ["number", "relation_name", "product", ...parties, ...contract, ...money, "last_modified_description"],
    boxes: ["general", "product", "premium"],
  },
  {
    list: "insurances",
    key: "insurance",
    call: "policies/",
    id: "policy_number",
    columns: [
      "portal.quote.field.relation_name",
      "portal.insurance.field.policy_number",
      "portal.insurance.field.product",
      "portal.filter.expiry",
      "portal.contract.premium_year",
    ],
    panel: ["policy_number", "relation_name", "product", ...parties, ...contract, "premium_total"],
    page: ["policy_number", "relation_name", "product", ...parties, ...contract, ...money, "last_modified_description"],
    boxes: ["general", "product", "premium"],
  },
  {
    list: "damages",
    key: "damage",
    call: "damages/",
    id: "claim_id",
    columns: [
      "portal.quote.field.relation_name",
      "portal.damage.field.title",
      "portal.damage.field.report_date",
      "portal.damage.field.desc_status_code",
    ],
    panel: damage,
    page: damage,
    boxes: ["general"],
  },
  {
    list: "open_invoices",
    key: "open_invoice",
    call: "invoices/",
    id: "offer_number",
    columns: [
      "portal.quote.field.relation_name",
      "portal.open_invoice.field.offer_number",
      "portal.open_invoice.field.due_date",
      "portal.open_invoices.column.reminder",
      "portal.open_invoices.column.total_open_amount",
    ],
    panel: [
      ...["offer_number", "oms_product_code", "status", "start_date", "end_date"],
      ...["collection_amount", "total_open_amount"],
    ],
    page: [
      ...["offer_number", "booking_date", "note_date", "status", "company_name", "employee_name"],
      ...["accounting_period_of", "accounting_period_to", "relation_number", "relation_name", "policy_number"],
      ...["oms_product_code", "oms_insurance_type", "collection_amount", "payed", "interest", "insurance_tax"],
      "total_gross_premium",
    ],
    boxes: ["invoice", "product", "premium"],
  },
];

const main = (page: Page) => page.getByRole("main");
const labels = async (area: Locator) => (await area.locator("dt").allTextContents()).map((label) => label.trim());
/** A row with an own risk, which not every product has. */
const first = async ({ page }: Broker, call: string): Promise<Record<string, unknown>> => {
  const { data } = await (await page.request.get(`/api/${call}?limit=50`)).json();
  return data.find((row: { own_risk?: number | null }) => row.own_risk !== null) ?? data[0];
};

test.use({ language: "fr" });
const to = paths("fr");

for (const { list, key, call, id, columns, panel, page: fields, boxes } of kinds) {
  test(`columns, panel and page of ${list} show every field`, async ({ broker, page }) => {
    const { say } = broker;
    const row = await first(broker, call);
    const number = Number(row[id]);
    await page.goto(`${to.list(list, { search: String(number) })}`);
    const label = (field: string) => say(`portal.${key}.field.${field}`);
    await expect(broker.panel.getByRole("term")).toHaveText(panel.map(label));
    await expect(main(page).locator("thead th")).toHaveText(columns.map((column) => say(column)));
    await expect(main(page).locator("table:not([aria-hidden]) tbody tr").first()).toContainText(
      String(row.relation_name),
    );
    await follow(page, to.item(list, number));
    await expect(main(page).getByRole("table")).toHaveCount(0);
    await expect(main(page).locator("dt").first()).toBeVisible();
    for (const box of boxes)
      await expect(page.getByRole("region", { name: say(`portal.${key}.widget.${box}.title`) })).toBeVisible();
    const names = await labels(main(page));
    for (const field of fields) expect(names, `${key} ${field}`).toContain(label(field));
    // Amounts are separate, as lines with a total.
    if (key === "open_invoice")
      await expect(main(page)).toContainText(say("portal.open_invoice.field.total_outstanding_amount"));
    if (key === "quote" || key === "insurance") {
      expect(names).toContain(say("portal.contract.premium_per_year"));
      await expect(main(page)).toContainText(say("portal.contract.including_tax"));
    }
  });
}

test("a relation: panel, dashboard, data, form", async ({ broker, page }) => {
  const { say } = broker;
  const field = (name: string) => say(`portal.relation.field.${name}`);
  const address = ["company", "address", "zipcode", "city", "country"].map(field);
  await page.goto(to.relations());
  await expect(broker.panel.getByRole("term")).toHaveText(address);
  await broker.panel
    .getByRole("link", { name: say("portal.relations.action.maximize") })
    .first()
    .click();
  await expect(page).toHaveURL(/\/relati\w+\/relati\w+_\d+\/\w+/);
  await follow(page, to.relation(relation));
  for (const box of ["relation", "quotes", "insurances", "damages", "open_invoices"]) {
    const region = page.getByRole("region", { name: say(`portal.relation_dashboard.${box}.title`) });
    await expect(region.getByRole("button", { name: say("portal.dashboard.new_request") })).toBeVisible();
    expect(await region.locator("table:not([aria-hidden]) tbody tr").count()).toBeLessThanOrEqual(3);
  }
  const figures = main(page).locator("dl").first();
  const kinds = ["quotes", "insurances", "damages", "open_invoices"] as const;
  await expect(figures.getByRole("term")).toHaveText(
    kinds.map((kind) => say(`portal.relation_dashboard.summary.${kind}`)),
  );
  const { meta } = await (await page.request.get(`/api/policies?relation_id=${relation}&with_filters=true`)).json();
  await expect(figures.getByRole("definition").nth(1)).toContainText(formatMoney(meta.sum, broker.language));
  const menu = page.getByRole("navigation", { name: say("portal.relation_dashboard.sidebar.label") });
  await expect(menu.getByRole("link")).toHaveCount(7);
  await follow(page, to.relationData(relation));
  const company = ["company", "email", "email_financial"].map(field);
  const rest = ["correspondence_preference", "digital_policy", "kvk_number"].map(field);
  await expect(main(page).locator("dt")).toHaveText([...company, ...address.slice(1), ...rest]);
  await follow(page, to.relationChange(relation));
  await expect(main(page).getByRole("textbox").first()).toBeVisible();
  const groups = ["company", "address", "communication", "additional"].map((name) =>
    say(`portal.relation_data.${name}.title`),
  );
  for (const group of groups) await expect(main(page).getByText(group, { exact: true }).first()).toBeVisible();
  await main(page)
    .getByRole("button", { name: say("portal.relation_form.minimize") })
    .click();
  await expect(page).toHaveURL(new RegExp(`${encodeURI(to.relation(relation))}$`));
});
