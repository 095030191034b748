// What products share: the defaults of a manifest (`schemas/shared/product.json`), whole steps
// (`schemas/shared/steps/<step>`), questions (`schemas/shared/questions.json`) and the layout of shared fields
// (`schemas/shared/fields.ui.json`). A product contains only what is special about it. The files that the rest of the content
// works with are whole.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readsIn } from "#engine/expressions/paths.ts";
import { renameAddress } from "#engine/fields/formerNames.ts";
import { FACTS } from "#engine/rules/facts.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { FormerNames, JsonObject } from "#engine/schema/types.ts";
import type { Memory } from "../files/memory.ts";
import type { JsonFile } from "../files/readJson.ts";
import { error, type Finding } from "../findings/finding.ts";
import { member, objects } from "../findings/reporting.ts";
import { meantOr } from "../findings/sentences.ts";
import { t } from "../findings/translate.ts";
import { completeLayout, fieldNames, textsIn } from "./layouts.ts";
import { checkUsedQuestions, completeQuestions, findUnusedQuestions } from "./sharedQuestions.ts";

/** Members of a manifest that a product extends by name. It replaces the others as a whole. */
const BY_NAME = ["lists", "documents", "text_values"] as const;
/** The block of the page that is no step of a manifest. */
const REQUEST = "request";

export interface StepFiles {
  key: string;
  schema: JsonFile;
  ui: JsonFile;
}

type FindFile = (path: string) => JsonFile | undefined;

/** A step of a manifest as it is written: of its own, or a shared one with members of its own. */
export interface WrittenStep {
  key: string;
  use: string | undefined;
  without: string[];
}

export class SharedContent {
  readonly #directory: string;
  readonly #find: FindFile;
  readonly #memory: Memory;

  /** `directory`: of the shared content. */
  constructor(directory: string, find: FindFile, memory: Memory) {
    this.#directory = directory;
    this.#find = find;
    this.#memory = memory;
  }

  /** Returns the manifest with the defaults and with the entries of its shared steps. */
  completeManifest(written: JsonFile): JsonFile {
    const defaults = this.#find(join(this.#directory, "product.json"));
    const shared = objects(written.content.steps).map(({ use }) =>
      typeof use === "string" ? this.#stepFile(use, "step.json") : undefined,
    );
    return this.#memory.recall(`manifest ${written.path}`, [written, defaults, ...shared], () => ({
      ...written,
      content: mergeManifest(written.content, defaults?.content ?? {}, (use) => this.#entry(use)),
    }));
  }

  /** Returns the steps that a manifest names, and the request block. Those without a name are left out. */
  readSteps(written: JsonFile): WrittenStep[] {
    const listed = Array.isArray(written.content.steps) ? written.content.steps.filter(isObject) : [];
    const steps = listed.flatMap(({ key, use, without }): WrittenStep[] => {
      const shared = typeof use === "string" ? use : undefined;
      const name = typeof key === "string" ? key : shared;
      return name === undefined ? [] : [{ key: name, use: shared, without: textsIn(without) }];
    });
    const block = this.#stepFile(REQUEST, `${REQUEST}.schema.json`) && REQUEST;
    return [...new Map(steps.map((step) => [step.key, step])).values(), { key: REQUEST, use: block, without: [] }];
  }

  /** Reports shared steps that do not exist, and fields left out that the shared step does not have. */
  checkUse({ file, content }: JsonFile): Finding[] {
    const findings: Finding[] = [];
    const names = [...this.#names()];
    for (const [index, { use, without }] of objects(content.steps).entries()) {
      if (typeof use !== "string") continue;
      const pointer = `/steps/${index}`;
      if (!names.includes(use)) {
        const hint = meantOr(names, use, t`the shared steps are ${names.join(", ")}`);
        findings.push(error(file, `${pointer}/use`, t`there is no shared step "${use}"`, hint));
        continue;
      }
      const fields = fieldNames(this.#stepFile(use, `${use}.schema.json`)?.content);
      for (const [position, field] of textsIn(without).entries()) {
        const hint = meantOr(fields, field, t`its fields are ${fields.join(", ")}`);
        const sentence = t`the shared step ${use} has no field "${field}"`;
        if (!fields.includes(field)) findings.push(error(file, `${pointer}/without/${position}`, sentence, hint));
      }
    }
    return findings;
  }

  #names(): Set<string> {
    const folder = join(this.#directory, "steps");
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return new Set(names.filter((name) => this.#stepFile(name, "step.json")).sort());
  }

  /** Returns the path of a file of a step: the product's own, otherwise the shared one. */
  findPath(directory: string, { key, use }: WrittenStep, kind: "schema" | "ui"): string {
    const ownPath = join(directory, `${key}.${kind}.json`);
    // Also when it cannot be read: the shared file must not take its place unseen.
    if (use === undefined || existsSync(ownPath)) return ownPath;
    return join(this.#directory, "steps", use, `${use}.${kind}.json`);
  }

  /** Returns the files of a step without the fields that the product leaves out, and with the layout of shared fields. */
  completeStep(name: string, { key, schema, ui }: StepFiles, without: readonly string[] = []): StepFiles {
    const [layouts, fields] = ["ui", "schema"].map((kind) => this.#find(join(this.#directory, `fields.${kind}.json`)));
    const shared = { layouts: layouts?.content ?? {}, rules: member(fields?.content, "definitions") };
    const rules = without.length === 0 ? schema : this.#withoutFields(`${name} ${key}`, schema, without);
    const layout = this.#memory.recall(`layout ${name} ${key}`, [rules, ui, layouts, fields, without.join()], () => ({
      ...ui,
      content: completeLayout(layoutWithout(ui.content, without), rules.content, shared),
    }));
    return { key, schema: rules, ui: layout };
  }

  /**
   * Returns the names under which answers leave for the systems of others: those of the shared file for which the product has an
   * answer, also under a later name, and those of its own file.
   */
  completeHandover(manifest: JsonFile, file: JsonFile | undefined, steps: readonly StepFiles[]): JsonFile | undefined {
    const shared = this.#find(join(this.#directory, "handover.json"));
    if (!shared) return file;
    const sources = [manifest, shared, file, ...steps.map(({ schema }) => schema)];
    return this.#memory.recall(`handover ${manifest.path}`, sources, () => {
      const was = member(manifest.content, "was") as FormerNames;
      const answers = new Set(
        steps.flatMap(({ key, schema }) => fieldNames(schema.content).map((field) => `${key}.${field}`)),
      );
      const named = Object.entries(member(shared.content, "fields"));
      const renamed = named
        .filter(([path]) => renameAddress(was, path) !== path)
        .map(([path, standard]) => [renameAddress(was, path), standard] as const);
      const fitting = [...named, ...renamed].filter(
        ([path]) => IS_FACT.test(path) || answers.has(path.split(".").slice(0, 2).join(".")),
      );
      const fields = { ...Object.fromEntries(fitting), ...member(file?.content, "fields") };
      return { ...(file ?? shared), content: { ...shared.content, ...file?.content, fields } };
    });
  }

  /** Returns the tariff with the codes that the manifest has, the strictest first. The last one is that of any other request. */
  completeTariff(manifest: JsonFile, tariff: JsonFile): JsonFile {
    return this.#memory.recall(`tariff ${tariff.path}`, [manifest, tariff], () => {
      const codes = listCodes(manifest.content);
      const order = codes.length > 1 ? { precedence: codes } : {};
      const product_code = { ...member(tariff.content, "product_code"), ...order, default: codes.at(-1) };
      return { ...tariff, content: { ...tariff.content, product_code } };
    });
  }

  completeQuestions = (questions: JsonFile): JsonFile => completeQuestions(questions, this.#questions(), this.#memory);

  checkUsedQuestions = (questions: JsonFile): Finding[] => checkUsedQuestions(questions, this.#questions());

  findUnusedQuestions = (questions: readonly JsonFile[]): Finding[] =>
    findUnusedQuestions(questions, this.#questions());

  #questions = (): JsonFile | undefined => this.#find(join(this.#directory, "questions.json"));

  #withoutFields(name: string, schema: JsonFile, without: readonly string[]): JsonFile {
    return this.#memory.recall(`without ${name}`, [schema, without.join()], () => {
      const { properties, required, ...rest } = schema.content;
      const left = Object.entries(Object(properties) as JsonObject).filter(([field]) => !without.includes(field));
      const names = textsIn(required).filter((field) => !without.includes(field));
      return { ...schema, content: { ...rest, properties: Object.fromEntries(left), required: names } };
    });
  }

  #entry(use: string): JsonObject {
    return this.#stepFile(use, "step.json")?.content ?? {};
  }

  #stepFile = (use: string, name: string): JsonFile | undefined =>
    this.#find(join(this.#directory, "steps", use, name));
}

function mergeManifest(written: JsonObject, defaults: JsonObject, readEntry: (use: string) => JsonObject): JsonObject {
  const { $schema: _editor, ...common } = defaults;
  // Where a condition is used, it is written out.
  const { conditions: _named, ...own } = written;
  // In the order of the product: a new default moves nothing.
  const merged: JsonObject = { ...own, ...common, ...own };
  const lists: JsonObject = {};
  if (Array.isArray(written.steps))
    merged.steps = written.steps.map((step: unknown) => {
      if (!isObject(step) || typeof step.use !== "string") return step;
      const { use, without, ...special } = step;
      const entry = readEntry(use);
      Object.assign(lists, entry.lists);
      const shared = member(entry, "step");
      const summary = Array.isArray(shared.summary) ? shared.summary : [];
      const left = summary.filter((field: unknown) => !textsIn(without).includes(String(field)));
      return { key: use, ...shared, ...(summary.length > 0 && { summary: left }), ...special };
    });
  for (const name of BY_NAME) {
    const parts = { ...member(common, name), ...(name === "lists" ? lists : {}), ...member(written, name) };
    if (Object.keys(parts).length > 0) merged[name] = parts;
  }
  merged.codes = listCodes(written);
  if (isObject(written.facts)) merged.facts = inReadingOrder(written.facts);
  return merged;
}

/** With those that are not known yet, which nothing else names. */
const listCodes = ({ codes, placeholder_codes }: JsonObject): string[] => [
  ...new Set([...textsIn(codes), ...textsIn(placeholder_codes)]),
];

/** Each fact after those that it reads; in a circle, which is refused, as they are written. */
function inReadingOrder(facts: JsonObject): JsonObject {
  const ordered: JsonObject = {};
  const add = (name: string, before: readonly string[]): void => {
    if (name in ordered || before.includes(name) || !(name in facts)) return;
    for (const path of readsIn((facts[name] ?? 0) as Expression))
      if (path.startsWith(`${FACTS}.`)) add(path.split(".")[1] ?? "", [...before, name]);
    ordered[name] = facts[name];
  };
  for (const name of Object.keys(facts)) add(name, []);
  return ordered;
}

function layoutWithout(ui: JsonObject, without: readonly string[]): JsonObject {
  if (without.length === 0) return ui;
  const options = member(ui, "ui:options");
  const sections = objects(options.sections).map((section) => ({
    ...section,
    fields: leaveOut(section.fields, without),
  }));
  const rest = Object.entries(ui).filter(([name]) => !without.includes(name));
  return { ...Object.fromEntries(rest), "ui:options": { ...options, sections } };
}

const leaveOut = (fields: unknown, without: readonly string[]): unknown =>
  Array.isArray(fields)
    ? fields.filter((field) => !without.includes(field)).map((field) => leaveOut(field, without))
    : fields;

/** What an event contains besides answers. */
const IS_FACT = /^(?:case|contract)\./;
