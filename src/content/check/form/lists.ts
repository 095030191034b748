// Lists: those in use exist, each is used, a list's rules cover every answer, and its choices are answers to its fields.
import { readsIn } from "#engine/expressions/paths.ts";
import { findRecordFields, isRecordList, recordSchemas } from "#engine/fields/recordFields.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isRecordsList, isSiblingList, schemasAt } from "#engine/schema/schemaTree.ts";
import type { ListSource } from "#engine/schema/types.ts";
import { resolveLists } from "#engine/steps/lists.ts";
import { backSources } from "../../read/backLists.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import { wordFor } from "../../read/findings/answerKinds.ts";
import { error, type Finding, missing, note, removal } from "../../read/findings/finding.ts";
import { ADDITIONAL_COVERS, objects, type Report, repeated, reporter } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { t } from "../../read/findings/translate.ts";
import { findFields, listAnswers, placedSchemas, type Steps } from "../../read/steps/stepIndex.ts";
import { admits } from "../rules/values.ts";

type ListRule = Extract<ListSource, { rules: unknown }>["rules"][number];

interface NameUse {
  name: string;
  file: string;
  place: string;
  /** In the same record, if the name begins with a dot: `.drivers`. */
  lists: string[];
}

export function checkLists(product: ProductFiles, steps: Steps): Finding[] {
  const { lists } = readManifest(product);
  const { file } = product.manifest;
  const used = product.steps.flatMap(({ key, schema }) => findUses(schema.file, steps[key]?.schema ?? {}));
  const findings = [...findUnknown(used, Object.keys(lists)), ...findOtherRecords(used, steps)];
  findings.push(...findChoiceCircles(product, steps));
  const report = reporter(file, findings);
  for (const [name, source] of Object.entries(lists)) {
    if (!used.some((use) => use.name === name) && !isOfCovers(source, product))
      findings.push(
        note(file, `/lists/${name}`, t`no step uses the list "${name}"`, removal(t`remove it, or use it in a step`)),
      );
    if ("rules" in source) {
      for (const [index, rule] of source.rules.entries()) checkChosen(rule, `/lists/${name}/rules/${index}`, report);
      if (!source.rules.some((rule) => rule.when === undefined))
        report(`/lists/${name}`, t`no rule fits when all conditions fail`, t`end with a rule without "when"`);
      checkUse(name, source.rules, { product, steps, report });
    }
  }
  checkAnswered(product, report);
  return findings;
}

/** The list of additional covers is used by a tariff that has some. */
function isOfCovers(source: ListSource, { tariff, tariffs }: ProductFiles): boolean {
  const all = [tariff, ...tariffs.map(({ file }) => file)];
  const path = "call" in source ? source.path : undefined;
  return path === ADDITIONAL_COVERS && all.some((file) => objects(file?.content.additional).length > 0);
}

/** A list that reads what its call never answers stays empty, and its field can never be filled in. */
function checkAnswered(product: ProductFiles, report: Report): void {
  const { lists } = readManifest(product);
  const filled = resolveLists({ lists }, backSources(product), {}, "").lists;
  const hint = t`correct the path as another product has it; a premium list is called as main in tariff.json says`;
  for (const [name, source] of Object.entries(lists))
    if ("call" in source && filled[name] === undefined)
      report(`/lists/${name}/path`, t`"${source.path}" is never answered, so the list stays empty`, hint, "refers");
}

function findUses(file: string, schema: Schema): NameUse[] {
  const uses: NameUse[] = [];
  for (const { schema: part, place, path } of placedSchemas(schema)) {
    const record = path.slice(0, path.at(-1) === "*" ? -2 : -1);
    const add = (keyword: string, name: string | undefined) => {
      const around = isSiblingList(name) && record.length > 0 ? schemasAt(schema, record) : [];
      const lists = around.flatMap((each) => [...findRecordFields(each).keys()].map((list) => `.${list}`));
      if (name !== undefined) uses.push({ name, file, place: `${place}/${keyword}`, lists });
    };
    const { enumFrom, rows, ask, pairFrom } = part;
    add("enumFrom", enumFrom);
    add("rows/from", rows?.from);
    add("ask/from", ask?.from);
    add("pairFrom", pairFrom?.list);
    add("pairFrom", pairFrom?.parents);
  }
  return uses;
}

const findUnknown = (used: readonly NameUse[], lists: readonly string[]): Finding[] =>
  used
    .filter(({ name }) => !isSiblingList(name) && !lists.includes(name))
    .map(({ name, file, place }) => {
      const hint = meantOr(lists, name, t`add it to lists in product.json, or correct the name`);
      return missing(file, place, t`there is no list "${name}"`, hint);
    });

/** The choices of a field are the records of a list of some step. */
function findOtherRecords(used: readonly NameUse[], steps: Steps): Finding[] {
  const ofSteps = listAnswers(steps).filter((address) => findAt(steps, address).some(isRecordList));
  const unknown = used.filter(({ name, lists }) => isRecordsList(name) && ![...ofSteps, ...lists].includes(name));
  return unknown.map(({ name, file, place, lists }) => {
    const way = t`write the step, a dot and the name of its list, or of a list in the same record a dot and its name`;
    const hint = meantOr([...lists, ...ofSteps], name, way);
    return missing(file, place, t`${name} is not a list of records, so there is nothing to choose`, hint);
  });
}

/** Records that must choose each other: none of them can be completed first. */
function findChoiceCircles(product: ProductFiles, steps: Steps): Finding[] {
  const choices = product.steps.flatMap(({ key, schema: { file } }) =>
    [...findFields(steps[key])].flatMap(([list, described]) =>
      described.flatMap(recordSchemas).flatMap(({ required = [], properties = {} }) =>
        required.flatMap((name) => {
          const { enumFrom, items, minItems = 0 } = properties[name] ?? {};
          const among = enumFrom ?? (minItems > 0 ? items?.enumFrom : undefined) ?? "";
          const pointer = `/properties/${list}/items/properties/${name}`;
          return isRecordsList(among) ? [{ from: `${key}.${list}`, among, file, pointer }] : [];
        }),
      ),
    ),
  );
  const leadsTo = (from: string, goal: string, seen: readonly string[] = []): boolean =>
    choices.some(
      (choice) =>
        choice.from === from &&
        (choice.among === goal || (!seen.includes(choice.among) && leadsTo(choice.among, goal, [...seen, from]))),
    );
  return choices.flatMap(({ from, among, file, pointer }) => {
    if (among !== from && !leadsTo(among, from)) return [];
    const chain = among === from ? t`its own records` : t`${among}, which must choose among ${from} in turn`;
    const sentence = t`a record of ${from} must choose among ${chain}: none can be completed first`;
    return [error(file, pointer, sentence, t`take one of these choices out of "required"`)];
  });
}

const findAt = (steps: Steps, address: string): readonly Schema[] => {
  const [step = "", field = ""] = address.split(".");
  return findFields(steps[step]).get(field) ?? [];
};

function checkChosen({ values, default: chosen }: ListRule, pointer: string, report: Report): void {
  if (values.length === 0)
    report(`${pointer}/values`, t`the list is empty, so its field can never be filled in`, t`write the choices`);
  for (const [index, value] of repeated(values))
    report(`${pointer}/values/${index}`, t`${value} is there twice`, t`remove one of the two`);
  if (chosen !== undefined && values.length > 0 && !values.includes(chosen))
    report(`${pointer}/default`, t`the default is not one of the values`, t`choose one of the values`);
}

interface UseCheck {
  product: ProductFiles;
  steps: Steps;
  report: Report;
}

/** Each step that offers the list comes after the answers it depends on, and takes its choices. */
function checkUse(name: string, rules: readonly ListRule[], { product, steps, report }: UseCheck): void {
  const order = readManifest(product).steps.map(({ key }) => key);
  for (const address of listAnswers(steps)) {
    const [step = ""] = address.split(".");
    const described = findAt(steps, address);
    const isOffered = described.some((schema) => schema.enumFrom === name);
    for (const [index, rule] of isOffered ? rules.entries() : []) {
      const pointer = `/lists/${name}/rules/${index}`;
      const late = explainLate(step, rule, order);
      if (late) report(`${pointer}/when`, late, t`ask for an answer of an earlier step`);
      const odd = rule.values.findIndex((value) => !described.some((schema) => admits(schema, value)));
      const sentence = t`${JSON.stringify(rule.values[odd])} is never an answer to ${address}, which holds ${wordFor(String(described[0]?.type))}`;
      if (odd >= 0) report(`${pointer}/values/${odd}`, sentence, t`correct it, or the type of the field`);
    }
  }
}

function explainLate(step: string, rule: ListRule, order: readonly string[]): string | undefined {
  const read = readsIn(rule.when ?? true).map((address) => address.split(".")[0] ?? "");
  const later = read.find((other) => order.indexOf(other) > order.indexOf(step));
  return later !== undefined && order.includes(step)
    ? t`${step} offers the list, and ${later} comes after it`
    : undefined;
}
