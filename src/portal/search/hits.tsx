// What a search shows of a row of each kind: what it is called, and the texts by which it may have been found.
import type { ReactNode } from "react";
import type { Contract, Policy, Quotation } from "#api/portfolio/contracts.ts";
import type { Damage } from "#api/portfolio/damages.ts";
import type { OpenInvoice } from "#api/portfolio/invoices.ts";
import { type Relation, toRelation } from "#api/portfolio/relations.ts";
import type { FoundRelation } from "#api/wire/wireTypes.ts";
import type { MessageId } from "#widgets/runtime/text.ts";
import { NewRequest } from "../kit/NewRequest.tsx";
import { Away, Due, StatusBadge } from "../kit/Status.tsx";
import type { Format } from "../kit/usePortal.ts";
import type { FoundKind } from "../masterDetail/SearchKinds.tsx";

interface Field {
  label: MessageId;
  value: string | number | null | undefined;
}

export interface Hit {
  /** In the address of its page. */
  number: number;
  title: string;
  /** The number that brokers know it by. Absent for a relation, which is known by its name. */
  known?: string | number;
  about: string;
  /** Further texts of its own and of its relation, the likeliest first. */
  fields: readonly Field[];
  /** Amount or status, and below it what is near it in time. */
  end?: ReactNode;
  below?: ReactNode;
  action?: ReactNode;
}

const relationFields = (relation: Relation): Field[] => [
  { label: "portal.relation.field.address", value: relation.address },
  { label: "portal.relation.field.zipcode", value: relation.zipcode },
  { label: "portal.relation.field.city", value: relation.city },
  { label: "portal.relation.field.kvk_number", value: relation.kvk },
  { label: "portal.relation.field.email", value: relation.email },
  { label: "portal.relation.field.email_financial", value: relation.emailFinancial },
  { label: "portal.quote.field.relation_number", value: relation.number },
];

const contractHit = (row: Contract) => ({
  title: row.relationName,
  about: row.product,
  fields: [
    { label: "portal.quote.field.insured_name", value: row.insuredName },
    { label: "portal.quote.field.product_code", value: row.productCode },
  ] satisfies Field[],
});

const readers = {
  relations: (row: Relation) => ({
    number: row.number,
    title: row.company,
    about: row.city,
    fields: relationFields(row),
    action: <NewRequest relation={row} small />,
  }),
  quotes: (row: Quotation) => {
    const { fields, ...hit } = contractHit(row);
    return {
      ...{ ...hit, number: row.number, known: row.number },
      fields: [{ label: "portal.insurance.field.policy_number", value: row.policy }, ...fields],
      end: <StatusBadge kind="quotation" code={row.status} />,
      below: <Away day={row.validUntil} />,
    };
  },
  insurances: (row: Policy, format: Format) => ({
    ...{ ...contractHit(row), number: row.number, known: row.policy },
    end: format.money(row.premiumYear ?? row.premiumTotal),
    below: format.per(row.premiumYear === null ? row.period : 12),
  }),
  damages: (row: Damage, format: Format) => ({
    ...{ number: row.id, title: row.relationName, known: row.officeNumber || row.id, about: row.title },
    fields: [
      { label: "portal.insurance.field.policy_number", value: row.policy },
      { label: "portal.damage.field.claim_id", value: row.id },
    ],
    end: <StatusBadge kind="damage" code={row.status} />,
    below: format.date(row.reportDate),
  }),
  open_invoices: (row: OpenInvoice, format: Format) => ({
    ...{ number: row.offer, title: row.relationName, known: row.offer, about: row.productCode },
    fields: [{ label: "portal.insurance.field.policy_number", value: row.policy }],
    end: format.money(row.open),
    below: <Due day={row.dueDate} />,
  }),
} satisfies Record<FoundKind, (row: never, format: Format) => Hit>;

export function readHits(
  kind: FoundKind,
  { rows, relations = [] }: { rows: readonly unknown[]; relations?: readonly FoundRelation[] | undefined },
  format: Format,
): Hit[] {
  const read = readers[kind] as (row: unknown, format: Format) => Hit;
  return rows.map((row) => {
    const hit = read(row, format);
    const owner = relations.find(({ relation_number }) => relation_number === (row as Contract).relation);
    return owner ? { ...hit, fields: [...hit.fields, ...relationFields(toRelation({ ...owner }))] } : hit;
  });
}
