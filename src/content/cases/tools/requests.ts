// Requests that follow from a tariff and its questions: every choice, factor, band on both sides and addition, every
// question with the opposite answer. Each changes one answer of a valid request. Computes no premiums.
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject, RequestAnswers } from "#engine/types.ts";
import { answerAt, type Tariff } from "#underwriting/tariff.ts";
import { FIXTURE_DAY } from "../steps/fixtures.ts";
import type { Back, BackRequest } from "./backMutants.ts";

export function deriveRequests(back: Back, valid: RequestAnswers): BackRequest[] {
  const changes = tariffChanges(back, valid);
  const priced = changes.map((change) => changed(valid, change));
  return [...priced, ...otherAnswers(valid)].map((answers) => ({ answers, day: FIXTURE_DAY }));
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
    ...factors.flatMap(({ answer, values = {}, bands = [] }): Change[] => {
      const typed = (key: string) => (typeof answerAt(valid, answer) === "number" ? Number(key) : typedAs(key));
      const edges = bands.flatMap(({ up_to }) => [up_to - 1, up_to, up_to + 1]);
      return [...Object.keys(values).map(typed), ...edges, undefined].map((value) => [[answer, value]]);
    }),
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

const typedAs = (key: string): unknown => (key === "true" || key === "false" ? key === "true" : key);

/** Answers that meet a plain condition: its constants, and its bounds. */
function meeting(condition: unknown, path: readonly string[] = []): Change {
  if (!isObject(condition)) return [];
  const { properties, const: value, minimum, maximum } = condition;
  const own = value ?? minimum ?? maximum;
  const first = Array.isArray(condition.enum) ? condition.enum[0] : own;
  return [
    ...(first === undefined ? [] : [[path.join("."), first] as [string, unknown]]),
    ...Object.entries(isObject(properties) ? properties : {}).flatMap(([name, inner]) =>
      meeting(inner, [...path, name]),
    ),
  ];
}

function changed(valid: RequestAnswers, changes: Change): RequestAnswers {
  const answers = structuredClone(valid);
  for (const [path, value] of changes) {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    const holder = keys.reduce((current: JsonObject, key) => {
      if (!isObject(current[key])) current[key] = {};
      return current[key] as JsonObject;
    }, answers);
    if (value === undefined) delete holder[last];
    else holder[last] = value;
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
