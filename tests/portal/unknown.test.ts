// A number that the server does not give is unknown: never 0, in no sum, and shown as unknown. Only the number that identifies
// a thing is required.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "react-intl";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { toPolicy, toQuotation } from "#api/portfolio/contracts.ts";
import { toDamage } from "#api/portfolio/damages.ts";
import { toOpenInvoice } from "#api/portfolio/invoices.ts";
import { toRelation } from "#api/portfolio/relations.ts";
import { toProfile } from "#api/profile.ts";
import { toPremium, toQuestions } from "#api/wizard/wizardAnswers.ts";
import fr from "#app/messages/fr.json" with { type: "json" };
import nl from "#app/messages/nl.json" with { type: "json" };
import { formatMoney } from "#engine/values/formats.ts";
import { DataTable } from "#portal/kit/list/DataTable.tsx";
import { type Format, useFormat } from "#portal/kit/usePortal.ts";
import { openInvoices } from "#portal/open-invoices/invoiceKind.tsx";
import { additionalFacts } from "#widgets/ui/facts/premiumFacts.ts";

const things = { toRelation, toQuotation, toPolicy, toDamage, toOpenInvoice };

test.each(Object.entries(things))("%s: no number of an empty answer is 0", (_name, adapt) => {
  const numbers = Object.values(adapt({}, 7)).filter((value) => typeof value === "number");
  expect(new Set(numbers)).toEqual(new Set([7]));
});

test.each(Object.entries(things))(
  "%s: a row that cannot be opened is refused, one that was asked for by number is known",
  (_name, adapt) => {
    expect(() => adapt({ city: "Delft" })).toThrow("unclear");
    expect(() => adapt({ city: "Delft" }, 7)).not.toThrow();
  },
);

test("an office without a number is not shown as 0", () => {
  expect(toProfile({ loggedIn: true }).intermediary).toBeNull();
  expect(toProfile({ loggedIn: true, userIntermediaryNumber: 0 }).intermediary).toBe(0);
  expect(toQuotation({ number: 5 })).toMatchObject({ relation: null, intermediary: null });
});

test("a question that cannot be answered is refused", () => {
  expect(() => toQuestions({ data: [{ question: "Is dat zo?" }] })).toThrow("unclear");
});

function Rows({ amounts }: { amounts: (number | undefined)[] }) {
  const format: Format = useFormat();
  const rows = amounts.map((open, index) => toOpenInvoice({ offer_number: index + 1, total_open_amount: open }));
  const props = { columns: openInvoices.columns(format, true), rows, caption: "", rowKey: String, to: () => "/" };
  return createElement(DataTable<(typeof rows)[number]>, { ...props, rowKey: ({ offer }) => String(offer) });
}

test.each([
  ["nl", nl],
  ["fr", fr],
] as const)("a list shows a dash in the place of an amount that is not known, in %s", (locale, messages) => {
  const shown = createElement(Rows, { amounts: [undefined, 0, 12.5] });
  const words = { locale: locale as never, messages: messages as never };
  const page = createElement(MemoryRouter, null, createElement(IntlProvider, words, shown));
  const html = renderToStaticMarkup(page);
  const cells = [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)]
    .slice(1)
    .map(([, cells]) => cells?.match(/.*<td[^>]*>(?:<strong>)?(.*?)(?:<\/strong>)?<\/td>$/)?.[1]);
  expect(cells).toEqual(["–", formatMoney(0, locale), formatMoney(12.5, locale)]);
});

test("the sum of additional covers is unknown when the server sends none, and so is the price of one", () => {
  const active_additional_coverages = [
    { value: "a", label: "A", subtitle: "70.50" },
    { value: "b", label: "B" },
  ];
  const { premium } = toPremium({ premium: { total_amount: 1, active_additional_coverages } });
  const tools = {
    text: (key: string) => (key === "common.unknown_value" ? "unknown" : key),
    money: String,
    euros: String,
  };
  expect(additionalFacts(premium, tools).map(({ value }) => value)).toEqual(["70.5", "unknown", "unknown"]);
});
