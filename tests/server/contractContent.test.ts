// The document of a quotation or policy shows texts, not codes of choices, and each question with its list items.
import { describe, expect, test } from "vitest";
import type { PremiumAnswer } from "#api/wire/wireTypes.ts";
import { price } from "#content/cases/journeys/price.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import type { Answers, Language, Lists, StepSource } from "#engine/schema/types.ts";
import { INSTALMENT_MONTHS, termsInYear } from "#engine/values/instalments.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { paperBlocks, paperWords } from "#server/documents/papers.ts";
import type { ContractRow } from "#server/documents/recordTables.ts";
import { nameByStandard } from "#server/handover/events.ts";
import { createProducts, type LoadedProduct } from "#server/products/products.ts";
import { evaluate } from "#server/requests/evaluate.ts";
import { premiumAnswer } from "#server/requests/premium/premiumAnswer.ts";
import { answerSections } from "#server/requests/sending/content/answerSections.ts";
import { type ContractFacts, contractContent, labelAmounts } from "#server/requests/sending/content/contractContent.ts";
import { calculate } from "#underwriting/calculate.ts";
import type { Tariff } from "#underwriting/tariff.ts";
import { additionalFacts, mainFacts, oneOffFacts, yearFacts } from "#widgets/ui/facts/premiumFacts.ts";
import { Random } from "../content/support/random.ts";
import { journeys } from "../journeys/support/journey.ts";
import { modelProducts } from "../support/model.ts";

const DAY = "2026-12-01";
const sent = journeys.filter(({ flow, expect: { outcome } }) => flow === "newRequest" && outcome === "accepted");
const products = createProducts(modelProducts);

function buildDocument(product: LoadedProduct, journey: (typeof sent)[number], language: Language) {
  const steps = new Map(journey.steps.map(({ step, answers }) => [step, { data: answers, finished: true }]));
  const evaluation = evaluate(product, steps, { today: "2026-11-20", language, day: DAY });
  const calculation = calculate(evaluation.underwriting);
  return { ...paperOf({ product, evaluation, calculation }, language), evaluation };
}

function paperOf(
  parts: Pick<ContractFacts, "product" | "evaluation"> & { calculation: unknown },
  language: Language = "nl",
) {
  const relation = { company: "Proef", address: "Weg 1", zipcode: "1234 AB", city: "Zwolle", kvk_number: "42793191" };
  const facts = { outcome: "policy", number: "1", provider: "P", productName: "p", files: [], day: DAY };
  const content = contractContent({
    ...facts,
    language,
    relation,
    ...parts,
  } as unknown as ContractFacts);
  return { ...content, rows: content.sections.flatMap((section) => section.rows) };
}

const readCents = (amount: string) => Number(amount.replace(/\D/g, ""));

/** Choices that are in a step's own schema, as text. */
const findCodes = ({ schema }: StepSource): string[] =>
  [...propertySchemas(schema).values()]
    .flat()
    .flatMap(({ enum: values }) =>
      Array.isArray(values) ? values.filter((value): value is string => typeof value === "string") : [],
    );

test.each(LANGUAGES)("blocks and rows are in the order of the content, in the words of %s", async (language) => {
  const journey = sent[0]!;
  const product = (await products.current(journey.product))!;
  const { sections } = buildDocument(product, journey, language);
  const { blocks, rows, periods } = paperWords[language];
  const filled = new RegExp(`(${Object.values(periods).join("|")})$|\\d+`);
  for (const [at, { block, rows: named = [] }] of paperBlocks.slice(0, 3).entries()) {
    expect(sections[at]?.heading).toBe(block !== "answers" && blocks[block]);
    const written = (sections[at]?.rows ?? []).map(([label]) => label.replace(filled, "…"));
    const known = named.map((name) => rows[name].replace(/\{\w+\}/, "…"));
    // What the premium of a year consists of comes before it.
    const labels = written.slice(Math.max(0, written.indexOf(known[0] ?? "")));
    expect(known.filter((label) => labels.includes(label))).toEqual(labels);
  }
});

test("instalments and the difference by their rounding are the premium of a year", async () => {
  const journey = sent[0]!;
  const product = (await products.current(journey.product))!;
  const { evaluation } = buildDocument(product, journey, "nl");
  const calculation = calculate(evaluation.underwriting)!;
  const paid = (perYear: number, perTerm: number, months: number) => {
    const input = {
      outcome: "policy",
      language: "nl",
      product,
      evaluation,
      relation: { address: "" },
      day: DAY,
      today: DAY,
    };
    const facts = {
      ...input,
      files: [],
      calculation: { ...calculation, inTerms: months < 12, months, perYear, perTerm },
    };
    const rows = contractContent(facts as unknown as ContractFacts).sections.flatMap((section) => section.rows);
    return rows.find(([label]) => label === paperWords.nl.rows.rounding)?.[1];
  };
  expect(paid(100_02, 25_01, 3)?.replace(/\s/g, " ")).toBe("€ 0,02");
  expect(paid(100_05, 25_01, 3)?.replace(/\s/g, " ")).toMatch(/-.*0,01/);
  expect([paid(100_04, 25_01, 3), paid(100_02, 100_02, 12)]).toEqual([undefined, undefined]);
});

/** The lines of the sidebar and of the page of a contract. */
function expectAddedUp(screen: PremiumAnswer["premium"]): void {
  const tools = { text: (key: string) => key, money: String, euros: String };
  const cents = (facts: { value?: unknown; sum?: boolean }[]) =>
    facts.reduce((sum, { value }) => sum + Math.round(Number(value) * 100), 0);
  const annual = Math.round((screen.lines?.annual ?? 0) * 100);
  const main = mainFacts(screen, tools);
  const covers = additionalFacts(screen, tools).filter(({ sum }) => !sum);
  if (main.length > 0) expect(cents([...main, ...covers]), "the lines of a year").toBe(annual);
  for (const facts of [yearFacts(screen, tools), oneOffFacts(screen, tools)]) {
    const [sum] = facts.filter(({ sum: isSum }) => isSum);
    if (sum) expect(cents(facts.filter(({ sum: isSum }) => !isSum)), "with the surcharge, or once").toBe(cents([sum]));
  }
}

test("the premium of random tariffs is the same on the screen, in a journey and on paper, to the cent", async () => {
  const product = (await products.current(sent[0]!.product))!;
  const { evaluation } = buildDocument(product, sent[0]!, "nl");
  const { underwriting } = evaluation;
  const { main, factors = [] } = underwriting.tariff;
  for (let seed = 0; seed < 60; seed += 1) {
    const random = new Random(seed);
    const cents = () => (1 + random.below(500_000)) / 100;
    const months = random.pick(INSTALMENT_MONTHS);
    const options = main!.options.map((option) => ({ ...option, price: cents() }));
    const tariff: Tariff = {
      ...underwriting.tariff,
      main: { ...main!, options },
      factors: [...factors, { name: "more", answer: "random.none", empty: cents() / 1000, values: {} }],
      per_item: [{ name: "each", each: "random.items", amount: "random.items.*.sum", rate: 0.0037, optional: true }],
      instalments: { answer: "random.terms", default_months: months, rate: "instalment_surcharges" },
    };
    const items = Array.from({ length: random.below(4) }, () => ({ sum: cents() }));
    const answers = { ...underwriting.answers, random: { terms: random.chance(0.8), items } };
    const instalment_surcharges = { [months]: random.below(900) / 100 };
    const input = { ...underwriting, tariff, answers, rates: { ...underwriting.rates, instalment_surcharges } };
    const screen = premiumAnswer(product, input, "nl").premium;
    const journey = price(input, answers).amounts;
    expect([screen.total_amount, screen.lines?.per_term, screen.lines?.tax, screen.lines?.per_year]).toEqual([
      journey.total,
      journey.per_term,
      journey.tax,
      journey.per_year,
    ]);
    const { sections } = paperOf({
      product,
      evaluation: { ...evaluation, underwriting: input },
      calculation: calculate(input),
    });
    const rows = sections.find(({ heading }) => heading === paperWords.nl.blocks.premium)?.rows ?? [];
    const onPaper = (name: "total" | "term" | "tax" | "annual" | "surcharge" | "rounding") => {
      const label = paperWords.nl.rows[name].replace(/\{.*$/, "");
      const [, value = "0"] = rows.findLast(([words]) => words.startsWith(label)) ?? [];
      return readCents(value) * (value.includes("-") || value.includes("−") ? -1 : 1);
    };
    expect([onPaper("total"), onPaper("tax")], `seed ${seed}`).toEqual(
      [screen.total_amount, screen.lines?.tax].map((amount) => Math.round(Number(amount) * 100)),
    );
    expectAddedUp(screen);
    const terms = screen.pay_in_terms ? termsInYear(months) : 1;
    const year = onPaper("annual") + onPaper("surcharge") + onPaper("rounding");
    expect(year, `terms of a year, seed ${seed}`).toBe(onPaper("term") * terms);
  }
});

describe.each(sent.map((journey) => [journey.product, journey] as const))("%s", (key, journey) => {
  test.each(["nl", "fr"] as const)("in %s: choices in words, questions with their points", async (language) => {
    const product = (await products.current(key))!;
    const { rows, sections, evaluation } = buildDocument(product, journey, language);
    const codes = new Set(Object.values(product.bundle.steps).flatMap(findCodes));
    expect(rows.filter(([, value]) => codes.has(value))).toEqual([]);
    const repeats = ([label, value]: ContractRow) => String(value).endsWith(label.split(" ").slice(-2).join(" "));
    expect(rows.filter(repeats), "an answer that repeats its label").toEqual([]);
    expect(rows.filter(([, value]) => /^\d{4}-\d{2}-\d{2}$/.test(value))).toEqual([]);
    const { annual } = paperWords[language].rows;
    const year = sections.find(({ heading }) => heading === paperWords[language].blocks.premium)?.rows ?? [];
    const at = year.findIndex(([label]) => label === annual);
    const lines = year.slice(0, at).reduce((sum, [, amount]) => sum + readCents(amount), 0);
    expect(at === 0 || lines === readCents(year[at]?.[1] ?? ""), "the lines above it add up to the year").toBe(true);
    const labels = rows.map(([label]) => label).join("\n");
    const points = Object.values(evaluation.context.lists)
      .flatMap((list) => list ?? [])
      .flatMap(({ list_items }) => (list_items as string[] | undefined) ?? []);
    expect(points.length).toBeGreaterThan(0);
    for (const point of points) expect(labels).toContain(point);
    expect(
      rows.filter(([label]) => /^[a-z_]+$/.test(label)),
      "names of fields instead of their labels",
    ).toEqual([]);
  });
});

/** With one more field in its first step. */
function withField(product: LoadedProduct, name: string, schema: Schema, ui: UiSchema): LoadedProduct {
  const source = product.bundle.steps["general-data"]!;
  const properties = { ...source.schema.properties, [name]: schema };
  const step = { schema: { ...source.schema, properties }, ui: { ...source.ui, [name]: ui } };
  const steps = { ...product.bundle.steps, "general-data": step };
  return { ...product, bundle: { ...product.bundle, steps } };
}

const findProduct = async () => (await products.current("cyber"))!;

function findRow(product: LoadedProduct, answers: Answers, lists: Lists = {}): string[] | undefined {
  const { evaluation } = buildDocument(product, sent.find((journey) => journey.product === product.key)!, "nl");
  evaluation.answers["general-data"] = answers;
  evaluation.context.lists = {
    ...lists,
    other: [{ value: "101", label: "Other" }],
    own: [{ value: "101", label: "Own" }],
  };
  const [section] = answerSections({ product, evaluation, language: "nl", fileNames: new Map() });
  return section?.rows[0]?.slice(0, 2).map((text) => String(text).replace(/\u00a0/g, " "));
}

test.each<[string, { ui: UiSchema; schema: Schema }, unknown, string]>([
  ["a count above 99", { ui: { "ui:widget": "number" }, schema: { type: "integer" } }, 2500, "2.500"],
  ["an amount below 100", { ui: { "ui:widget": "currency" }, schema: { type: "integer" } }, 50, "€ 50"],
  ["a share", { ui: { "ui:widget": "number" }, schema: { type: "number" } }, 12.25, "12,25"],
  ["a year", { ui: { "ui:widget": "year" }, schema: { type: "integer" } }, 1998, "1998"],
  [
    "an amount in dollars",
    { ui: { "ui:widget": "currency", "ui:options": { currency: "USD" } }, schema: { type: "integer" } },
    2500,
    "USD 2.500",
  ],
  [
    "an account",
    { ui: { "ui:widget": "text" }, schema: { type: "string", format: "iban" } },
    "NL91ABNA0417164300",
    "NL91 ABNA 0417 1643 00",
  ],
  ["a month", { ui: { "ui:widget": "text" }, schema: { type: "string", format: "month" } }, "2026-11", "11-2026"],
  ["an amount with cents", { ui: { "ui:widget": "currency" }, schema: { type: "number" } }, 1250.5, "€ 1.250,50"],
  [
    "a choice that another list has too",
    { ui: { "ui:widget": "select" }, schema: { type: "string", enumFrom: "own" } },
    "101",
    "Own",
  ],
])("says %s as the form does", async (_name, { ui, schema }, value, words) => {
  const product = withField(await findProduct(), "extra", schema, ui);
  expect(findRow(product, { extra: value })).toEqual(["extra", words]);
});

test("writes the words of a question whose list has only values", async () => {
  const schema: Schema = { type: "object", ask: { from: "plain" } };
  const layout = { "ui:field": "questions", "ui:options": { optionTexts: "common.legal_form" } };
  const product = withField(await findProduct(), "extra", schema, layout);
  expect(findRow(product, { extra: { BV: true } }, { plain: [{ value: "BV" }] })?.[0]).toBe(
    product.text("nl", "common.legal_form.BV"),
  );
});

test("names the fields of a group with their group, each in its own notation", async () => {
  const properties: Record<string, Schema> = { account: { type: "string", format: "iban" }, share: { type: "number" } };
  const layout = { "ui:field": "group", account: { "ui:widget": "text" }, share: { "ui:widget": "number" } };
  const product = withField(await findProduct(), "bank", { type: "object", properties }, layout);
  const { evaluation } = buildDocument(product, sent.find((journey) => journey.product === product.key)!, "nl");
  evaluation.answers["general-data"] = { bank: { share: 12.5, account: "NL91ABNA0417164300" } };
  expect(answerSections({ product, evaluation, language: "nl", fileNames: new Map() })[0]?.rows).toEqual([
    ["bank – account", "NL91 ABNA 0417 1643 00"],
    ["bank – share", "12,5"],
  ]);
});

const conditional: Schema = {
  type: "object",
  properties: { paid: { type: "integer", audience: "office" }, settled: { type: "boolean" } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  allOf: [{ if: { required: ["settled"] }, then: { properties: { cause: { type: "string" } } } }],
};
test.each<[string, Schema, unknown]>([
  ["a group", conditional, { paid: 5, settled: true, cause: "Brand" }],
  ["a list", { type: "array", items: conditional }, [{ _id: "a", paid: 5, settled: true, cause: "Brand" }]],
  [
    "a table",
    { type: "object", rows: { from: "own", ...conditional } },
    { "101": { paid: 5, settled: true, cause: "Brand" } },
  ],
])(
  "writes the fields of %s in the order of the form, for the client without those of the office",
  async (_shape, schema, value) => {
    const kind = schema.items ? "list" : schema.rows ? "table" : "group";
    const ui = { "ui:field": kind, "ui:order": ["cause", "settled", "paid"] };
    const product = withField(await findProduct(), "extra", schema, ui);
    const { evaluation } = buildDocument(product, sent.find((journey) => journey.product === product.key)!, "nl");
    evaluation.answers["general-data"] = { extra: value } as Answers;
    evaluation.context.lists.own = [{ value: "101", label: "Own" }];
    const read = (reader?: "client") =>
      answerSections({ product, evaluation, language: "nl", fileNames: new Map(), reader })[0]?.rows;
    const names = (rows: ContractRow[] = []) => rows.map(([name]) => name.split(" – ").at(-1));
    expect([names(read()), names(read("client"))]).toEqual([
      ["cause", "settled", "paid"],
      ["cause", "settled"],
    ]);
  },
);

test("cover and deductible are called as the product calls them, on paper and on its page as in the sidebar", async () => {
  const product = (await products.current(sent[0]!.product))!;
  const own = (key: string) => (key === "wizard.sidebar.summary.own_risk" ? "Eigen risico per schade" : undefined);
  const named = {
    ...product,
    text: (...words: Parameters<typeof product.text>) => own(words[1]) ?? product.text(...words),
  };
  const labels = (of: LoadedProduct) => {
    const { sections } = buildDocument(of, sent[0]!, "nl");
    return sections.find(({ heading }) => heading === paperWords.nl.blocks.cover)?.rows.map(([label]) => label);
  };
  expect(labels(product)).toContain(paperWords.nl.rows.own_risk);
  expect(labels(named)).toContain("Eigen risico per schade");
  expect(labels(named)).not.toContain(paperWords.nl.rows.own_risk);
  expect(labelAmounts({ product: named, language: "nl" })).toMatchObject({ own_risk: "Eigen risico per schade" });
  expect(JSON.stringify(labelAmounts({ product, language: "nl" })), "those that all products share").toBe("{}");
});

test("leaves files to their block, and no field that is called like theirs", async () => {
  const product = withField(await findProduct(), "file", { type: "string" }, { "ui:widget": "text" });
  expect(findRow(product, { file: "12-34" })?.[1]).toBe("12-34");
});

test("a list of records has a row for each answer, named with its record, and no ids", async () => {
  const owners = {
    type: "array",
    items: { type: "object", properties: { name: { type: "string" }, turnover: { type: "integer" } } },
  };
  const ui = { "ui:field": "list", turnover: { "ui:widget": "currency" } };
  const product = withField(await findProduct(), "owners", owners, ui);
  const { evaluation } = buildDocument(product, sent.find((journey) => journey.product === product.key)!, "nl");
  evaluation.answers["general-data"] = {
    owners: [
      { _id: "a", name: "Anna", turnover: 2500 },
      { _id: "b", name: "Bo" },
    ],
  };
  const [section] = answerSections({ product, evaluation, language: "nl", fileNames: new Map() });
  expect(section?.rows.map(([label, value]) => `${label}: ${value}`.replace(/\u00a0/g, " "))).toEqual([
    "owners 1 – name: Anna",
    expect.stringMatching(/^owners 1 – .+: € 2\.500$/),
    "owners 2 – name: Bo",
  ]);
  const handover = {
    fields: {
      "general-data.owners": "own.owners",
      "general-data.owners.*.name": "own.names",
      "general-data.owners.*.turnover": "own.turnovers",
      "general-data.others.*.name": "own.others",
    },
  };
  const { standard } = nameByStandard(handover, { answers: evaluation.answers, case: {}, contract: {} });
  expect(standard).toEqual({
    "own.owners": [{ name: "Anna", turnover: 2500 }, { name: "Bo" }],
    "own.names": ["Anna", "Bo"],
    "own.turnovers": [2500, null],
  });
});

test("a table has a row for each answer, named with its table, row and column, in the order of the list", async () => {
  const row = { type: "object", properties: { last: { type: "integer" }, next: { type: "integer" } } };
  const amount = { "ui:widget": "currency" };
  const ui = { "ui:field": "table", last: amount, next: amount };
  const schema: Schema = { type: "object", rows: { from: "areas", ...row } };
  const product = withField(await findProduct(), "sales", schema, ui);
  const { evaluation } = buildDocument(product, sent.find((journey) => journey.product === product.key)!, "nl");
  evaluation.context.lists.areas = [{ value: "nl", label: "Nederland" }, { value: "eu" }];
  evaluation.answers["general-data"] = { sales: { eu: { next: 5 }, gone: { last: 1 }, nl: { next: 20, last: 1500 } } };
  const [section] = answerSections({ product, evaluation, language: "nl", fileNames: new Map() });
  expect(section?.rows.map((cells) => cells.join(": ").replace(/\u00a0/g, " "))).toEqual([
    "sales – Nederland – last: € 1.500",
    "sales – Nederland – next: € 20",
    "sales – eu – next: € 5",
  ]);
});
