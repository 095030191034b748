// Conditions with a name: `conditions` of product.json defines each once, over the answers of one step, and `"condition": "<name>"`
// refers to it in the rules and the layout of that step, and in product.json, tariff.json and questions.json for the answers of all
// steps. A fact that is yes or no is named in the same way, and `when` of a step may be a name alone. The rest of the content works
// with files in which they are written out.
import { basename, dirname, join } from "node:path";
import { FACTS } from "#engine/rules/facts.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Memory } from "./files/memory.ts";
import type { JsonFile } from "./files/readJson.ts";
import { error, type Finding, missing } from "./findings/finding.ts";
import { member, membersOf, objects, reporter } from "./findings/reporting.ts";
import { meantOr } from "./findings/sentences.ts";

interface Definition {
  step: string;
  if: JsonObject;
}

/** Where a file refers to a condition. */
export interface ConditionUse {
  place: string;
  name: string;
}

interface ExpandedFile {
  file: JsonFile;
  findings: Finding[];
}

const OF_ALL_STEPS = /^(product|questions|tariff(\.\d{4}-\d{2}-\d{2})?)\.json$/;
const OF_STEP = /\.(?:schema|ui)\.json$/;

/** Writes out the conditions of a product in its files. `files`: all that were read, by path. */
export function writeOutConditions(files: Map<string, JsonFile>, directory: string, memory: Memory): Finding[] {
  const manifest = files.get(join(directory, "product.json"));
  const productFiles = [...files.values()].filter(({ path }) => dirname(path) === directory);
  const fitting = productFiles.filter(({ path }) => OF_ALL_STEPS.test(basename(path)) || OF_STEP.test(path));
  const written = fitting.map((file): ExpandedFile => {
    const make = () => writeOut(file, manifest?.content ?? {});
    return memory.recall(`conditions of ${file.path}`, [file, manifest], make);
  });
  for (const { file } of written) files.set(file.path, file);
  const findings = written.flatMap((writtenOut) => writtenOut.findings);
  if (!manifest) return findings;
  const used = new Set(written.flatMap(({ file }) => file.conditions ?? []).map(({ name }) => name));
  for (const { file } of written) for (const name of factsIn(file.content)) used.add(name);
  return [...findings, ...checkDefinitions(manifest, used)].map((finding) => ({ stage: "means", ...finding }));
}

function writeOut(file: JsonFile, manifest: JsonObject): ExpandedFile {
  const definitions = member(manifest, "conditions");
  const facts = Object.keys(member(manifest, "facts"));
  const findings: Finding[] = [];
  const uses: ConditionUse[] = [];
  const name = basename(file.path);
  const step = OF_STEP.test(name) ? name.replace(OF_STEP, "") : undefined;
  const names = [...Object.keys(definitions), ...facts];
  const find = (condition: string, pointer: string): JsonObject => {
    const definition = readDefinition(definitions[condition]);
    const isFact = !definition && facts.includes(condition);
    if (!definition && !isFact) {
      const hint = meantOr(names, condition, 'define it in "conditions" or "facts" of product.json');
      findings.push(missing(file.file, pointer, `product.json defines no condition "${condition}"`, hint));
      return {};
    }
    uses.push({ place: pointer.replace(/\/condition$/, ""), name: condition });
    if (!definition && step === undefined) return requiring(FACTS, requiring(condition, { const: true }));
    if (!definition) {
      const sentence = `the fact "${condition}" is about all steps, and a condition inside a step only about its own answers`;
      findings.push(error(file.file, pointer, sentence, `write "when": "${condition}" at the field instead`));
      return {};
    }
    if (step === undefined) return requiring(definition.step, definition.if);
    if (step === definition.step) return definition.if;
    const sentence = `the condition "${condition}" is about the answers of ${definition.step}, and this step has no others than its own`;
    findings.push(error(file.file, pointer, sentence, `use it in ${definition.step}, or in a list with a rule`));
    return {};
  };
  const named = replaceNames(file.content, "", find) as JsonObject;
  const content =
    name.endsWith(".schema.json") && file.text.includes('"when"') ? (switchFields(named) as JsonObject) : named;
  const isChanged = uses.length > 0 || findings.length > 0 || content !== named;
  return { file: isChanged ? { ...file, content, conditions: uses } : file, findings };
}

/** A condition on one member, which must be there. */
const requiring = (name: string, condition: JsonObject): JsonObject => ({
  properties: { [name]: condition },
  required: [name],
});

/** The facts that a file reads: by path, in a condition, or at a field. */
function factsIn(content: JsonObject): string[] {
  const names: string[] = [];
  for (const { key, value } of membersOf(content)) {
    if (key === FACTS) names.push(...Object.keys(member(value, "properties")));
    if (typeof value !== "string") continue;
    if (key === "featureFlag" || key === "when") names.push(value);
    if (value.startsWith(`${FACTS}.`)) names.push(value.split(".")[1] ?? "");
  }
  return names;
}

/** Only beneath an `if` or a `when`: elsewhere a member of this name is something else. */
function replaceNames(value: unknown, pointer: string, find: (name: string, pointer: string) => JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item, index) => replaceNames(item, `${pointer}/${index}`, find));
  // A definition is written in full.
  if (!isObject(value) || pointer === "/conditions") return value;
  const { condition, ...rest } = value;
  const isName = typeof condition === "string" && /\/(if|when)(\/|$)/.test(pointer);
  const members = Object.entries(isName ? rest : value).flatMap(([key, inside]): [string, unknown][] => {
    const memberPointer = `${pointer}/${key}`;
    if (typeof inside !== "string" || !/^\/steps\/\d+(\/notices\/\d+)?\/when$/.test(memberPointer))
      return [[key, replaceNames(inside, memberPointer, find)]];
    const definition = find(inside, memberPointer);
    return Object.keys(definition).length > 0 ? [[key, definition]] : [];
  });
  const written = Object.fromEntries(members) as JsonObject;
  return isName ? combine(written, find(condition, `${pointer}/condition`)) : written;
}

/** Replaces `when` of a field by the feature of the same name: a fact that is true switches it on. */
function switchFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(switchFields);
  if (!isObject(value)) return value;
  const { when, ...rest } = value;
  const isField = typeof when === "string";
  const members = Object.entries(isField ? rest : value).map(([key, inside]) => [key, switchFields(inside)] as const);
  return { ...Object.fromEntries(members), ...(isField ? { featureFlag: when } : {}) };
}

/** Both must be true. */
function combine(rule: JsonObject, named: JsonObject): JsonObject {
  if (!Object.keys(named).some((key) => key in rule)) return { ...rule, ...named };
  return { ...rule, allOf: [...objects(rule.allOf), named] };
}

const readDefinition = (value: unknown): Definition | undefined =>
  isObject(value) && typeof value.step === "string" && isObject(value.if)
    ? (value as unknown as Definition)
    : undefined;

/** Each is used, and no two are the same. */
function checkDefinitions({ file, content }: JsonFile, used: ReadonlySet<string>): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(file, findings);
  const conditions = member(content, "conditions");
  for (const name of Object.keys(member(content, "facts"))) {
    const pointer = `/facts/${name}`;
    if (name in conditions)
      report(pointer, `"${name}" is the name of a condition too`, "give one of the two another name");
    else if (!used.has(name))
      report(pointer, `no file of the product uses the fact "${name}"`, `name it as "facts.${name}", or remove it`);
  }
  const seen = new Map<string, string>();
  for (const [name, definition] of Object.entries(conditions)) {
    const pointer = `/conditions/${name}`;
    const text = JSON.stringify(definition);
    const same = seen.get(text);
    seen.set(text, name);
    if (same !== undefined)
      report(pointer, `the condition "${name}" is the same as "${same}"`, `use "${same}" and remove this one`);
    else if (text.includes('"condition":"'))
      report(pointer, `the condition "${name}" names another condition`, "write that one out in it");
    else if (!used.has(name)) {
      const hint = 'name it as "condition", or remove it';
      report(pointer, `no file of the product uses the condition "${name}"`, hint);
    }
  }
  return findings;
}

/** Returns a finding inside a condition that is written out at the place where the condition is defined. */
export function atDefinition(finding: Finding, files: ReadonlyMap<string, JsonFile>): Finding {
  const { conditions = [], path = "" } = files.get(finding.file) ?? {};
  const use = conditions.find(({ place }) => finding.place.startsWith(`${place}/`));
  const manifest = use && [...files.values()].find((file) => file.path === join(dirname(path), "product.json"));
  const definition = manifest && readDefinition(member(manifest.content, "conditions")[use.name]);
  if (!definition) return finding;
  const wrapped = `/properties/${definition.step}`;
  const inside = finding.place.slice(use.place.length);
  const rest = inside.startsWith(wrapped) ? inside.slice(wrapped.length) : inside;
  const isOwn = !((rest.split("/")[1] ?? "") in definition.if);
  return isOwn ? finding : { ...finding, file: manifest.file, place: `/conditions/${use.name}/if${rest}` };
}
