// Lists and features: those in use exist, a list's rules cover every answer, and conditions over all answers name steps and
// fields that exist.
import { resolveLists } from "#engine/lists.ts";
import type { Condition, Schema } from "#engine/schema.ts";
import { listRef } from "#engine/schemaTree.ts";
import { conditionParts, visitSchema } from "#engine/schemaVisitor.ts";
import type { ListSource } from "#engine/types.ts";
import { backSources } from "./backLists.ts";
import { type ProductFiles, readManifest } from "./catalogue.ts";
import { error, type Finding, note } from "./finding.ts";
import { MAIN_LIST, member, reporter, unknownField } from "./reporting.ts";
import { meantOr } from "./sentences.ts";
import { findFields, type Steps } from "./stepIndex.ts";

interface Used {
  kind: "list" | "feature";
  name: string;
  file: string;
  place: string;
}

export function listFindings(product: ProductFiles, steps: Steps): Finding[] {
  const { lists } = readManifest(product);
  const used = product.steps.flatMap(({ key, schema }) => usedNames(schema.file, steps[key]?.schema ?? {}));
  const usedLists = new Set(used.filter(({ kind }) => kind === "list").map(({ name }) => name));
  return [
    ...unknownNames(used, { list: lists, feature: member(product.tariff?.content, "features") }),
    ...Object.keys(lists)
      .filter((name) => !usedLists.has(name))
      .map((name) => note(product.manifest.file, `/lists/${name}`, `no step uses the list "${name}"`, UNUSED)),
    ...emptyLists(product),
    ...Object.entries(lists).flatMap(([name, source]) =>
      ruleFindings(source, product.manifest.file, `/lists/${name}`, steps),
    ),
  ];
}

/** A list that reads what its call never answers stays empty, and its field can never be filled in. */
function emptyLists(product: ProductFiles): Finding[] {
  const { lists } = readManifest(product);
  const filled = resolveLists({ lists }, backSources(product), {}).lists;
  const findings: Finding[] = [];
  const report = reporter(product.manifest.file, findings);
  for (const [name, source] of Object.entries(lists)) {
    if (!("call" in source) || filled[name] !== undefined) continue;
    const sentence = `"${source.path}" is never answered, so the list stays empty`;
    report(`/lists/${name}/path`, sentence, PATHS, source.call === "premium" ? MAIN_LIST : undefined);
  }
  return findings;
}

const PATHS = "correct the path as another product has it; a premium list is called as main in tariff.json says";
const UNUSED = "remove it, or use it in a step";

function usedNames(file: string, schema: Schema): Used[] {
  const used: Used[] = [];
  const add = (kind: Used["kind"], name: unknown, place: string) => {
    if (typeof name === "string") used.push({ kind, name, file, place });
  };
  visitSchema(schema, ({ schema: rule, place }) => {
    for (const keyword of ["enumFrom", "requiredFrom", "propertiesFrom", "pairFrom"] as const)
      add("list", listRef(rule[keyword])?.list, `${place}/${keyword}`);
    add("list", rule.pairFrom?.parents, `${place}/pairFrom`);
    add("feature", rule.featureFlag, `${place}/featureFlag`);
  });
  return used;
}

const WHERE = { list: "lists in product.json", feature: "features in tariff.json" };

function unknownNames(used: readonly Used[], known: Record<Used["kind"], object>): Finding[] {
  return used
    .filter(({ kind, name }) => !Object.hasOwn(known[kind], name))
    .map(({ kind, name, file, place }) =>
      error(
        file,
        place,
        `there is no ${kind} "${name}"`,
        meantOr(Object.keys(known[kind]), name, `add it to ${WHERE[kind]}, or correct the name`),
      ),
    );
}

function ruleFindings(source: ListSource, file: string, place: string, steps: Steps): Finding[] {
  if (!("rules" in source)) return [];
  const findings = source.rules.flatMap((rule, index) =>
    rule.if ? answerConditionFindings(file, `${place}/rules/${index}/if`, rule.if, steps) : [],
  );
  const report = reporter(file, findings);
  for (const [index, rule] of source.rules.entries()) {
    if (rule.default !== undefined && !rule.values.includes(rule.default))
      report(`${place}/rules/${index}/default`, "the default is not one of the values", "choose one of the values");
  }
  if (source.rules.at(-1)?.if) report(place, "no rule fits when all conditions fail", 'end with a rule without "if"');
  return findings;
}

/** A condition over the answers of all steps: its steps and fields must exist. */
export function answerConditionFindings(file: string, at: string, condition: Condition, steps: Steps): Finding[] {
  return conditionParts(condition).flatMap(({ about, name, schema, place: below }) => {
    const place = at + below;
    if (about !== "member") return answerConditionFindings(file, place, schema, steps);
    const step = steps[name];
    if (!step) return error(file, place, `"${name}" is no step`, meantOr(Object.keys(steps), name, STEPS_FIRST));
    return fieldFindings(file, place, schema, { key: name, fields: [...findFields(step).keys()] });
  });
}

const STEPS_FIRST = "a condition here names a step first, and inside it the field";

function fieldFindings(
  file: string,
  at: string,
  condition: Condition,
  step: { key: string; fields: string[] },
): Finding[] {
  return conditionParts(condition).flatMap(({ about, name, schema, place: below }) => {
    const place = at + below;
    if (about === "same") return fieldFindings(file, place, schema, step);
    if (about !== "member" || step.fields.includes(name)) return [];
    const hint = meantOr(step.fields, name, "correct the name");
    return { ...error(file, place, `"${name}" is no field of ${step.key}`, hint), about: unknownField(step.key, name) };
  });
}
