// Lists and features: those in use exist, a list's rules cover every answer, and conditions over all answers name steps and
// fields that exist.

import { wordFor } from "#engine/fields/controls.ts";
import type { Condition, Schema } from "#engine/schema/schema.ts";
import { listRef } from "#engine/schema/schemaTree.ts";
import { conditionParts, visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { ListSource } from "#engine/schema/types.ts";
import { resolveLists } from "#engine/steps/lists.ts";
import { backSources } from "../../read/backLists.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import { type Finding, missing, note } from "../../read/findings/finding.ts";
import { ADDITIONAL_COVERS, member, objects, type Report, reporter } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { findFields, type Steps } from "../../read/steps/stepIndex.ts";
import { checkAnswerConditions } from "../rules/conditions.ts";
import { admits } from "../rules/values.ts";

type ListRule = Extract<ListSource, { rules: unknown }>["rules"][number];

interface Used {
  kind: "list" | "feature";
  name: string;
  file: string;
  place: string;
}

export function checkLists(product: ProductFiles, steps: Steps): Finding[] {
  const { lists, facts } = readManifest(product);
  const used = product.steps.flatMap(({ key, schema }) => usedNames(schema.file, steps[key]?.schema ?? {}));
  const usedLists = new Set(used.filter(({ kind }) => kind === "list").map(({ name }) => name));
  return [
    ...unknownNames(used, { list: lists, feature: { ...facts, ...member(product.tariff?.content, "features") } }),
    ...Object.keys(lists)
      .filter((name) => !usedLists.has(name) && !isOfCovers(name, product))
      .map((name) => note(product.manifest.file, `/lists/${name}`, `no step uses the list "${name}"`, UNUSED)),
    ...findUnusedFeatures(product, used),
    ...emptyLists(product),
    ...Object.entries(lists).flatMap(([name, source]) => checkRules(name, source, { product, steps })),
  ];
}

/** The list of additional covers is used by a tariff that has some. */
function isOfCovers(name: string, product: ProductFiles): boolean {
  const source = readManifest(product).lists[name];
  const tariffs = [product.tariff, ...product.tariffs.map(({ file }) => file)];
  const path = source && "call" in source ? source.path : undefined;
  return path === ADDITIONAL_COVERS && tariffs.some((file) => objects(file?.content.additional).length > 0);
}

/** Of each tariff, since a later one may have others. */
function findUnusedFeatures({ tariff, tariffs }: ProductFiles, used: readonly Used[]): Finding[] {
  const usedFeatures = new Set(used.filter(({ kind }) => kind === "feature").map(({ name }) => name));
  return [...(tariff ? [tariff] : []), ...tariffs.map(({ file }) => file)].flatMap(({ file, content }) => {
    const { feature } = member(content, "one_off");
    const idle = Object.keys(member(content, "features")).filter((name) => name !== feature && !usedFeatures.has(name));
    return idle.map((name) =>
      note(file, `/features/${name}`, `no step uses the feature "${name}"`, 'remove it, or name it as "featureFlag"'),
    );
  });
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
    report(`/lists/${name}/path`, sentence, PATHS, "refers");
  }
  return findings;
}

const PATHS = "correct the path as another product has it; a premium list is called as main in tariff.json says";
const UNUSED = "remove it, or use it in a step";

function usedNames(file: string, schema: Schema): Used[] {
  const used: Used[] = [];
  const add = (kind: Used["kind"], name: unknown, pointer: string) => {
    if (typeof name === "string") used.push({ kind, name, file, place: pointer });
  };
  visitSchema(schema, ({ schema: rule, place }) => {
    for (const keyword of ["enumFrom", "requiredFrom", "propertiesFrom", "pairFrom"] as const)
      add("list", listRef(rule[keyword])?.list, `${place}/${keyword}`);
    add("list", rule.pairFrom?.parents, `${place}/pairFrom`);
    add("feature", rule.featureFlag, `${place}/featureFlag`);
  });
  return used;
}

const WHERE = { list: "lists in product.json", feature: "facts in product.json, or features in tariff.json" };

function unknownNames(used: readonly Used[], declared: Record<Used["kind"], object>): Finding[] {
  return used
    .filter(({ kind, name }) => !Object.hasOwn(declared[kind], name))
    .map(({ kind, name, file, place }) =>
      missing(
        file,
        place,
        `there is no ${kind} "${name}"`,
        meantOr(Object.keys(declared[kind]), name, `add it to ${WHERE[kind]}, or correct the name`),
      ),
    );
}

/** Of a list that is not there, at the choice of the main cover: the tariff misses the same one. */
interface Around {
  product: ProductFiles;
  steps: Steps;
}

function checkRules(name: string, source: ListSource, around: Around): Finding[] {
  if (!("rules" in source)) return [];
  const pointer = `/lists/${name}`;
  const { file } = around.product.manifest;
  const findings = source.rules.flatMap((rule, index) =>
    rule.if ? checkAnswerConditions(file, `${pointer}/rules/${index}/if`, rule.if, around) : [],
  );
  const report = reporter(file, findings);
  for (const [index, rule] of source.rules.entries()) checkChosen(rule, `${pointer}/rules/${index}`, report);
  if (!source.rules.some((rule) => rule.if === undefined))
    report(pointer, "no rule fits when all conditions fail", 'end with a rule without "if"');
  checkUse(name, source, { ...around, place: pointer, report });
  return findings;
}

function checkChosen({ values, default: chosen }: ListRule, pointer: string, report: Report): void {
  if (values.length === 0)
    report(`${pointer}/values`, "the list is empty, so its field can never be filled in", "write the choices");
  for (const [index, value] of values.entries())
    if (values.indexOf(value) < index)
      report(`${pointer}/values/${index}`, `${value} is there twice`, "remove one of the two");
  if (chosen !== undefined && values.length > 0 && !values.includes(chosen))
    report(`${pointer}/default`, "the default is not one of the values", "choose one of the values");
}

/** Each step that offers the list comes after the answers it depends on, and takes its choices. */
function checkUse(
  name: string,
  { rules }: { rules: ListRule[] },
  { product, steps, place, report }: Around & { place: string; report: Report },
): void {
  const order = readManifest(product).steps.map(({ key }) => key);
  for (const [step, source] of Object.entries(steps)) {
    const fields = [...findFields(source)].filter(([, described]) =>
      described.some((schema) => schema.enumFrom === name),
    );
    for (const [index, rule] of rules.entries()) {
      const rulePointer = `${place}/rules/${index}`;
      const later = rule.if && namedSteps(rule.if).find((stepName) => order.indexOf(stepName) > order.indexOf(step));
      if (later !== undefined && fields.length > 0 && order.includes(step))
        report(
          `${rulePointer}/if`,
          `${step} offers the list, and ${later} comes after it`,
          "ask for an answer of an earlier step",
        );
      for (const [field, described] of fields) {
        const odd = rule.values.findIndex((value) => !described.some((schema) => admits(schema, value)));
        if (odd < 0) continue;
        const value = JSON.stringify(rule.values[odd]);
        const sentence = `${value} is never an answer to ${step}.${field}, which holds ${wordFor(String(described[0]?.type))}`;
        report(`${rulePointer}/values/${odd}`, sentence, "correct it, or the type of the field");
      }
    }
  }
}

const namedSteps = (condition: Condition): string[] =>
  conditionParts(condition).flatMap(({ about, name, schema }) => (about === "member" ? [name] : namedSteps(schema)));
