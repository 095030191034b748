// Small products that price by what a random form computes, shows, limits and switches on, by records, by what is ticked in them and by
// choices among them, and random answers to them.
import type { ProductFiles } from "#content/read/catalogue.ts";
import { withPremium } from "#content/read/steps/pricedAnswers.ts";
import { createAjv } from "#engine/rules/ajv.ts";
import { type RawValidate, toContract } from "#engine/rules/contract.ts";
import type { Condition, Expression, Schema } from "#engine/schema/schema.ts";
import type {
  Answers,
  Contract,
  JsonObject,
  Manifest,
  ProductBundle,
  RequestAnswers,
  StepSource,
} from "#engine/schema/types.ts";
import type { LoadedProduct } from "#server/products/products.ts";
import type { Random } from "./random.ts";

const ajv = createAjv({ strict: false, meta: false, validateSchema: false });

/** Forgets the schema, so that many random products take no memory. */
function compileContract(step: string, source: StepSource): Contract {
  const validate = ajv.compile(source.schema) as unknown as RawValidate;
  ajv.removeSchema(source.schema);
  return toContract(validate, step, source);
}

export const rates = {
  country: "NL",
  insurance_tax: { NL: { use: "standard", readings: { standard: [{ from: null, percentage: 0 }] } } },
  instalment_surcharges: {},
  one_off: {},
};
const COVER = { answer: "cover.main", list: "all_main_coverages" };

const COVER_STEP = { key: "cover", kind: "form" };

/** The fixed part of every tariff. */
export const baseTariff: JsonObject = {
  product_code: { default: "1" },
  main: { ...COVER, options: [{ value: 1, insured_amount: 1000, price: 100 }] },
  factors: [],
  tax: { rate: "insurance_tax", date: "request.effective_date" },
};

export interface Written {
  manifest: JsonObject;
  steps: Record<string, Schema>;
  tariff: JsonObject;
}

/** Loads a product as the server does, with the list of priced answers that publishing derives. */
export function load({ manifest, steps: schemas, tariff }: Written): LoadedProduct {
  const cover: Schema = { type: "object", properties: { main: { type: "integer", enum: [1] } }, required: ["main"] };
  const steps: Record<string, StepSource> = Object.fromEntries(
    Object.entries({ ...schemas, cover }).map(([key, schema]) => [key, { schema, ui: {} }]),
  );
  const whole = { lists: {}, documents: {}, ...manifest, steps: [...(manifest.steps as unknown[]), COVER_STEP] };
  const files = { manifest: { content: whole }, tariff: { content: tariff }, tariffs: [] } as unknown as ProductFiles;
  const bundle: ProductBundle = {
    version: "1",
    manifest: withPremium(files, steps) as unknown as Manifest,
    steps,
    contracts: Object.fromEntries(Object.entries(steps).map(([key, step]) => [key, compileContract(key, step)])),
  };
  const back = { tariff, rates, questions: null, professions: null } as LoadedProduct["back"];
  return { key: "small", release: "1", bundle, back, text: (_language, key) => key };
}

type Kind = "number" | "truth" | "covers";
interface Known {
  path: string;
  kind: Kind;
}

const HIGHEST = 6;
const schemaOf: Record<Kind, Schema> = {
  number: { type: "integer", minimum: 0, maximum: HIGHEST },
  truth: { type: "boolean" },
  covers: { type: "array", items: { type: "string", enum: ["a", "b"] }, uniqueItems: true },
};

/** An expression that is true for some answers. */
function expression(random: Random, { path, kind }: Known): Expression {
  if (kind === "number") return { atLeast: [path, 1 + random.below(4)] };
  if (kind === "covers") return { has: [path, random.pick(["a", "b"])] };
  return random.chance(0.5) ? path : { not: path };
}

/** A condition on one answer, of the rules of a step. */
function condition(random: Random, kind: Kind): Condition {
  if (kind === "number") return { minimum: 1 + random.below(4) };
  return kind === "truth" ? { const: random.chance(0.5) } : { contains: { const: random.pick(["a", "b"]) } };
}
const about = (name: string, inner: Condition): Condition => ({ properties: { [name]: inner }, required: [name] });

/** Writes three steps, each field of which may depend on those before it. */
export const write = (random: Random): Written => new Writer(random).write();

/** The price of records by two answers, by all that is ticked and by what is computed in the record. */
const priceRecords = (each: string): JsonObject => ({
  name: each,
  each,
  optional: true,
  price: {
    name: "kind",
    answer: `${each}.*.kind`,
    by: `${each}.*.size`,
    grid: {
      columns: [0, 3, HIGHEST],
      rows: [
        { value: "a", cells: [1, 2, 3.5] },
        { value: "b", cells: [10, 21, 34] },
      ],
    },
  },
  factors: [
    { name: "covers", answer: `${each}.*.covers`, each_of: { a: 1.3, b: 0.6 } },
    { name: "counted", answer: `${each}.*.counted`, bands: BANDS, empty: 1 },
  ],
});

const NAMES = ["f1", "f2", "f3", "f4"];
const BANDS = Array.from({ length: 60 }, (_, index) => ({ up_to: index, factor: 1 + index / 7 }));

class Writer {
  readonly #random: Random;
  readonly #known: Known[] = [];
  readonly #facts: JsonObject = {};
  readonly #lists: JsonObject = {};
  readonly #recordLists: string[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  write(): Written {
    const steps: Record<string, Schema> = {};
    const manifestSteps = ["first", "second", "third"].map((step) => {
      const when = this.#random.chance(0.4) ? this.#otherStep() : undefined;
      steps[step] = this.#writeStep(step);
      this.#addFacts(step);
      return { key: step, kind: "form", ...(when !== undefined ? { when } : {}) };
    });
    const factor = (name: string) => ({ name, answer: this.#random.pick(this.#paths("number")), empty: 0.5 });
    const factors = ["x", "y"].map((name) => ({ ...factor(name), bands: BANDS }));
    return {
      manifest: { steps: manifestSteps, facts: this.#facts, lists: this.#lists },
      steps,
      tariff: {
        ...baseTariff,
        factors,
        per_item: this.#recordLists.filter(() => this.#random.chance(0.5)).map(priceRecords),
      },
    };
  }

  #paths = (kind: Kind): string[] => this.#known.filter((each) => each.kind === kind).map(({ path }) => path);

  /** A condition on an answer of any step so far. */
  #otherStep(): Expression | undefined {
    return this.#known.length > 0 ? expression(this.#random, this.#random.pick(this.#known)) : undefined;
  }

  #writeStep(step: string): Schema {
    const properties: Record<string, Schema> = {};
    const allOf: Schema[] = [];
    const siblings: Known[] = [];
    for (const name of NAMES) {
      const [kind, field] = this.#random.pick(this.#fields(step));
      const schema = { ...field, ...this.#flag() };
      const shownBy = siblings.length > 0 && this.#random.chance(0.5) ? this.#random.pick(siblings) : undefined;
      if (shownBy) allOf.push(this.#showing(shownBy, { [name]: schema }));
      else properties[name] = schema;
      siblings.push({ path: name, kind });
      this.#known.push({ path: `${step}.${name}`, kind });
    }
    if (this.#random.chance(0.5)) Object.assign(properties, this.#records(step));
    return { type: "object", properties, allOf };
  }

  /** A list of records, which may choose among those of an earlier step, and a choice among them beside it. */
  #records(step: string): Record<string, Schema> {
    const choose = (): Schema => ({ type: "string", enumFrom: this.#random.pick(this.#recordLists) });
    const owner = this.#recordLists.length > 0 ? choose() : undefined;
    // biome-ignore lint/suspicious/noThenProperty: an operator of expressions
    const counted: Expression = owner ? { if: { answered: ".owner" }, then: 3, else: ".size" } : { sum: [".size", 1] };
    const properties: Record<string, Schema> = {
      kind: { type: "string", enum: ["a", "b"] },
      size: schemaOf.number,
      covers: schemaOf.covers,
      note: { type: "string" },
      ...(owner ? { owner } : {}),
      counted: { type: "integer", computed: counted },
    };
    const list = `${step}.cars`;
    this.#recordLists.push(list);
    this.#lists[list] = { records: list };
    const chosen: Expression[] = owner ? [{ answered: ".owner" }] : [];
    const where = this.#random.pick([{ is: [".kind", "a"] }, { has: [".covers", "b"] }, ...chosen, ...chosen]);
    this.#facts[`cars_${step}`] = { count: `${list}.*`, where };
    this.#facts[`is_chosen_${step}`] = { answered: `${step}.chosen` };
    this.#known.push({ path: `facts.cars_${step}`, kind: "number" });
    this.#known.push({ path: `facts.is_chosen_${step}`, kind: "truth" });
    return { cars: { type: "array", items: { type: "object", properties } }, chosen: choose() };
  }

  #showing({ path, kind }: Known, properties: Record<string, Schema>): Schema {
    const side = this.#random.chance(0.5) ? "then" : "else";
    return { if: about(path, condition(this.#random, kind)), [side]: { properties } };
  }

  #flag(): Schema {
    const truths = Object.keys(this.#facts).filter((fact) => fact.startsWith("is"));
    return truths.length > 0 && this.#random.chance(0.2) ? { when: `facts.${this.#random.pick(truths)}` } : {};
  }

  /** The kinds of fields that a step can have now. */
  #fields(step: string): [Kind, Schema][] {
    const paths = this.#paths("number").map((path) => (path.startsWith(`${step}.`) ? path.slice(step.length) : path));
    const number = paths.length > 0 ? this.#random.pick(paths) : 1;
    const answered: [Kind, Schema][] = [
      ["truth", schemaOf.truth],
      ["covers", schemaOf.covers],
      ["number", schemaOf.number],
      ["number", { ...schemaOf.number, startsWith: number }],
      ["number", { ...schemaOf.number, rules: { few: { atMost: [number, HIGHEST - 2] } } }],
      ["number", this.#listed()],
    ];
    return paths.length > 0 ? [...answered, ["number", { type: "integer", computed: { sum: [number, 1] } }]] : answered;
  }

  #listed(): Schema {
    const name = `list_${Object.keys(this.#lists).length}`;
    const condition = this.#otherStep();
    const limited = condition !== undefined ? [{ when: condition, values: [0, 1, 2] }] : [];
    this.#lists[name] = { rules: [...limited, { values: [0, 1, 2, 3, 4, 5, HIGHEST] }] };
    return { type: "integer", enumFrom: name };
  }

  #addFacts(step: string): void {
    const number = this.#paths("number").at(-1);
    if (number === undefined) return;
    this.#facts[`count_${step}`] = { of: number, empty: 0 };
    this.#facts[`is_${step}`] = { atLeast: [`facts.count_${step}`, 2] };
    this.#known.push({ path: `facts.count_${step}`, kind: "number" });
  }
}

const fieldsOf = ({ properties = {}, allOf = [] }: Schema): [string, Schema][] => [
  ...Object.entries(properties),
  ...allOf.flatMap((part) => Object.entries({ ...part.then?.properties, ...part.else?.properties })),
];

/** Answers most fields, also those that do not show. A record that is chosen may be gone. */
export function answer({ steps }: Written, random: Random): RequestAnswers {
  const ids: string[] = ["gone"];
  const value = ({ type, items }: Schema): unknown => {
    if (type === "boolean") return random.chance(0.5);
    if (type === "string") return random.pick(ids);
    if (items?.properties) return Array.from({ length: random.below(4) }, () => answerRecord(items));
    return type === "array" ? ["a", "b"].filter(() => random.chance(0.5)) : random.below(HIGHEST + 1);
  };
  const answerRecord = (record: Schema): Answers => {
    const owner = record.properties?.owner && random.chance(0.6) ? { owner: random.pick(ids) } : {};
    const _id = `r${ids.length}`;
    ids.push(_id);
    const covers = value(schemaOf.covers);
    return { _id, kind: random.pick(["a", "b"]), size: random.below(HIGHEST + 1), covers, note: "x", ...owner };
  };
  const answerStep = (schema: Schema): Answers =>
    Object.fromEntries(
      fieldsOf(schema).flatMap(([name, field]) =>
        field.computed === undefined && random.chance(0.85) ? [[name, value(field)]] : [],
      ),
    );
  const answers = Object.entries(steps).map(([key, schema]) => [key, answerStep(schema)] as const);
  return { ...Object.fromEntries(answers), cover: { main: 1 } };
}
