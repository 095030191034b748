// Which places of the content hold a name: one table for every kind of file, so a new place of a name is one row.
export type NameKind =
  | "field"
  | "step"
  | "list"
  | "text"
  | "rule"
  | "code"
  | "document"
  | "value"
  | "sector"
  | "fact"
  | "shared";

/**
 * How a text holds its name: alone, as `<step>.<field>`, as `.<field>` of the same step, as a pointer `/field/0`, behind a `#/definitions/`, or as the end of a
 * text key `unit.<name>`.
 */
type Form = "alone" | "address" | "sibling" | "pointer" | "reference" | "unit";

export interface Row {
  files: RegExp;
  on: "key" | "value";
  /**
   * Of the JSON Pointer. Its groups fill the places in `step`. Named groups lead to what surrounds a field: `schema` through schemas or conditions,
   * `data` through members of answers or layouts, `pointer` by a pointer that is a key, `address` by an address without its step.
   */
  path: RegExp;
  kind: NameKind;
  form?: Form;
  defines?: true;
  /** Only names of this shape. */
  only?: RegExp;
  /** Pointer to where the step is named, `=<step>` for a known one. Absent: the file's own step. */
  step?: string;
}

/** Of a product, and what products share of it. */
const MANIFEST = /^(?:schemas\/shared|(?:schemas|fixtures)\/products\/[^/]+)\/product\.json$/;
const SHARED_STEP = /^schemas\/shared\/steps\/[^/]+\/step\.json$/;
const RULES =
  /^(?:schemas\/(?:portal|shared\/steps\/[^/]+)|(?:schemas|fixtures)\/products\/[^/]+)\/[^/]+\.schema\.json$/;
/** Of steps, and those that steps share. */
const ALL_RULES = /^(?:schemas|fixtures\/products)\/.*\.schema\.json$/;
const SHARED = /^schemas\/shared\/[^/]+\.schema\.json$/;
const LAYOUT = /\.ui\.json$/;
const TEXTS = /\/texts\.\w+\.json$/;
const TARIFF = /\/tariff(\.\d{4}-\d{2}-\d{2})?\.json$/;
const HANDOVER = /\/handover\.json$/;
const PROFESSIONS = /\/professions\.json$/;
const CONDITIONED = /\/(product|tariff(\.\d{4}-\d{2}-\d{2})?|questions)\.json$/;
export const CASES = /^fixtures\/steps\//;
const JOURNEY = /^fixtures\/journeys\//;
export const QUOTATIONS = /^fixtures\/portfolio\/quotations\.json$/;

const S = "[^/]+";
/** Into the parts of a condition that are about the same answers. */
const SAME = "(?:/(?:allOf|anyOf)/\\d+|/not)*";
/** Into the parts of a step's rules that are about the whole step. */
const WHOLE = "(?:/allOf/\\d+|/then|/else)*";
/** Into the fields of a step, of its records and of its rows. */
const FIELDS = `${WHOLE}(?:/properties/${S}(?:/(?:items|rows|ask/explain))?${WHOLE})*`;
/** Into the parts of a condition that are about fields inside fields. */
const WITHIN = `${SAME}(?:/properties/${S}(?:/(?:items|contains))?${SAME})*`;
/** Into answers, with the numbers and codes of their entries. */
const DATA = `(?<data>(?:/${S})*)`;
/** Into a layout. */
const LAID = "(?<data>(?:/(?!ui:|\\$)[^/]+)*)";
/** To plain content between fields. */
const PLAIN = "/(?:ui:order|ui:options/sections/\\d+/fields)/\\d+";
const CONTEXT = "(?:/cases/\\d+)?/context";

const exact = (pattern: string) => new RegExp(`^${pattern}$`);
const row = (
  files: RegExp,
  on: Row["on"],
  pattern: string,
  what: NameKind | Omit<Row, "files" | "on" | "path">,
): Row => ({
  files,
  on,
  path: exact(pattern),
  ...(typeof what === "string" ? { kind: what } : what),
});

export const ROWS: readonly Row[] = [
  row(MANIFEST, "value", "/steps/\\d+/(?:key|use)", { kind: "step", defines: true }),
  row(MANIFEST, "value", "/steps/(\\d+)/without/\\d+", { kind: "field", step: "/steps/$1/key" }),
  row(SHARED_STEP, "value", "/step/summary(?:/\\d+)+", "field"),
  row(SHARED_STEP, "key", `/lists/${S}`, { kind: "list", defines: true }),
  row(MANIFEST, "value", "/steps/(\\d+)/summary(?:/\\d+)+", { kind: "field", step: "/steps/$1/key" }),
  row(MANIFEST, "value", "/was/([^./]+)(?<address>.*)\\.[^./]+", { kind: "field", step: "=$1" }),
  row(MANIFEST, "value", "/screened/\\d+(?:/(?:name|kvk|birth_date))?", { kind: "field", form: "address" }),
  row(MANIFEST, "value", "/prefill/\\d+/step", "step"),
  row(MANIFEST, "value", "/prefill/(\\d+)/field", { kind: "field", step: "/prefill/$1/step" }),
  row(MANIFEST, "key", `/lists/${S}`, { kind: "list", defines: true }),
  row(MANIFEST, "value", "/(?:placeholder_)?codes/\\d+", { kind: "code", defines: true }),
  row(MANIFEST, "key", `/documents/${S}`, { kind: "document", defines: true }),
  row(MANIFEST, "key", `/text_values/${S}`, { kind: "value", defines: true }),
  row(MANIFEST, "value", `/text_values/[^/]+/.+`, { kind: "field", form: "address", only: /^[a-z][^.]*\./ }),
  row(MANIFEST, "key", `/facts/${S}`, { kind: "fact", defines: true }),
  row(MANIFEST, "value", "/facts/.*", { kind: "field", form: "address", only: /^[a-z][^.]*\./ }),
  row(CONDITIONED, "value", ".*/when(?:/.*)?", { kind: "field", form: "address", only: /^[a-z][^.]*\./ }),
  row(RULES, "key", `(?<schema>${FIELDS})/properties/${S}`, { kind: "field", defines: true }),
  row(RULES, "key", `(?<schema>${FIELDS}/if${WITHIN})/properties/${S}`, "field"),
  row(RULES, "value", `(?<schema>${FIELDS}(?:/if${WITHIN})?)/required/\\d+`, "field"),
  row(RULES, "value", `(?<schema>${FIELDS}/properties/${S})/uniqueBy`, "field"),
  row(ALL_RULES, "value", ".*/(?:enumFrom|(?:rows|ask)/from|pairFrom/(?:list|parents))", {
    kind: "list",
    only: /^[^.]+$/,
  }),
  row(ALL_RULES, "value", ".*/enumFrom", { kind: "field", form: "address", only: /^[^.]+\./ }),
  row(ALL_RULES, "value", ".*/(?:rules|computed|startsWith|when)(?:/.*)?", {
    kind: "field",
    form: "address",
    only: /^[a-z][^.]*\./,
  }),
  row(
    ALL_RULES,
    "value",
    `(?<schema>${FIELDS})/properties/${S}/(?:(?:items/)?enumFrom|(?:rules|computed|startsWith)(?:/.*)?)`,
    { kind: "field", form: "sibling", only: /^\./ },
  ),
  row(ALL_RULES, "value", ".*/\\$ref", { kind: "shared", form: "reference" }),
  row(SHARED, "key", `/definitions/${S}`, { kind: "shared", defines: true }),
  row(LAYOUT, "key", `${LAID}/(?!ui:|\\$)[^/]+`, "field"),
  row(LAYOUT, "value", `${LAID}/ui:order/\\d+`, { kind: "field", only: /^[^*]/ }),
  row(LAYOUT, "value", "/ui:options/sections/\\d+/fields(?:/\\d+)+", "field"),
  row(LAYOUT, "value", `${LAID}${PLAIN}/(?:text|title|alt)`, "text"),
  row(LAYOUT, "value", `${LAID}${PLAIN}/document`, "document"),
  row(LAYOUT, "value", `${LAID}${PLAIN}/when(?:/.*)?`, { kind: "field", form: "address", only: /^[a-z][^.]*\./ }),
  row(LAYOUT, "value", `${LAID}${PLAIN}/when(?:/.*)?`, { kind: "field", form: "sibling", only: /^\./ }),
  row(LAYOUT, "value", "/ui:options/sections/\\d+/title", { kind: "field", only: /^[^.]+$/ }),
  row(LAYOUT, "value", "/ui:options/sections/\\d+/title", { kind: "text", only: /\./ }),
  row(LAYOUT, "value", `${LAID}/${S}/ui:options/(?:clears|sector)(?:/\\d+)*`, "field"),
  row(LAYOUT, "value", `(?:/${S})+/ui:options/(?:effect|texts|optionTexts)`, "text"),
  row(LAYOUT, "value", `(?:/${S})+/ui:options/document`, "document"),
  row(LAYOUT, "key", `.*/ui:errors/${S}`, "rule"),
  row(LAYOUT, "value", `.*/ui:errors/${S}/(?:message|type|link/text|link/pointer)`, "text"),
  row(TEXTS, "key", "/(?!\\$)[^/]+", { kind: "text", defines: true }),
  row(TARIFF, "value", "(?:/.*)?/(?:answer|by|date|months)", { kind: "field", form: "address" }),
  row(TARIFF, "value", "/per_item/\\d+/(?:each|amount)", { kind: "field", form: "address" }),
  row(TARIFF, "value", "/per_unit/\\d+/name", { kind: "text", form: "unit" }),
  row(HANDOVER, "key", "/fields/(?!(?:contract|case)\\.)[^/]+", { kind: "field", form: "address" }),
  row(PROFESSIONS, "value", "/sectors/\\d+/value", { kind: "sector", defines: true }),
  row(PROFESSIONS, "value", "/professions/\\d+/sector_id", "sector"),
  row(TARIFF, "value", "/product_code/answer/\\d+", { kind: "field", form: "address" }),
  row(CASES, "value", "/step", "step"),
  row(CASES, "key", `/base${DATA}/${S}`, "field"),
  row(CASES, "key", `${CONTEXT}/answers/${S}`, "step"),
  row(CASES, "key", `${CONTEXT}/answers/(${S})${DATA}/${S}`, { kind: "field", step: "=$1" }),
  row(CASES, "key", `${CONTEXT}/facts/${S}`, "fact"),
  row(CASES, "key", `${CONTEXT}/lists/(?!\\$)${S}`, "list"),
  row(CASES, "key", `/cases/\\d+/set/${S}`, { kind: "field", form: "pointer" }),
  row(CASES, "key", `/cases/\\d+/set/(?<pointer>${S})${DATA}/${S}`, "field"),
  row(CASES, "value", "/cases/\\d+/(?:remove/\\d+|expect/\\d+/0)", { kind: "field", form: "pointer" }),
  row(CASES, "value", "/cases/\\d+/wrong", "field"),
  row(CASES, "value", "/cases/\\d+/expect/\\d+/1", "rule"),
  row(JOURNEY, "value", "/steps/\\d+/step|/resume_after", "step"),
  row(JOURNEY, "key", `/steps/(\\d+)/answers${DATA}/${S}`, { kind: "field", step: "/steps/$1/step" }),
  row(JOURNEY, "value", "/steps/(\\d+)/expect/errors/\\d+/0", {
    kind: "field",
    step: "/steps/$1/step",
    form: "pointer",
  }),
  row(JOURNEY, "value", "(?:/steps/\\d+)?/expect/errors/\\d+/1", "rule"),
  row(JOURNEY, "value", "/uploads/\\d+/field", { kind: "field", form: "address" }),
  row(JOURNEY, "key", `/submit/answers${DATA}/${S}`, { kind: "field", step: "=request" }),
  row(JOURNEY, "value", "/expect/errors/\\d+/0", { kind: "field", step: "=request", form: "pointer" }),
  row(QUOTATIONS, "key", `/\\d+/answers/${S}`, "step"),
  row(QUOTATIONS, "key", `/\\d+/answers/(${S})${DATA}/${S}`, { kind: "field", step: "=$1" }),
];
