// What an export holds per list: columns in order, each with the kind of its cells. Headers come from exportTexts.json.
import { readFileSync } from "node:fs";
import type {
  DamageAnswer,
  DocumentAnswer,
  InvoiceAnswer,
  PolicyAnswer,
  QuotationAnswer,
  RelationAnswer,
} from "#api/wireTypes.ts";
import type { Language } from "#engine/types.ts";
import type { Cell } from "./csv.ts";
import type { ListName } from "./lists.ts";

/** `word`: a code that the screens show by its word. */
type Kind = "text" | "amount" | "day" | "yesNo" | "word";
/** Of the members that a row has on the wire. */
type Columns<Row> = { readonly [name in keyof Row]?: Kind };

const contract: Columns<PolicyAnswer> = {
  relation_number: "text",
  relation_name: "text",
  product: "text",
  product_code: "text",
  company_name: "text",
  start_date: "day",
  end_date: "day",
  contract_duration: "text",
  debit_prolongation: "text",
  insured_amount_per_claim: "amount",
  insured_amount_per_year: "amount",
  own_risk: "amount",
  premium: "amount",
  period: "text",
  premium_period: "amount",
  insurance_tax: "amount",
  premium_total: "amount",
  last_modified_description: "text",
};

interface Exported {
  relations: Columns<RelationAnswer>;
  quotations: Columns<QuotationAnswer>;
  policies: Columns<PolicyAnswer>;
  damages: Columns<DamageAnswer>;
  open_invoices: Columns<InvoiceAnswer>;
  documents: Columns<DocumentAnswer>;
}

const columns: Exported = {
  relations: {
    relation_number: "text",
    company: "text",
    address: "text",
    zipcode: "text",
    city: "text",
    country: "word",
    email: "text",
    email_financial: "text",
    correspondence_preference: "word",
    digital_policy: "yesNo",
    kvk_number: "text",
  },
  quotations: { number: "text", status_label: "text", date: "day", ...contract },
  policies: { policy_number: "text", ...contract },
  damages: {
    claim_id: "text",
    title: "text",
    report_date: "day",
    status_label: "text",
    finished: "yesNo",
    claim_number_office: "text",
    policy_number: "text",
    relation_number: "text",
    relation_name: "text",
  },
  open_invoices: {
    offer_number: "text",
    booking_date: "day",
    note_date: "day",
    status: "text",
    relation_number: "text",
    relation_name: "text",
    policy_number: "text",
    oms_product_code: "text",
    oms_insurance_type: "text",
    start_date: "day",
    end_date: "day",
    accounting_period_of: "day",
    accounting_period_to: "day",
    total_gross_premium: "amount",
    insurance_tax: "amount",
    collection_amount: "amount",
    interest: "amount",
    payed: "amount",
    total_open_amount: "amount",
    employee_name: "text",
  },
  documents: {
    description: "text",
    upload_date: "day",
    type: "word",
    file_size: "text",
    relation_number: "text",
  },
};

interface Texts {
  file: Record<ListName, string>;
  yes: string;
  no: string;
  column: Record<string, string>;
  words: Record<string, Record<string, string>>;
}
const texts = JSON.parse(readFileSync(new URL("./exportTexts.json", import.meta.url), "utf8")) as Record<
  Language,
  Texts
>;

export const exportName = (list: ListName, language: Language) => texts[language].file[list];

export function exportHeader(list: ListName, language: Language): Cell[] {
  return Object.keys(columns[list]).map((name) => ({ text: texts[language].column[name] ?? name }));
}

export function exportCells(list: ListName, row: object, language: Language): Cell[] {
  return Object.entries(columns[list]).map(([name, kind]) =>
    formatCell(kind, name, Reflect.get(row, name) ?? null, texts[language]),
  );
}

function formatCell(kind: Kind, name: string, value: unknown, words: Texts): Cell {
  if (kind === "amount") return { amount: value as number | null };
  if (kind === "day") return { day: value as string | null };
  if (kind === "yesNo") return { text: value === true || value === "J" ? words.yes : words.no };
  if (kind === "word") return { text: words.words[name]?.[String(value)] ?? String(value ?? "") };
  return { text: value as string | number | null };
}
