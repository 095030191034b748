// Every address of the portal, once, with its words left open (spec: portal 2, decisions 43). `{word}` is a route text,
// `:name` a parameter; both may stand in one segment. Pure data: building and reading addresses is in paths.ts.

export const routeTable = {
  dashboard: "",
  request: "{application}/:product/:intermediary",
  newRequest: "{relations}/{relation}_:relation/{application}/:product/:intermediary",
  editQuote: "{relations}/{relation}_:relation/{application}/:product/:intermediary/{change}/:quotation",
  quoteToPolicy: "{relations}/{relation}_:relation/{application}/:product/:intermediary/{change}/:quotation/{policy}",
  requestOutcome: "{application}/:product/:intermediary/{outcome}/:request",
  newRequestOutcome: "{relations}/{relation}_:relation/{application}/:product/:intermediary/{outcome}/:request",
  failure: "{failure}",
  settings: "{settings}",
  account: "{account}",
  accountDetails: "{account}/{account_details}",
  staff: "{account}/{staff}",
  employee: "{account}/{staff}/:employee",
  quotes: "{quotes}",
  quotesSearch: "{quotes}/{search}/:term",
  quote: "{quotes}/{quote}_:quotation",
  insurances: "{insurances}",
  insurancesSearch: "{insurances}/{search}/:term",
  insurance: "{insurances}/{insurance}_:policy",
  damages: "{damages}",
  damagesSearch: "{damages}/{search}/:term",
  damage: "{damages}/{damage}_:damage",
  openInvoices: "{open_invoices}",
  openInvoicesSearch: "{open_invoices}/{search}/:term",
  openInvoice: "{open_invoices}/{open_invoice}_:offer",
  relations: "{relations}",
  relationsSearch: "{relations}/{search}/:term",
  relation: "{relations}/{relation}_:relation",
  relationData: "{relations}/{relation}_:relation/{data}",
  relationChange: "{relations}/{relation}_:relation/{data}/{change}",
  relationDocuments: "{relations}/{relation}_:relation/{documents}",
  relationQuotes: "{relations}/{relation}_:relation/{quotes}",
  relationQuotesSearch: "{relations}/{relation}_:relation/{quotes}/{search}/:term",
  relationQuote: "{relations}/{relation}_:relation/{quotes}/{quote}_:quotation",
  relationInsurances: "{relations}/{relation}_:relation/{insurances}",
  relationInsurancesSearch: "{relations}/{relation}_:relation/{insurances}/{search}/:term",
  relationInsurance: "{relations}/{relation}_:relation/{insurances}/{insurance}_:policy",
  relationDamages: "{relations}/{relation}_:relation/{damages}",
  relationDamagesSearch: "{relations}/{relation}_:relation/{damages}/{search}/:term",
  relationDamage: "{relations}/{relation}_:relation/{damages}/{damage}_:damage",
  relationOpenInvoices: "{relations}/{relation}_:relation/{open_invoices}",
  relationOpenInvoicesSearch: "{relations}/{relation}_:relation/{open_invoices}/{search}/:term",
  relationOpenInvoice: "{relations}/{relation}_:relation/{open_invoices}/{open_invoice}_:offer",
} as const;

export type RouteName = keyof typeof routeTable;

export interface RouteParams {
  relation?: number;
  intermediary?: number;
  quotation?: number;
  policy?: number;
  damage?: number;
  offer?: number;
  product?: string;
  employee?: string;
  term?: string;
  /** Which sent request. */
  request?: string;
}

/** These are plain text in an address; every other parameter is a whole number. */
export const textParams: readonly string[] = ["product", "employee", "term", "request"];
