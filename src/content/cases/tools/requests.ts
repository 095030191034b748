// Requests that follow from a tariff and its questions: every choice, factor, band on both sides and addition, every question
// with the opposite answer. Each changes one answer of a valid request. Computes no premiums.
import { withValue } from "#engine/formValues.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { RequestAnswers } from "#engine/types.ts";
import { addressInRecord, findRecords } from "#underwriting/items.ts";
import { answerAt, type Factor, type PerItem, type Tariff } from "#underwriting/tariff.ts";
import { FIXTURE_DAY } from "../steps/fixtures.ts";
import type { Back, BackRequest } from "./backMutants.ts";

/** From the first of the valid requests. What is about the records of a list, from the first that has records there. */
export function deriveRequests(back: Back, requests: readonly BackRequest[]): BackRequest[] {
  const [valid = {}] = requests.map(({ answers }) => answers);
  const priced = tariffChanges(back, valid).map((change) => changed(valid, change));
  const { per_item = [] } = back.tariff as unknown as Tariff;
  const items = per_item.flatMap((part) => {
    const listed = requests.find(({ answers }) => findRecords(part, answers).length > 0)?.answers ?? valid;
    return itemChanges(part, listed).map((change) => changed(listed, change));
  });
  return [...priced, ...items, ...otherAnswers(valid)].map((answers) => ({ answers, day: FIXTURE_DAY }));
}

type Change = [path: string, value: unknown][];

function tariffChanges(back: Back, valid: RequestAnswers): Change[] {
  const tariff = back.tariff as unknown as Tariff;
  const surcharges = Object.keys(back.rates.instalment_surcharges ?? {}).map(Number);
  const { main, factors, per_unit = [], additional = [], instalments, double_year_limit, one_off } = tariff;
  const allowed: Change = Object.values(tariff.features ?? {}).flatMap(({ if: condition }) => meeting(condition));
  const months = instalments?.months;
  return [
    [],
    ...main.options.map(({ value }): Change => [[main.answer, value]]),
    ...factors.flatMap((factor) => factorChanges(factor, factor.answer, valid)),
    ...per_unit.flatMap(({ answer }): Change[] => [0, 1, 2].map((value) => [[answer, value]])),
    ...additional.map(({ answer }): Change => [[answer, true]]),
    ...(double_year_limit ? [[[double_year_limit.answer, true]] as Change] : []),
    ...(instalments
      ? [...surcharges.filter(Boolean), undefined].map(
          (each): Change => [[instalments.answer, true], ...(months ? [[months, each] as [string, unknown]] : [])],
        )
      : []),
    ...(one_off ? [[[one_off.answer, true], ...allowed] as Change] : []),
  ];
}

/** The answer at an address made each value of a factor, and both sides of its bands. */
function factorChanges({ values = {}, bands = [] }: Factor, address: string, valid: RequestAnswers): Change[] {
  const typed = (key: string) => (typeof answerAt(valid, address) === "number" ? Number(key) : typedAs(key));
  const edges = bands.flatMap(({ up_to }) => [up_to - 1, up_to, up_to + 1]);
  return [...Object.keys(values).map(typed), ...edges, undefined].map((value) => [[address, value]]);
}

/** The first and the last record with each value of a factor and with amounts on both sides of the minimum; no, one and more records. */
function itemChanges(part: PerItem, valid: RequestAnswers): Change[] {
  const { each, amount, rate, minimum = 0, factors = [] } = part;
  const records = findRecords(part, valid);
  if (records.length === 0) return [];
  const least = Math.floor(minimum / rate);
  const ends = [...new Set([0, records.length - 1])];
  const inRecords = ends.flatMap((record) => [
    ...[0, 1, least, least + 1, 1_000_000].map((value): Change => [[addressInRecord(part, amount, record), value]]),
    ...factors.flatMap((factor) => factorChanges(factor, addressInRecord(part, factor.answer, record), valid)),
  ]);
  return [...inRecords, [[each, []]], [[each, records.slice(0, 1)]], [[each, [...records, ...records]]]];
}

const typedAs = (key: string): unknown => (key === "true" || key === "false" ? key === "true" : key);

/** Answers that meet a plain condition: its constants, and its bounds. */
function meeting(condition: unknown, path: readonly string[] = []): Change {
  if (!isObject(condition)) return [];
  const { properties, const: value, minimum, maximum } = condition;
  const chosen = value ?? minimum ?? maximum;
  const first = Array.isArray(condition.enum) ? condition.enum[0] : chosen;
  return [
    ...(first === undefined ? [] : [[path.join("."), first] as [string, unknown]]),
    ...Object.entries(isObject(properties) ? properties : {}).flatMap(([name, inner]) =>
      meeting(inner, [...path, name]),
    ),
  ];
}

function changed(valid: RequestAnswers, changes: Change): RequestAnswers {
  const answers: RequestAnswers = { ...valid };
  for (const [path, value] of changes) {
    const [step = "", ...field] = path.split(".");
    answers[step] = withValue(answers[step] ?? {}, field, value);
  }
  return answers;
}

/** Each yes/no inside a group turned round: the answers to questions. */
function otherAnswers(valid: RequestAnswers): RequestAnswers[] {
  return Object.entries(valid).flatMap(([step, data]) =>
    Object.entries(data).flatMap(([group, value]) =>
      Object.entries(isObject(value) ? value : {}).flatMap(([name, answer]) =>
        typeof answer === "boolean" ? [changed(valid, [[`${step}.${group}.${name}`, !answer]])] : [],
      ),
    ),
  );
}
