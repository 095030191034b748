// The rows of what decides a price: the tariff, the lists that it looks up, and the rates of all products.
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Labelled } from "../words/labels.ts";
import {
  day,
  joined,
  money,
  NO_WORDS,
  type Phrase,
  percent,
  phrase,
  plain,
  quoted,
  type Words,
} from "../words/words.ts";
import { asObject, type Place, type Row, type Sides } from "./changes.ts";
import {
  type About,
  answersWords,
  type Cell,
  every,
  flag,
  has,
  ignored,
  inOrder,
  labelled,
  nearest,
  onlyWhole,
  parseKey,
  row,
  type Values,
  type Write,
} from "./rows.ts";

export const tariffRows = (sides: Sides): Row[] => [
  ...["\\$schema", "sample", "reference", "note"].map(ignored),
  { at: /^order$/, describe: null },
  ...optionRows(sides),
  ...itemRows(sides),
  ...factorRows(sides),
  ...factorRows(sides, "per_item/*/", 1),
  ...partRows(sides),
];

/** A choice of a field, by default of the main cover. */
function chosen(side: Labelled, value: unknown, address = asObject(side.tariffContent.main).answer): Words {
  const [step = "", ...path] = String(address).split(".");
  return phrase("fieldValue", { field: side.field(step, path), value: side.value(step, path, value) });
}

function optionRows(sides: Sides): Row[] {
  const choice: About = (values, both) => chosen(has(values, both), nearest(values.place).value);
  const cover: About = (values, both) => quoted(has(values, both).cover(String(nearest(values.place).value)));
  const unit: About = (values, both) => labelled(has(values, both), nearest(values.place).answer);
  const price = { what: "price", value: (value: unknown) => money(Number(value)), ratio: true } as const;
  const priced = (value: unknown) => phrase("priceOf", { price: money(Number(asObject(value).price)) });
  const of = (pattern: string, cell: Cell) => row(sides, pattern, cell);
  return [
    of("main/options/*", { what: "choice", subject: choice, value: priced }),
    of("main/options/order", { what: "orderOfChoices", value: inOrder(({ value }, side) => chosen(side, value)) }),
    of("main/options/*/price", { ...price, subject: choice }),
    of("main/options/*/insured_amount", { what: "insuredAmount", subject: choice, value: price.value }),
    of("additional/*", { what: "cover", subject: cover, value: priced }),
    of("additional/order", { what: "orderOfCovers", value: inOrder(({ value }, side) => side.cover(String(value))) }),
    of("additional/*/price", { ...price, subject: cover }),
    of("additional/*/popular", { what: "popular", subject: cover, value: flag }),
    of("additional/*/amounts/(\\w+)", {
      what: ({ match }) => phrase("amountNamed", { name: match[1]! }),
      subject: cover,
      value: (value) => (typeof value === "number" ? money(value) : plain(value)),
    }),
    of("per_unit/*", {
      what: "unit",
      subject: unit,
      value: priced,
    }),
    of("per_unit/*/price", {
      ...price,
      what: "unitPrice",
      subject: unit,
    }),
  ];
}

/** Prices over records. */
function itemRows(sides: Sides): Row[] {
  const list: About = (values, both) => labelled(has(values, both), nearest(values.place).each);
  const of = (pattern: string, cell: Omit<Cell, "subject">) =>
    row(sides, `per_item/*${pattern}`, { ...cell, subject: list });
  const field: Write = (value, side) => labelled(side, value);
  return [
    of("", { what: "item", value: () => NO_WORDS }),
    of("/rate", { what: "itemRate", ratio: true }),
    of("/minimum", { what: "itemMinimum", value: (value) => money(Number(value)), ratio: true }),
    of("/amount", { what: "itemAmount", value: field }),
    of("/label", { what: "itemLabel", value: field }),
    of("/optional", { what: "itemOptional", value: flag }),
  ];
}

/** `depth`: how many lists the factors are inside. */
function factorRows(sides: Sides, within = "", depth = 0): Row[] {
  const of = (pattern: string, cell: Cell) => row(sides, within + pattern, cell);
  const readAddress = ({ owners }: Place) => owners[depth]?.answer;
  const factorField: About = ({ place, to }, { old, now }) =>
    labelled(to === undefined ? old : now, readAddress(place));
  const factorValue: About = (values, both) =>
    chosen(has(values, both), parseKey(values.match[1]!), readAddress(values.place));
  const upTo = (limit: unknown, values: Values) => {
    const [step = "", ...path] = String(readAddress(values.place)).split(".");
    return has(values, sides).value(step, path, limit);
  };
  const band: About = (values, both) =>
    phrase("upTo", { field: factorField(values, both), value: upTo(nearest(values.place).up_to, values) });
  return [
    of("factors/*", { what: "dependence", subject: factorField, value: () => NO_WORDS }),
    of("factors/*/answer", {
      what: ({ place }) => phrase("factorReads", { name: String(nearest(place).name) }),
      value: (value, side) => labelled(side, value),
    }),
    of("factors/*/default", {
      what: "factor",
      subject: (values, both) => phrase("withoutAnswer", { field: factorField(values, both) }),
      ratio: true,
    }),
    of("factors/*/values/([^/]+)", { what: "factor", subject: factorValue, ratio: true }),
    of("factors/*/bands/*", { what: "factor", subject: band, value: (value) => plain(asObject(value).factor) }),
    of("factors/*/bands/*/factor", { what: "factor", subject: band, ratio: true }),
    of("factors/*/bands/*/up_to", {
      what: ({ place }) => phrase("bandEnd", { factor: plain(nearest(place).factor) }),
      subject: factorField,
      value: (value, _side, values) => upTo(value, values),
    }),
  ];
}

function partRows(sides: Sides): Row[] {
  const of = (pattern: string, cell: Cell) => row(sides, pattern, cell);
  return [
    of("own_risk", {
      what: "ownRisk",
      value: (value, side) =>
        asObject(value).answer === undefined
          ? money(Number(asObject(value).fixed))
          : phrase("answerOf", { field: labelled(side, asObject(value).answer) }),
    }),
    ...["double_year_limit", "instalments", "one_off", "per_unit", "per_item", "additional"].map((name) =>
      onlyWhole(of(name, { what: `part.${name}` as Phrase, value: () => NO_WORDS })),
    ),
    of("double_year_limit/rate", { what: "doubleRate", value: (value) => percent(Number(value) * 100) }),
    of("double_year_limit/multiple", { what: "doubleMultiple" }),
    of("instalments/default_months", { what: "defaultMonths", value: (value) => every(value), isChoice: true }),
    of("features/(\\w+)", {
      what: "condition",
      subject: (values, both) => quoted(has(values, both).feature(values.match[1]!)),
      value: (value, side) => answersWords(side, asObject(value).if),
    }),
    of("product_code/default", { what: "defaultCode" }),
    of("product_code/precedence", { what: "orderOfCodes", value: (value) => joined([value].flat().map(plain)) }),
  ];
}

/** Sectors, professions and other lists that the tariff looks up. */
export function tableRows(sides: Sides): Row[] {
  const of = (pattern: string, cell: Cell) => row(sides, pattern, cell);
  const label = ({ label: words, value }: JsonObject) => quoted(plain(words ?? value));
  return [
    ...["\\$schema", "sample"].map(ignored),
    of("(\\w+)/*", {
      what: ({ place }) => label(nearest(place)),
      subject: ({ match }) => sides.now.list(match[1]!),
      value: () => NO_WORDS,
    }),
    of("(\\w+)/order", {
      what: "orderOfChoices",
      subject: ({ match }) => sides.now.list(match[1]!),
      value: inOrder(label),
    }),
    of("(\\w+)/*/(.+)", { what: ({ match }) => plain(match[2]), subject: ({ place }) => label(nearest(place)) }),
  ];
}

export function rateRows(sides: Sides): Row[] {
  const of = (pattern: string, cell: Cell) => row(sides, pattern, cell);
  const asPercent: Write = (value) => percent(Number(isObject(value) ? value.percentage : value));
  const since: About = ({ place }) => {
    const { from } = nearest(place);
    return from === null || from === undefined ? phrase("tax") : phrase("taxFrom", { day: day(String(from)) });
  };
  return [
    ...["\\$schema", "description", "reference"].map(ignored),
    of("insurance_tax/\\w+/use", { what: "taxReading" }),
    of("insurance_tax/\\w+/readings/[^/]+/*", { what: since, value: asPercent }),
    of("insurance_tax/\\w+/readings/[^/]+/*/percentage", { what: since, value: asPercent }),
    of("instalment_surcharges/(\\d+)", {
      what: ({ match }) => phrase("surcharge", { every: every(Number(match[1])) }),
      value: asPercent,
    }),
    of("one_off/([^/]+)/percentage", { what: ({ match }) => phrase("oneOff", { name: match[1]! }), value: asPercent }),
  ];
}
