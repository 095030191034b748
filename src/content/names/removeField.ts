// Takes a field out of every file that names it: rules, layout, texts that only it shows, tariff, hand-over, cases, journeys and
// stored quotations. What computes with it stays, and is listed: its author decides. Plans all of it and writes nothing.
import { getLocation, type JSONPath, parse } from "jsonc-parser";
import { toPointer } from "#engine/fields/fieldPath.ts";
import { editJson } from "../read/files/formatJson.ts";
import { placeAt } from "../read/files/places.ts";
import { type ContentIndex, leadsTo } from "./contentIndex.ts";
import { type ContentText, type Name, textPath } from "./names.ts";
import { isInside, removeAll, widen } from "./removals.ts";
import { findOwnTexts, isWithin } from "./rename/renameTexts.ts";

export interface FieldAddress {
  product: string;
  step: string;
  /** Inside others the names that lead to it, with `*` for the records of a list and the rows of a table. */
  field: string;
}

/** A place that names the field. */
export interface FieldUse {
  file: string;
  line: number;
  column: number;
  /** It goes with the field. Otherwise it stays, and the check reports it. */
  goes: boolean;
}

export interface RemovalPlan {
  /** The new texts, by file. */
  changed: Record<string, string>;
  uses: FieldUse[];
}

/** What computes with answers: removing one operand would change its meaning. */
const COMPUTES = /\/(?:if|when|facts|rules|computed|startsWith|enumFrom|screened|where|record)(?:\/|$)|\/title$/;
const TARIFF = /\/tariff[^/]*\.json$/;

export function planRemoval(index: ContentIndex, wanted: FieldAddress): RemovalPlan {
  const files = new Map(index.files().map((file) => [file.file, file]));
  const names = [...files.values()].flatMap((file) => index.namesIn(file));
  const definitions = names.filter(({ kind, defines, step, name, product }) => {
    const isHere = product === wanted.product || product === null;
    return kind === "field" && defines && isHere && step === wanted.step && leadsTo(name, wanted.field);
  });
  const own = definitions.find(({ product }) => product !== null);
  const address = { ...wanted, field: (own ?? definitions[0])?.name ?? wanted.field };
  const named = names.filter((name) => isOfField(name, names, address));
  const places = new Map<Name, JSONPath | null>(named.map((name) => [name, findRemoval(files.get(name.file)!, name)]));
  const paths = Map.groupBy(
    [...places].flatMap(([{ file }, path]) => (path ? [{ file, path }] : [])),
    ({ file }) => file,
  );
  const removals = new Map(
    [...paths].map(([file, list]) => [
      file,
      widen(
        files.get(file)!,
        list.map(({ path }) => path),
      ),
    ]),
  );
  const uses = [...places].map(([name, path]): FieldUse => {
    const file = files.get(name.file)!;
    const goes = path !== null || isInside(findPath(file, name), removals.get(name.file) ?? []);
    return { file: name.file, ...placeAt(file.text, name.offset), goes };
  });
  addTexts(removals, { files, names, address });
  // A table that only a removed part reads goes with it.
  const tables = [...files.values()].filter(({ beside }) =>
    removals
      .get(beside?.holder.file ?? "")
      ?.some((path) => `${beside?.place}/`.startsWith(`${toPointer(path.map(String))}/`)),
  );
  const changed = Object.fromEntries([
    ...[...removals].map(([file, list]) => [file, removeAll(files.get(file)!.text, list)] as const),
    ...tables.map(({ file }) => [file, ""] as const),
  ]);
  if (definitions.length === 0 || own) return { changed, uses };
  const manifest = [...files.keys()].find((file) => file.endsWith(`/products/${address.product}/product.json`)) ?? "";
  return {
    changed: { ...changed, [manifest]: leaveOut(changed[manifest] ?? files.get(manifest)!.text, address) },
    uses,
  };
}

/** A product leaves out a field of a step that products share. */
function leaveOut(text: string, { step, field }: FieldAddress): string {
  const steps = (parse(text) as { steps: { key?: string; use?: string; without?: string[] }[] }).steps;
  const index = steps.findIndex(({ key, use }) => (key ?? use) === step);
  return editJson(text, ["steps", index, "without"], [...(steps[index]?.without ?? []), field]);
}

/** Of the product, and of what products share where no other product has the field. */
export function isOfField({ kind, step, name, product }: Name, names: readonly Name[], address: FieldAddress): boolean {
  if (kind !== "field" || step !== address.step || !isWithin(address.field, name)) return false;
  if (product !== null || names.some((other) => isShared(other, address))) return product === address.product;
  return !names.some(
    (other) =>
      other.kind === "field" &&
      other.defines &&
      other.step === step &&
      other.name === name &&
      other.product !== address.product,
  );
}

/** Whether it defines the field in a step that products share. */
const isShared = ({ kind, defines, step, name, file }: Name, address: FieldAddress): boolean =>
  kind === "field" &&
  defines &&
  step === address.step &&
  name === address.field &&
  file.startsWith("schemas/shared/steps/");

/** The path of a name: of its key, or of its value. */
export const findPath = ({ text }: ContentText, { offset }: Name): JSONPath => getLocation(text, offset).path;

/** What goes where a name is, or null where it stays. */
export function findRemoval(file: ContentText, name: Name): JSONPath | null {
  // A table beside the tariff keeps its rows.
  if (file.beside) return null;
  const path = findPath(file, name);
  const pointer = toPointer(path.map(String));
  if (COMPUTES.test(pointer)) return null;
  if (TARIFF.test(file.file) || /\/(?:prefill|uploads)\/\d+\/field$/.test(pointer)) {
    const entry = path.findLastIndex((segment) => typeof segment === "number");
    return entry < 0 ? null : path.slice(0, entry + 1);
  }
  // An expected error and its place are one entry.
  if (/\/(?:expect|errors)\/\d+\/0$/.test(pointer)) return path.slice(0, -1);
  if (/^\/cases\/\d+\/wrong$/.test(pointer)) return path.slice(0, 2);
  return path;
}

interface TextSources {
  files: ReadonlyMap<string, ContentText>;
  names: readonly Name[];
  address: FieldAddress;
}

/** The texts that only the field shows, and those that nothing else names. */
function addTexts(removals: Map<string, JSONPath[]>, { files, names, address }: TextSources): void {
  const own = findOwnTexts([...files.values()], names, address);
  const texts = names.filter(({ kind }) => kind === "text");
  const isGone = (name: Name) => isInside(findPath(files.get(name.file)!, name), removals.get(name.file) ?? []);
  const unused = texts
    .filter((name) => !name.defines && removals.has(name.file) && isGone(name))
    .map(({ name }) => name);
  const isStillNamed = (key: string) => texts.some((name) => !name.defines && name.name === key && !isGone(name));
  const keys = new Set([...own, ...unused.filter((key) => !isStillNamed(key))]);
  const path = textPath(address.field).join(".");
  const isElsewhere = names.some(
    (other) => other.kind === "field" && other.defines && endsWith(textPath(other.name), path) && !isGone(other),
  );
  const isShown = (key: string) => keys.has(key) || (!isElsewhere && key.startsWith(`wizard.field.${path}.`));
  for (const { file, name, defines, product } of texts) {
    if (!defines || !isShown(name) || (product !== null && product !== address.product)) continue;
    removals.set(file, [...(removals.get(file) ?? []), [name]]);
  }
}

/** A shared text may name a field by its last name alone. */
const endsWith = (names: readonly string[], path: string): boolean => `.${names.join(".")}`.endsWith(`.${path}`);
