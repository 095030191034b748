// Changes by one step of what only the back end knows: every number that an amount is made of, what a question expects and what
// follows, rules over answers.
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject, RequestAnswers } from "#engine/types.ts";
import type { Underwriting } from "#underwriting/calculate.ts";
import { findFeatures, type Rates, type Tariff } from "#underwriting/tariff.ts";
import type { ProductFiles } from "../../read/catalogue.ts";
import { FIXTURE_DAY } from "../steps/fixtures.ts";

export interface Back {
  tariff: JsonObject;
  questions: JsonObject;
  rates: JsonObject;
}

/** A tariff with all that is judged beside it. */
export interface BackVersion extends Back {
  /** Whether a request is priced by it. */
  counts(request: BackRequest): boolean;
}

/** Of every tariff of a product, by the name of its file. */
export function buildBacks(
  { tariff, tariffs, questions }: ProductFiles,
  rates: JsonObject,
): (BackVersion & { name: string })[] {
  const first = tariff ? [{ from: "", file: tariff }] : [];
  const all = [...first, ...tariffs];
  return all.map(({ from, file }, index) => ({
    name: from === "" ? "tariff" : `tariff.${from}`,
    tariff: file.content,
    questions: questions?.content ?? {},
    rates,
    counts: ({ day }) => day >= from && day < (all[index + 1]?.from ?? "9999"),
  }));
}

export interface BackRequest {
  answers: RequestAnswers;
  day: string;
}

/** What it is priced with. */
export function buildUnderwriting({ tariff: content, rates }: Back, { answers, day }: BackRequest): Underwriting {
  const tariff = content as unknown as Tariff;
  return { tariff, rates: rates as unknown as Rates, answers, features: findFeatures(tariff, answers), day };
}

interface BackMutant {
  rule: string;
  change: string;
  back: Back;
}

type Place = readonly (string | number)[];

/** `name`: of the tariff's file. */
export function findBackMutants(back: Back, name = "tariff"): BackMutant[] {
  const prices = numberMutants(back, "tariff", back.tariff);
  if (name !== "tariff")
    return prices.map((priceMutant) => ({
      ...priceMutant,
      rule: priceMutant.rule.replace("tariff.json", `${name}.json`),
    }));
  return [...prices, ...numberMutants(back, "rates", usedRates(back)), ...questionMutants(back)];
}

/** With one member changed. Undefined removes it. */
function mutant(back: Back, file: keyof Back, [path, value, change]: [Place, unknown, string]): BackMutant {
  const copy = structuredClone(back[file]);
  const holder = path.slice(0, -1).reduce((current: unknown, key) => Object(current)[key], copy);
  const last = path.at(-1) ?? "";
  if (value !== undefined) (holder as JsonObject)[last] = value;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete (holder as JsonObject)[last];
  return { rule: `${file}.json /${path.join("/")}`, change, back: { ...back, [file]: copy } };
}

function numberMutants(back: Back, file: keyof Back, value: unknown, path: Place = []): BackMutant[] {
  if (typeof value === "number")
    return neighbours(value, path).map((next) => mutant(back, file, [path, next, `${value} made ${next}`]));
  if (typeof value !== "object" || value === null) return [];
  const priced = Object.entries(value).filter(([key]) => !UNPRICED.has(key));
  return priced.flatMap(([key, member]) =>
    numberMutants(back, file, member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** The numbers on either side. Of months the other choice. */
function neighbours(value: number, path: Place): number[] {
  if (path.at(-1) === "default_months") return [value === 3 ? 6 : 3];
  if (path.at(-1) === "rate" && path.includes("per_item"))
    return [value * 0.9, value * 1.1].map((neighbour) => Number(neighbour.toPrecision(6)));
  const step = path.includes("factors") && path.at(-1) !== "up_to" ? 0.01 : 1;
  return [value - step, value + step].map((neighbour) => Number(neighbour.toFixed(4)));
}

function questionMutants(back: Back): BackMutant[] {
  const { questions } = back;
  const change = (path: Place, value: unknown, words: string) => mutant(back, "questions", [path, value, words]);
  const effect = (path: Place, record: JsonObject) =>
    change([...path, "effect"], record.effect === "decline" ? "refer" : "decline", "the other effect");
  const questionChanges = ["acceptance_questions", "final_questions"].flatMap((kind) =>
    listObjects(questions[kind]).flatMap(([index, question]) => [
      change([kind, index, "expected_answer"], question.expected_answer === "yes" ? "no" : "yes", "turned round"),
      effect([kind, index], question),
    ]),
  );
  const rules = listObjects(questions.answer_rules).flatMap(([index, rule]) => [
    change(["answer_rules", index], undefined, "taken away"),
    effect(["answer_rules", index], rule),
  ]);
  return [...questionChanges, ...rules];
}

/** What is a text, a choice or a picture, and no part of an amount. */
const UNPRICED = new Set(["value", "amounts", "reference", "popular"]);

const listObjects = (value: unknown): [number, JsonObject][] =>
  Array.isArray(value)
    ? value.flatMap((element, index): [number, JsonObject][] => (isObject(element) ? [[index, element]] : []))
    : [];

/** Of the rates what the tariff asks for: the reading in use on the day of the cases, and its surcharges. */
function usedRates({ tariff, rates }: Back): JsonObject {
  const { country, insurance_tax, instalment_surcharges, one_off } = rates as unknown as Rates;
  const { use = "", readings = {} } = insurance_tax[country] ?? {};
  const last = (readings[use] ?? []).findLastIndex(({ from }) => from === null || from <= FIXTURE_DAY);
  const dated = (readings[use] ?? []).map((rate, index) => (index === last ? { percentage: rate.percentage } : {}));
  return {
    insurance_tax: { [country]: { readings: { [use]: dated } } },
    ...usedSurcharges(tariff as unknown as Tariff, instalment_surcharges),
    ...(tariff.one_off ? { one_off } : {}),
  };
}

/** Without a field for the months only those of every request. */
function usedSurcharges({ instalments }: Tariff, all: Rates["instalment_surcharges"]): JsonObject {
  if (!instalments) return {};
  if (instalments.months) return { instalment_surcharges: all };
  const months = String(instalments.default_months);
  return { instalment_surcharges: { [months]: all[months] } };
}
