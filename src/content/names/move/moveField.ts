// Moves a field to another step in every file that names it: rules, layout, texts, what computes with it, and its answers in cases,
// journeys and stored quotations. Plans all of it and writes nothing.
import { applyEdits, type JSONPath, parse } from "jsonc-parser";
import type { JsonObject } from "#engine/schema/types.ts";
import { editJson, keepNotation } from "../../read/files/formatJson.ts";
import { t } from "../../read/findings/translate.ts";
import type { ContentIndex } from "../contentIndex.ts";
import type { ContentText, Name } from "../names.ts";
import { readAt, removeAll, widen } from "../removals.ts";
import { findRemoval, isOfField } from "../removeField.ts";
import { planTexts } from "../rename/renameTexts.ts";
import { casesOf, findDefinition, type Move, pathOf, rulesOf, type Wanted } from "./move.ts";
import { followAddress, readFromNewStep } from "./moveReads.ts";
import { findTarget, listHandover, startFile } from "./moveTargets.ts";

interface Removal {
  file: string;
  path: JSONPath;
  value: unknown;
}

/** Returns the new texts by file, or a sentence when it cannot be done. */
export function planMove(index: ContentIndex, wanted: Wanted): Record<string, string> | string {
  const files = new Map(index.files().map((file) => [file.file, file]));
  const names = [...files.values()].flatMap((file) => index.namesIn(file));
  const manifest = [...files.keys()].find((file) => file.endsWith(`/products/${wanted.product}/product.json`)) ?? "";
  const isUse = (name: Name) => name.product === wanted.product && name.name === wanted.field;
  const uses = names.filter((name) => isUse(name) && isOfField(name, names, wanted));
  const steps = names.filter(({ kind, file, defines }) => kind === "step" && file === manifest && defines);
  const folder = manifest.replace("/product.json", "");
  const move: Move = { ...wanted, files, names, uses, folder, steps: steps.map(({ name }) => name) };
  return refuse(move) ?? plan(move);
}

function refuse(move: Move): string | null {
  const { step, field, toStep, names, uses } = move;
  const definition = field.includes(".") ? undefined : findDefinition(move);
  if (!definition) return t`Only a field that ${step} of the product itself has can move to another step.`;
  if (!move.files.has(rulesOf(move, toStep))) return t`The product has no form "${toStep}" of its own.`;
  if (names.some(({ defines, file, name }) => defines && file === rulesOf(move, toStep) && name === field))
    return t`${toStep} already has a field "${field}".`;
  const paths = uses.filter(({ file }) => file === definition.file).map((name) => pathOf(move, name));
  if (paths.some((path) => path.includes("if")))
    return t`Other fields of ${step} are shown or required by "${field}". Remove their condition first.`;
  if (pathOf(move, definition).length > 2)
    return t`"${field}" is asked only by other answers of ${step}. Remove its condition first.`;
  return null;
}

function plan(move: Move): Record<string, string> {
  const texts = new ChangedTexts(move.files);
  const planned = planTexts([...move.files.values()], move.names, { ...move, to: move.field });
  const followed = new Map(move.uses.map((name) => [name, followAddress(move, name)]));
  const edits = [...[...followed.values()].flat(), ...readFromNewStep(move), ...planned.edits];
  for (const [file, list] of Map.groupBy(edits, (edit) => edit.file))
    texts.change(file, (text) => applyEdits(text, list));
  for (const [file, { apply }] of planned.members) texts.change(file, (text) => apply(text));
  const moved = move.uses.filter((name) => followed.get(name)!.length === 0);
  const removals = removeUses(move, moved, texts);
  for (const removal of removals) addUse(move, removal, texts);
  for (const [path, name] of listHandover(move)) {
    const file = `${move.folder}/handover.json`;
    texts.change(file, (text) => addAt(text || startFile(move, file), ["fields", path], name));
  }
  return texts.changed;
}

class ChangedTexts {
  readonly changed: Record<string, string> = {};
  readonly #files: ReadonlyMap<string, ContentText>;

  constructor(files: ReadonlyMap<string, ContentText>) {
    this.#files = files;
  }

  read = (file: string): string => this.changed[file] ?? this.#files.get(file)?.text ?? "";

  change(file: string, apply: (text: string) => string): void {
    const before = this.read(file);
    this.changed[file] = keepNotation(before, apply(before));
  }
}

/** Takes out what names the field by itself. Returns what was there. */
function removeUses(move: Move, uses: readonly Name[], texts: ChangedTexts): Removal[] {
  const removals = new Map<string, Removal>();
  for (const name of uses) {
    const { file } = name;
    const path = findWholeCase(move, name) ?? findRemoval(move.files.get(file)!, name);
    const value = path && readAt(parse(texts.read(file)), path);
    if (path) removals.set(`${file} ${path.join("/")}`, { file, path, value });
  }
  for (const [file, list] of Map.groupBy(removals.values(), (removal) => removal.file)) {
    const paths = list.map(({ path }) => path);
    texts.change(file, (text) => removeAll(text, widen({ text }, paths)));
  }
  return [...removals.values()];
}

/** A case that tries the field alone moves with it. */
function findWholeCase(move: Move, name: Name): JSONPath | undefined {
  const path = pathOf(move, name);
  if (name.file !== casesOf(move, move.step) || path[0] !== "cases") return undefined;
  const { set, remove = [], wrong } = readAt(parse(move.files.get(name.file)!.text), path.slice(0, 2)) as JsonObject;
  const tried = [...Object.keys(Object(set)), ...(remove as string[])];
  const isAlone = tried.length > 0 && tried.every((pointer) => pointer.split("/")[1] === move.field);
  return isAlone || wrong === move.field ? path.slice(0, 2) : undefined;
}

function addUse(move: Move, { file, path, value }: Removal, texts: ChangedTexts): void {
  const target = findTarget(move, file, path);
  if (!target) return;
  texts.change(target.file, (text) => {
    const entry = target.path.slice(0, 2);
    const isThere = !target.isNewEntry || readAt(parse(text), [...entry, "step"]) === move.toStep;
    const started = isThere ? text : editJson(text, entry, { step: move.toStep, from: "base" }, { insert: true });
    return addAt(started || startFile(move, target.file), target.path, value);
  });
}

/** Adds a value, with the parts around it that are missing. */
function addAt(text: string, path: JSONPath, value: unknown): string {
  const content: unknown = parse(text);
  const depth = path.findIndex((_, index) => index > 0 && readAt(content, path.slice(0, index)) === undefined);
  if (depth < 0) return editJson(text, path, value);
  const wrap = (inner: unknown, key: string | number) => (typeof key === "number" ? [inner] : { [key]: inner });
  return editJson(text, path.slice(0, depth), path.slice(depth).reduceRight<unknown>(wrap, value));
}
