// The lists of a product, old and new: what can be chosen under which answers.
import { sameValue } from "#engine/formValues.ts";
import type { Condition } from "#engine/schema.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import { objects } from "../reporting.ts";
import type { Labelled } from "./labels.ts";
import { answersWords } from "./questions.ts";
import { asList, pairUp, type Scope, type Sides } from "./scope.ts";
import { inWords, joined, money, phrase, plain, type Words } from "./words.ts";

interface ListRule extends JsonObject {
  if?: Condition;
  values?: unknown[];
}

export function compareLists(sides: Sides, scope: Scope, [before, after]: [JsonObject, JsonObject], at: string): void {
  for (const name of Object.keys({ ...before, ...after })) {
    if (sameValue(before[name], after[name])) continue;
    const place = `${at}/${name}`;
    const [from, to] = [before[name], after[name]];
    const list = sides.now.list(name);
    if (isObject(from) && isObject(to) && from.rules && to.rules)
      scope.members(
        from,
        to,
        {
          rules: (one, other, here) =>
            compareListRules(sides, scope, { list, name, place: here }, [objects(one), objects(other)]),
        },
        place,
      );
    else {
      const source = (one: unknown) => (isObject(one) && one.rules ? phrase("ownRules") : plain(one));
      scope.say("list.source", place, { list, from: source(from), to: source(to) });
    }
  }
}

interface Named {
  list: Words;
  name: string;
  place: string;
}

function compareListRules(
  { old, now }: Sides,
  scope: Scope,
  { list, name, place: at }: Named,
  [before, after]: [ListRule[], ListRule[]],
): void {
  const value = (one: unknown): Words => {
    const field = now.listField(name);
    return field ? now.value(field[0], [field[1]], one) : typeof one === "number" ? money(one) : plain(one);
  };
  const when = (side: Labelled, rule: ListRule) =>
    rule.if ? phrase("when", { condition: answersWords(side, rule.if) }) : phrase("otherRules");
  const byCondition = (rule: ListRule) => JSON.stringify(rule.if ?? null);
  const { added, removed, kept } = pairUp(before, after, byCondition);
  const values = (rule: ListRule) => joined(asList(rule.values).map(value));
  for (const [rule, index] of added) {
    const gone = removed.findIndex(([other]) => sameValue(other.values, rule.values));
    const said = { list, when: when(now, rule) };
    if (gone < 0) scope.say("list.ruleAdded", `${at}/${index}`, { ...said, values: values(rule) });
    else {
      const [[earlier]] = removed.splice(gone, 1) as [[ListRule, number]];
      scope.say("list.condition", `${at}/${index}`, { ...said, before: when(old, earlier) });
    }
  }
  for (const [rule, index] of removed)
    scope.say("list.ruleRemoved", `${at}/${index}`, { list, when: when(old, rule), values: values(rule) });
  for (const [one, other, index] of kept) {
    const said = { list, when: after.length > 1 ? when(now, other) : inWords(() => "") };
    scope.members(
      one,
      other,
      {
        values: (from, to, place) => {
          const paired = pairUp(asList(from), asList(to), JSON.stringify);
          for (const [choice] of paired.added) scope.say("list.choiceAdded", place, { ...said, value: value(choice) });
          for (const [choice] of paired.removed)
            scope.say("list.choiceRemoved", place, { ...said, value: value(choice) });
          if (paired.moved) scope.say("choice.order", place, { field: list });
        },
        default: (from, to, place) => scope.say("list.default", place, { ...said, from: value(from), to: value(to) }),
      },
      `${at}/${index}`,
    );
  }
}
