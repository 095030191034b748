// Every column of a list sorts it, by a column that its call knows.
import { describe, expect, test } from "vitest";
import { insuranceColumns, quotationColumns } from "#portal/contractColumns.tsx";
import { damageColumns } from "#portal/damageColumns.tsx";
import { documents } from "#portal/documents/documentKind.tsx";
import { invoiceColumns } from "#portal/invoiceColumns.tsx";
import type { Format } from "#portal/kit/usePortal.ts";
import { relations } from "#portal/relations/relationKind.tsx";
import damage from "#schemas/api/damage.schema.json" with { type: "json" };
import document from "#schemas/api/document.schema.json" with { type: "json" };
import invoice from "#schemas/api/invoice.schema.json" with { type: "json" };
import policy from "#schemas/api/policy.schema.json" with { type: "json" };
import quotation from "#schemas/api/quotation.schema.json" with { type: "json" };
import relation from "#schemas/api/relation.schema.json" with { type: "json" };

const format = {} as Format;
const lists = {
  relations: [relations.columns(format, false), relation],
  quotes: [quotationColumns(format, false), quotation],
  insurances: [insuranceColumns(false), policy],
  damages: [damageColumns(format, false), damage],
  open_invoices: [invoiceColumns(format, false), invoice],
  documents: [documents.columns(format, true).filter(({ key }) => key !== "download"), document],
} as const;

describe.each(Object.entries(lists))("%s", (_, [columns, { definitions }]) => {
  test.each(columns.map(({ key, sort }) => [key, sort] as const))("column %s by %s", (_, sort) => {
    expect(definitions.sort.enum).toContain(sort);
    expect(definitions.sort.enum).toContain(`-${sort}`);
  });
});
