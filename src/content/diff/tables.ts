// What products look up, old and new: lists of sectors and professions, and the rates that belong to no single product.
import { sameValue } from "#engine/formValues.ts";
import type { JsonObject } from "#engine/types.ts";
import { objects } from "../reporting.ts";
import { asNumber, asObject, isUp, pairUp, type Scope, type Sides } from "./scope.ts";
import { day, percent, phrase, plain, type Words } from "./words.ts";

const isTable = (value: unknown): boolean => Array.isArray(value) && objects(value).some((item) => "value" in item);

export function compareTables({ old, now }: Sides, scope: Scope): void {
  const [before, after] = [old, now].map(({ product }) => product.professions?.content);
  const lists = Object.entries({ ...before, ...after }).filter(([, value]) => isTable(value));
  const told = lists.map(([list]) => [
    list,
    (from: unknown, to: unknown, place: string) =>
      compareTable(scope, now.list(list), [objects(from), objects(to)], place),
  ]);
  scope.members(before, after, { $schema: null, sample: null, ...Object.fromEntries(told) });
}

function compareTable(scope: Scope, list: Words, [before, after]: [JsonObject[], JsonObject[]], at: string): void {
  const { added, removed, kept, moved } = pairUp(before, after, ({ value }) => value);
  const item = ({ label, value }: JsonObject) => plain(label ?? value);
  for (const [one, index] of added) scope.say("item.added", `${at}/${index}`, { list, item: item(one) });
  for (const [one, index] of removed) scope.say("item.removed", `${at}/${index}`, { list, item: item(one) });
  if (moved) scope.say("choice.order", at, { field: list });
  for (const [one, other, index] of kept)
    for (const name of Object.keys({ ...one, ...other }))
      if (!sameValue(one[name], other[name])) {
        const changed = { from: valueWords(one[name]), to: valueWords(other[name]) };
        scope.say("item.changed", `${at}/${index}/${name}`, { list, item: item(one), name, ...changed });
      }
}

/** A label in both languages, where only one may differ. */
const valueWords = (value: unknown): Words =>
  plain(value !== null && typeof value === "object" ? JSON.stringify(value) : value);

export function compareRates(before: JsonObject | undefined, after: JsonObject | undefined, scope: Scope): void {
  scope.members(before, after, {
    $schema: null,
    description: null,
    insurance_tax: (from, to, place) => {
      const [old, now] = [asObject(from), asObject(to)];
      for (const country of Object.keys({ ...old, ...now }))
        compareTax(scope, [asObject(old[country]), asObject(now[country])], `${place}/${country}`);
    },
    instalment_surcharges: (from, to, place) =>
      comparePercentages(scope, [asObject(from), asObject(to)], place, (months) =>
        months === "1" ? phrase("surcharge.one") : phrase("surcharge", { value: months }),
      ),
    one_off: (from, to, place) => {
      const [old, now] = [asObject(from), asObject(to)];
      for (const name of Object.keys({ ...old, ...now })) {
        const percentage = (one: unknown, other: unknown, at: string) =>
          comparePercentage(scope, phrase("oneOff", { value: name }), [one, other], at);
        scope.members(old[name], now[name], { percentage, reference: null }, `${place}/${name}`);
      }
    },
  });
}

function comparePercentages(
  scope: Scope,
  [from, to]: [JsonObject, JsonObject],
  at: string,
  named: (name: string) => Words,
) {
  for (const name of Object.keys({ ...from, ...to }))
    if (name !== "reference" && from[name] !== to[name])
      comparePercentage(scope, named(name), [from[name], to[name]], `${at}/${name}`);
}

function comparePercentage(scope: Scope, rate: Words, [from, to]: [unknown, unknown], place: string): void {
  const [before, after] = [percent(asNumber(from)), percent(asNumber(to))];
  if (from === undefined) scope.say("rate.added", place, { rate, to: after });
  else if (to === undefined) scope.say("rate.removed", place, { rate, from: before });
  else scope.say(isUp(from, to) ? "rate.up" : "rate.down", place, { rate, from: before, to: after });
}

function compareTax(scope: Scope, [before, after]: [JsonObject, JsonObject], at: string): void {
  scope.members(
    before,
    after,
    {
      use: (from, to, place) => {
        const last = objects(asObject(after.readings)[String(to)]).at(-1);
        const rate = percent(asNumber(last?.percentage));
        scope.say("tax.reading", place, { from: plain(from), to: plain(to), rate });
      },
      readings: (from, to, place) => {
        const [old, now] = [asObject(from), asObject(to)];
        for (const name of Object.keys({ ...old, ...now }))
          compareReading(scope, [objects(old[name]), objects(now[name])], `${place}/${name}`);
      },
    },
    at,
  );
}

function compareReading(scope: Scope, [before, after]: [JsonObject[], JsonObject[]], at: string): void {
  const { added, removed, kept, moved } = pairUp(before, after, ({ from }) => from);
  const said = ({ from, percentage }: JsonObject, name: "from" | "to") => ({
    day: from === null ? plain(from) : day(String(from)),
    [name]: percent(asNumber(percentage)),
  });
  for (const [one, index] of added) scope.say("tax.added", `${at}/${index}`, said(one, "to"));
  for (const [one, index] of removed) scope.say("tax.removed", `${at}/${index}`, said(one, "from"));
  if (moved) scope.other(before, after, at);
  for (const [one, other, index] of kept) {
    const percentage = (_from: unknown, _to: unknown, place: string) =>
      scope.say("tax.changed", place, { ...said(one, "from"), ...said(other, "to") });
    scope.members(one, other, { percentage, reference: null }, `${at}/${index}`);
  }
}
