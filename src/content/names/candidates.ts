// The names that fit a place of a content file, for an editor, and where a name is defined.
import { parse } from "jsonc-parser";
import { RULE_NAMES } from "#engine/schema/rules.ts";
import { textKeys } from "#engine/texts/fieldTexts.ts";
import { DEFAULT_LANGUAGE } from "#engine/values/languages.ts";
import { type ContentIndex, isSame, leadsTo } from "./contentIndex.ts";
import { findHolder, findProduct, findStep, type Name, textPath, UNIT } from "./names.ts";
import { ROWS, type Row } from "./rows.ts";

export interface Candidate {
  name: string;
  /** What people read for it: its label or text, otherwise the file that defines it. */
  detail: string;
}

/** `holder`: the names around a field. */
type WantedName = Pick<Name, "kind" | "product"> & { step: string; holder: readonly string[] };

/** Returns the names that a key or a value at a JSON Pointer of a file may have. */
export function findCandidates(index: ContentIndex, file: string, pointer: string, on: Row["on"]): Candidate[] {
  const files = index.files();
  const names = files.flatMap((each) => index.namesIn(each));
  const content: unknown = parse(files.find((each) => each.file === file)?.text ?? "{}");
  const describe = describeWith(names, files);
  const candidates = ROWS.filter((row) => row.on === on && row.files.test(file)).flatMap((row): Candidate[] => {
    const match = row.path.exec(pointer);
    if (!match) return [];
    if (row.kind === "rule") return RULE_NAMES.map((name) => ({ name, detail: row.kind }));
    const product = findProduct(file, content, pointer);
    const wanted = { kind: row.kind, step: findStep(row, match, file, content), product, holder: findHolder(match) };
    const fitting = names.filter((name) => name.defines && fits(name, row, wanted));
    const written = fitting.map((name) => ({ name: write(name, row.form, wanted.holder), detail: describe(name) }));
    return row.kind === "step" ? [...written, { name: "request", detail: "step" }] : written;
  });
  return [...new Map(candidates.map((candidate) => [candidate.name, candidate])).values()];
}

function fits(name: Name, { form }: Row, { kind, product, step, holder }: WantedName): boolean {
  if (name.kind !== kind || (name.product !== product && name.product !== null && product !== null)) return false;
  if (form === "unit") return name.name.startsWith(UNIT);
  if (kind !== "field" || form === "address") return true;
  const path = name.name.split(".");
  const around = form === undefined ? path.slice(0, -1) : path.slice(0, holder.length);
  return name.step === step && (form === "pointer" || leadsTo(around.join("."), holder.join(".")));
}

function write({ kind, name, step }: Name, form: Row["form"], holder: readonly string[]): string {
  if (form === "unit") return name.slice(UNIT.length);
  if (form === "address") return `${step}.${name}`;
  if (form === "sibling") return `.${name.split(".").slice(holder.length).join(".")}`;
  if (form === "pointer") return `/${name.replaceAll(".", "/").replaceAll("*", "0")}`;
  if (kind === "field") return name.split(".").at(-1) ?? name;
  return form === "reference" ? `../../shared/fields.schema.json#/definitions/${name}` : name;
}

/** Describes names: a text by itself, a field by the label that it has by convention. */
function describeWith(names: readonly Name[], files: readonly { file: string; text: string }[]) {
  const texts = names.filter(
    ({ kind, defines, file }) => kind === "text" && defines && file.endsWith(`.${DEFAULT_LANGUAGE}.json`),
  );
  const content = new Map<string, Record<string, unknown>>();
  const read = (file: string): Record<string, unknown> => {
    if (!content.has(file)) content.set(file, Object(parse(files.find((each) => each.file === file)?.text ?? "{}")));
    return content.get(file) ?? {};
  };
  return ({ kind, name, step, product, file }: Name): string => {
    if (kind !== "text" && kind !== "field") return file;
    const keys = kind === "text" ? [name] : textKeys({ step: step ?? "" }, textPath(name)).map((key) => `${key}.label`);
    const isOwn = (text: Name) => [product, null].includes(text.product) && keys.includes(text.name);
    const text = texts.find(isOwn);
    return text ? String(read(text.file)[text.name]) : kind;
  };
}

/** Returns where the name at an offset of a file is defined. */
export function findDefinitions(index: ContentIndex, file: string, offset: number): Name[] {
  const source = index.find(file);
  const isHere = (name: Name) => name.offset <= offset && offset <= name.offset + name.length;
  const name = source && index.namesIn(source).find(isHere);
  return name ? index.names().filter((occurrence) => occurrence.defines && isSame(occurrence, name)) : [];
}
