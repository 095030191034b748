// Where a name stands in the content, and what it names: one table for every kind of file. Completion, definition, references
// and rename read it, so a new place of a name is one row. Whether a name exists the check says.
import type { Node } from "jsonc-parser";
import { isObject } from "#engine/schemaTree.ts";
import { treeOf } from "../places.ts";

export type NameKind =
  | "field"
  | "step"
  | "list"
  | "text"
  | "rule"
  | "code"
  | "document"
  | "feature"
  | "value"
  | "shared";

export interface ContentText {
  /** Path from the project's root. */
  file: string;
  path: string;
  text: string;
}

export interface Name {
  kind: NameKind;
  name: string;
  file: string;
  /** Null: of all products. */
  product: string | null;
  /** The step of a field. */
  step?: string;
  /** The name alone, without quotes and without the rest of an address or pointer. */
  offset: number;
  length: number;
  /** What it names comes to be here. */
  defines: boolean;
}

/** How a text holds its name: alone, as `<step>.<field>`, as a pointer `/field/0`, or behind a `#/definitions/`. */
type Form = "alone" | "address" | "pointer" | "reference";

export interface Row {
  files: RegExp;
  on: "key" | "value";
  /** Of the JSON Pointer; its groups fill the places in `step`. */
  path: RegExp;
  kind: NameKind;
  form?: Form;
  defines?: true;
  /** Only names of this shape. */
  only?: RegExp;
  /** Pointer to where the step is named, `=<step>` for a known one; absent: the file's own step. */
  step?: string;
}

const MANIFEST = /^schemas\/products\/[^/]+\/product\.json$/;
const RULES = /^schemas\/(products\/[^/]+|portal)\/[^/]+\.schema\.json$/;
/** Of steps, and those that steps share. */
const ALL_RULES = /^schemas\/.*\.schema\.json$/;
const SHARED = /^schemas\/shared\/[^/]+\.schema\.json$/;
const LAYOUT = /\.ui\.json$/;
const TEXTS = /\/texts\.\w+\.json$/;
const TARIFF = /\/tariff(\.\d{4}-\d{2}-\d{2})?\.json$/;
const CONDITIONED = /\/(product|tariff(\.\d{4}-\d{2}-\d{2})?|questions)\.json$/;
const CASES = /^fixtures\/steps\//;
const JOURNEY = /^fixtures\/journeys\//;
const QUOTATIONS = /^fixtures\/portfolio\/quotations\.json$/;

const S = "[^/]+";
/** Into the parts of a condition that are about the same answers. */
const SAME = "(?:/(?:allOf|anyOf)/\\d+|/not)*";
/** Into the parts of a step's rules that are about the whole step. */
const WHOLE = "(?:/allOf/\\d+|/then|/else)*";
const ASKED = `${WHOLE}/if${SAME}`;
/** Conditions over the answers of all steps. */
const ANSWERS = `/(?:lists/${S}/rules/\\d+|features/${S}|answer_rules/\\d+)/if${SAME}`;
const CONTEXT = "(?:/cases/\\d+)?/context";

const at = (pattern: string) => new RegExp(`^${pattern}$`);
const row = (
  files: RegExp,
  on: Row["on"],
  pattern: string,
  what: NameKind | Omit<Row, "files" | "on" | "path">,
): Row => ({
  files,
  on,
  path: at(pattern),
  ...(typeof what === "string" ? { kind: what } : what),
});

export const ROWS: readonly Row[] = [
  row(MANIFEST, "value", "/steps/\\d+/key", { kind: "step", defines: true }),
  row(MANIFEST, "value", "/steps/(\\d+)/(?:premium|summary)(?:/\\d+)+", { kind: "field", step: "/steps/$1/key" }),
  row(MANIFEST, "value", "/prefill/\\d+/step", "step"),
  row(MANIFEST, "value", "/prefill/(\\d+)/field", { kind: "field", step: "/prefill/$1/step" }),
  row(MANIFEST, "key", `/lists/${S}`, { kind: "list", defines: true }),
  row(MANIFEST, "value", "/codes/\\d+", { kind: "code", defines: true }),
  row(MANIFEST, "value", "/placeholder_codes/\\d+", "code"),
  row(MANIFEST, "key", `/documents/${S}`, { kind: "document", defines: true }),
  row(MANIFEST, "key", `/text_values/${S}`, { kind: "value", defines: true }),
  row(CONDITIONED, "key", `${ANSWERS}/properties/${S}`, "step"),
  row(CONDITIONED, "value", `${ANSWERS}/required/\\d+`, "step"),
  row(CONDITIONED, "key", `${ANSWERS}/properties/(${S})${SAME}/properties/${S}`, { kind: "field", step: "=$1" }),
  row(CONDITIONED, "value", `${ANSWERS}/properties/(${S})${SAME}/required/\\d+`, { kind: "field", step: "=$1" }),
  row(RULES, "key", `${WHOLE}/properties/${S}`, { kind: "field", defines: true }),
  row(RULES, "key", `${ASKED}/properties/${S}`, "field"),
  row(RULES, "value", `(?:${WHOLE}|${ASKED})/required/\\d+`, "field"),
  row(ALL_RULES, "value", ".*/(?:enumFrom|(?:required|properties)From(?:/list)?|pairFrom/(?:list|parents))", "list"),
  row(ALL_RULES, "value", ".*/featureFlag", "feature"),
  row(ALL_RULES, "value", ".*/\\$ref", { kind: "shared", form: "reference" }),
  row(SHARED, "key", `/definitions/${S}`, { kind: "shared", defines: true }),
  row(LAYOUT, "key", "/(?!ui:|\\$)[^/]+", "field"),
  row(LAYOUT, "value", "/ui:order/\\d+", { kind: "field", only: /^[^*]/ }),
  row(LAYOUT, "value", "/ui:options/sections/\\d+/fields(?:/\\d+)+", "field"),
  row(LAYOUT, "value", "/ui:options/sections/\\d+/title", { kind: "field", only: /^[^.]+$/ }),
  row(LAYOUT, "value", "/ui:options/sections/\\d+/title", { kind: "text", only: /\./ }),
  row(LAYOUT, "value", `/${S}/ui:options/(?:clears|sector)(?:/\\d+)*`, "field"),
  row(LAYOUT, "value", `/${S}/ui:options/(?:effect|texts|optionTexts)`, "text"),
  row(LAYOUT, "value", `/${S}/ui:options/document`, "document"),
  row(LAYOUT, "key", `.*/ui:errors/${S}`, "rule"),
  row(LAYOUT, "value", `.*/ui:errors/${S}/(?:message|type|link/text|link/pointer)`, "text"),
  row(TEXTS, "key", "/(?!\\$)[^/]+", { kind: "text", defines: true }),
  row(TARIFF, "value", "(?:/.*)?/(?:answer|date|months)", { kind: "field", form: "address" }),
  row(TARIFF, "value", "/product_code/answer/\\d+", { kind: "field", form: "address" }),
  row(TARIFF, "value", "/product_code/(?:default|precedence/\\d+)", "code"),
  row(TARIFF, "key", `/features/${S}`, { kind: "feature", defines: true }),
  row(TARIFF, "value", "/one_off/feature", "feature"),
  row(CASES, "value", "/step", "step"),
  row(CASES, "key", `/base/${S}`, "field"),
  row(CASES, "key", `${CONTEXT}/answers/${S}`, "step"),
  row(CASES, "key", `${CONTEXT}/answers/(${S})/${S}`, { kind: "field", step: "=$1" }),
  row(CASES, "key", `${CONTEXT}/features/${S}`, "feature"),
  row(CASES, "key", `${CONTEXT}/lists/(?!\\$)${S}`, "list"),
  row(CASES, "key", `/cases/\\d+/set/${S}`, { kind: "field", form: "pointer" }),
  row(CASES, "value", "/cases/\\d+/(?:remove/\\d+|expect/\\d+/0)", { kind: "field", form: "pointer" }),
  row(CASES, "value", "/cases/\\d+/expect/\\d+/1", "rule"),
  row(JOURNEY, "value", "/steps/\\d+/step|/resume_after", "step"),
  row(JOURNEY, "key", `/steps/(\\d+)/answers/${S}`, { kind: "field", step: "/steps/$1/step" }),
  row(JOURNEY, "value", "/steps/(\\d+)/expect/errors/\\d+/0", {
    kind: "field",
    step: "/steps/$1/step",
    form: "pointer",
  }),
  row(JOURNEY, "value", "(?:/steps/\\d+)?/expect/errors/\\d+/1", "rule"),
  row(JOURNEY, "key", `/submit/answers/${S}`, { kind: "field", step: "=request" }),
  row(JOURNEY, "value", "/expect/errors/\\d+/0", { kind: "field", step: "=request", form: "pointer" }),
  row(QUOTATIONS, "key", `/\\d+/answers/${S}`, "step"),
  row(QUOTATIONS, "key", `/\\d+/answers/(${S})/${S}`, { kind: "field", step: "=$1" }),
];

export const escapeSegment = (segment: string): string => segment.replaceAll("~", "~0").replaceAll("/", "~1");

/** What a JSON Pointer leads to. */
export function valueAt(content: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce(
      (inside: unknown, key) => (isObject(inside) || Array.isArray(inside) ? (inside as never)[key] : undefined),
      content,
    );
}

/** The product that a file, or for a list of all products' things this entry of it, belongs to. */
export function findProduct(file: string, content: unknown, path: string): string | null {
  const named = /^(?:schemas\/products|fixtures\/steps)\/([^/]+)\//.exec(file)?.[1];
  if (named !== undefined) return named;
  if (file.startsWith("schemas/portal/")) return "portal";
  const entry = QUOTATIONS.test(file) ? `/${path.split("/")[1]}/product_key` : "/product";
  const said = valueAt(content, entry);
  return typeof said === "string" && file.startsWith("fixtures/") ? said : null;
}

export function findStep({ step }: Row, match: RegExpExecArray, file: string, content: unknown): string {
  if (step === undefined) {
    const own = CASES.test(file) ? valueAt(content, "/step") : /([^/]+)\.(?:schema|ui)\.json$/.exec(file)?.[1];
    return typeof own === "string" ? own : "";
  }
  const filled = step.replace("$1", match[1] ?? "");
  return filled.startsWith("=") ? filled.slice(1) : String(valueAt(content, filled) ?? "");
}

interface Part {
  kind: NameKind;
  name: string;
  /** Where in the text it begins. */
  from: number;
  step?: string;
}

/** The names that one text holds. */
function partsOf({ kind, form = "alone" }: Row, text: string, step: string): Part[] {
  if (form === "pointer") {
    const name = /^\/([^/]+)/.exec(text)?.[1];
    return name === undefined ? [] : [{ kind, name, from: 1, step }];
  }
  if (form === "reference") {
    const name = /#\/definitions\/([^/]+)$/.exec(text)?.[1];
    return name === undefined ? [] : [{ kind, name, from: text.length - name.length }];
  }
  if (form === "alone") return [kind === "field" ? { kind, name: text, from: 0, step } : { kind, name: text, from: 0 }];
  const [first = "", field] = text.split(".");
  const named: Part = { kind: "step", name: first, from: 0 };
  return field === undefined ? [named] : [named, { kind, name: field, from: first.length + 1, step: first }];
}

interface Written {
  on: Row["on"];
  path: string;
  node: Node;
}

/** Every key and every text of a file, with the pointer that leads there. */
function* writtenIn(node: Node, path = ""): Generator<Written> {
  if (node.type !== "object" && node.type !== "array") {
    yield { on: "value", path, node };
    return;
  }
  for (const [index, child] of (node.children ?? []).entries()) {
    const [key, value] = child.type === "property" ? (child.children ?? []) : [undefined, child];
    const inside = `${path}/${key ? escapeSegment(key.value) : index}`;
    if (key) yield { on: "key", path: inside, node: key };
    if (value) yield* writtenIn(value, inside);
  }
}

export function findNames(file: ContentText, content: unknown): Name[] {
  const rows = ROWS.filter(({ files }) => files.test(file.file));
  const tree = rows.length > 0 ? treeOf(file) : undefined;
  return tree
    ? [...writtenIn(tree)].flatMap((written) => rows.flatMap((one) => takeNames(one, written, file, content)))
    : [];
}

function takeNames(each: Row, { on, path, node }: Written, file: ContentText, content: unknown): Name[] {
  const match = each.on === on && typeof node.value === "string" ? each.path.exec(path) : null;
  if (!match || each.only?.test(node.value) === false) return [];
  // A text with escapes is longer in the file than what it says, and no name has any.
  if (file.text.slice(node.offset + 1, node.offset + node.length - 1) !== node.value) return [];
  const product = findProduct(file.file, content, path);
  return partsOf(each, node.value, findStep(each, match, file.file, content)).map(({ from, ...part }) => ({
    ...part,
    file: file.file,
    product,
    offset: node.offset + 1 + from,
    length: part.name.length,
    defines: each.defines === true,
  }));
}
