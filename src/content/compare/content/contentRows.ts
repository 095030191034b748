// The rows of what a customer meets: product.json with its steps, flows and lists, and the questions.
import type { Expression } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { expressionWords } from "../words/expressions.ts";
import type { Labelled } from "../words/labels.ts";
import { joined, money, NO_WORDS, type Phrase, phrase, phraseFor, plain, quoted, type Words } from "../words/words.ts";
import { asObject, type Row, type Sides } from "./changes.ts";
import {
  type About,
  answersWords,
  type Cell,
  condition,
  flag,
  has,
  ignored,
  inOrder,
  item,
  nearest,
  onlyWhole,
  readOrder,
  row,
  TEXT,
  text,
  type Values,
  type Write,
} from "./rows.ts";

/** A notice has a name alone, or beside its condition. */
const readName = ({ value, name }: JsonObject): unknown => value ?? name;

export const manifestRows = (sides: Sides): Row[] => [
  ...["\\$schema", "was"].map(ignored),
  // Compared by themselves.
  { at: /^documents/, describe: null },
  { at: /^offered$/, describe: null },
  ...stepRows(sides),
  ...listRows(sides),
  ...otherRows(sides),
];

function stepRows(sides: Sides): Row[] {
  const of = (pattern: string, cell: Cell) => row(sides, pattern, cell);
  const key = ({ place }: Values) => String(place.owners[0]?.key);
  const step: About = (values, both) => phrase("step", { step: has(values, both).step(key(values)) });
  const field = ({ value }: JsonObject, side: Labelled, values: Values) =>
    quoted(side.field(key(values), [String(value)]));
  const part = (pattern: string, what: Phrase, name: (value: string, side: Labelled, values: Values) => Words) =>
    of(pattern, {
      what: (values, both) =>
        phrase(what, { name: name(String(readName(nearest(values.place))), has(values, both), values) }),
      subject: step,
      value: () => NO_WORDS,
    });
  return [
    of("steps/*", {
      what: (values, both) => phrase("step", { step: has(values, both).step(key(values)) }),
      value: () => NO_WORDS,
    }),
    of("steps/order", { what: "orderOfSteps", value: inOrder((stepEntry, side) => side.step(String(stepEntry.key))) }),
    of("steps/*/kind", {
      what: "kindOfStep",
      subject: step,
      value: (value) => phraseFor(`kind.${value}`, {}, String(value)),
    }),
    of("steps/*/when", { what: "neededIf", subject: step, value: condition }),
    of("steps/*/notices/*/when", {
      what: (values, both) =>
        phrase("noticeNamed", { name: has(values, both).notice(String(readName(nearest(values.place)))) }),
      subject: step,
      value: condition,
    }),
    of("steps/*/extra", { what: "onlyIfNeeded", subject: step, value: flag }),
    of("steps/*/autoNext", { what: "savedByItself", subject: step, value: flag }),
    part("steps/*/premium/*", "premiumAnswer", (value, side, values) => field({ value }, side, values)),
    part("steps/*/notices/*", "noticeNamed", (value, side) => side.notice(value)),
    of("steps/*/summary", {
      what: "summary",
      subject: step,
      value: (value, side, values) => joined([value].flat(3).map((name) => field({ value: name }, side, values))),
    }),
    of("steps/*/sidebar/(why|premium|request|progress)", {
      what: ({ match }) => phrase("sidebarBlock", { block: phraseFor(`block.${match[1]}`) }),
      subject: step,
      value: (value) => phraseFor(String(value ?? "hidden")),
    }),
    part("steps/*/sidebar/send/*", "sendAction", (value) => phraseFor(`action.${value}`, {}, value)),
  ];
}

function otherRows(sides: Sides): Row[] {
  const of = (pattern: string, cell: Cell) => row(sides, pattern, cell);
  const flow: About = ({ match }) => phrase("flow", { flow: phraseFor(`flow.${match[1]}`, {}, match[1]!) });
  return [
    of("codes/*", {
      what: ({ place }) => phrase("code", { code: String(nearest(place).value) }),
      value: () => NO_WORDS,
    }),
    onlyWhole(of("flows/(\\w+)", { what: flow, value: () => NO_WORDS })),
    of("flows/(\\w+)/hide(?:/*)?", {
      what: ({ from, to, place }) =>
        phrase("hiddenButton", {
          name: joined(
            [nearest(place).value ?? to ?? from].flat().map((name) => phraseFor(`action.${name}`, {}, String(name))),
          ),
        }),
      subject: flow,
      value: () => NO_WORDS,
    }),
    of("facts/(\\w+)", {
      what: ({ match }) => phrase("fact", { name: match[1]! }),
      value: (value, side) => expressionWords(asObject(value).value as Expression, (path) => side.answer(path)),
    }),
    of("prefill/*", {
      what: (values, both) =>
        quoted(has(values, both).field(String(nearest(values.place).step), [String(nearest(values.place).field)])),
      subject: () => phrase("prefillTriggers"),
      value: (value) => phrase("fromLength", { length: plain(asObject(value).length) }),
    }),
    of("why/*", {
      what: (values, both) =>
        phrase("reason", {
          why: has(values, both).text(
            [`why.${nearest(values.place).value}.title`],
            String(nearest(values.place).value),
          ),
        }),
      value: () => NO_WORDS,
    }),
    of("why/order", {
      what: "orderOfReasons",
      value: inOrder(({ value }, side) => side.text([`why.${value}.title`], String(value))),
    }),
    of("text_values/(\\w+)", { what: ({ match }) => phrase("textValue", { name: match[1]! }) }),
  ];
}

/** A list that is computed on both sides is compared by its rules. */
const onlySource = ({ at, describe }: Row): Row => ({
  at,
  describe: (values) => (asObject(values.from).rules && asObject(values.to).rules ? null : describe!(values)),
});

function listRows(sides: Sides): Row[] {
  const of = (pattern: string, cell: Cell) => row(sides, pattern, cell);
  const list: About = ({ match }, { now }) => quoted(now.list(match[1]!));
  const listValue: Write = (value, side, { match }) => {
    const listField = side.listField(match[1]!);
    if (listField) return side.value(listField[0], [listField[1]], value);
    return typeof value === "number" ? money(value) : plain(value);
  };
  const listRule = (values: Values): Words => {
    const { if: found } = nearest(values.place);
    return found === undefined
      ? phrase("otherCases")
      : phrase("listIf", { condition: answersWords(has(values, sides), found) });
  };
  return [
    onlySource(
      of("lists/(\\w+)", {
        what: "choicesOf",
        subject: list,
        value: (value) => (asObject(value).rules ? phrase("ownRules") : plain(value)),
      }),
    ),
    of("lists/(\\w+)/rules/*", {
      what: listRule,
      subject: list,
      value: (value, side, values) =>
        joined([asObject(value).values].flat().map((entry) => listValue(entry, side, values))),
    }),
    of("lists/(\\w+)/rules/*/if", { what: "condition", subject: list, value: condition }),
    of("lists/(\\w+)/rules/*/values/*", {
      what: "choice",
      subject: list,
      value: (value, side, values) =>
        phrase("choiceIf", {
          value: listValue(asObject(value).value ?? value, side, values),
          when: listWhen(values, sides),
        }),
    }),
    of("lists/(\\w+)/rules/*/values/order", {
      what: "orderOfChoices",
      subject: list,
      value: (value, side, values) => joined(readOrder(value).map((entry) => listValue(entry, side, values))),
    }),
    of("lists/(\\w+)/rules/*/default", { what: "preselected", subject: list, value: listValue }),
  ];
}

function listWhen({ place }: Values, { now }: Sides): Words {
  const ruleCondition = place.owners[0]?.if;
  return ruleCondition === undefined ? NO_WORDS : phrase("when", { condition: answersWords(now, ruleCondition) });
}

/** A text, in quotation marks. */
const words: Write = (value) => (value === null ? phrase("nothing") : quoted(plain(value)));
const expected: Write = (value) => phraseFor(String(value));
const effect: Write = (value) => phraseFor(`effect.${value ?? "refer"}`);

export function questionRows(sides: Sides): Row[] {
  const of = (pattern: string, cell: Cell) => row(sides, pattern, cell);
  const question: About = ({ place }) =>
    phrase("question", { id: String(nearest(place).id), question: plain(nearest(place).question_text) });
  const rule: About = ({ place }) => phrase("ruleNamed", { name: String(nearest(place).name) });
  const list = "(?:acceptance|final)_questions";
  const withEffect = (value: JsonObject) => ({
    expected: expected(value.expected_answer, sides.now, {} as Values),
    effect: effect(value.effect, sides.now, {} as Values),
  });
  return [
    ...["\\$schema", "sample"].map(ignored),
    of(`${list}/*`, {
      what: (values, both) => question(values, both),
      value: item((value) => phrase("expectation", withEffect(value))),
    }),
    of(`${list}/order`, { what: "orderOfQuestions", value: inOrder(({ id }) => plain(String(id))) }),
    of(`${list}/*/question_text${TEXT}`, { what: text("text.question"), value: words, subject: question }),
    of(`${list}/*/refusal_yes${TEXT}`, { what: text("text.refusal"), value: words, subject: question }),
    of(`${list}/*/tooltip${TEXT}`, { what: text("text.tooltip"), value: words, subject: question }),
    of(`${list}/*/list_items/*${TEXT}`, {
      what: text("text.item"),
      value: words,
      subject: ({ place, ...values }, both) =>
        question({ ...values, place: { ...place, owners: place.owners.slice(0, 1) } }, both),
    }),
    of(`${list}/*/expected_answer`, { what: "expectedAnswer", subject: question, value: expected }),
    of(`${list}/*/effect`, { what: "wrongAnswer", subject: question, value: effect }),
    of("answer_rules/*", {
      what: rule,
      value: item((value) =>
        phrase("ruleDetail", {
          condition: answersWords(sides.now, value.if),
          effect: effect(value.effect, sides.now, {} as Values),
        }),
      ),
    }),
    of("answer_rules/order", { what: "orderOfRules", value: inOrder(({ name }) => plain(name)) }),
    of("answer_rules/*/if", { what: "condition", subject: rule, value: condition }),
    of("answer_rules/*/effect", { what: "consequence", subject: rule, value: effect }),
    of(`answer_rules/*/message${TEXT}`, { what: text("text.message"), value: words, subject: rule }),
  ];
}
