// Requests as brokers could make them, by seed: over all products, choices, bands and options. Each starts from the
// base of the cases and takes for each field a value that its rules allow. A step with a wrong result takes its base
// again.
import { resolve } from "node:path";
import { isThere } from "#engine/answers/activeData.ts";
import { recordSchemas } from "#engine/fields/recordFields.ts";
import { countAnswers, isNeeded } from "#engine/rules/facts.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject, memberList, propertySchemas } from "#engine/schema/schemaTree.ts";
import type { Answers, EvaluationContext, JsonObject, Lists, RequestAnswers } from "#engine/schema/types.ts";
import { dateAt } from "#engine/values/dates.ts";
import { findTerms, judgeRequest } from "#underwriting/judgeRequest.ts";
import { Portfolio } from "../../cases/journeys/portfolio.ts";
import { FIXTURE_DAY, type Fixture } from "../../cases/steps/fixtures.ts";
import { withExpectedAnswers } from "../../read/expectedAnswers.ts";
import { Memory } from "../../read/files/memory.ts";
import { readCases } from "../../read/shared/sharedCases.ts";
import type { ReplayRequest } from "./judge.ts";
import type { ReplayContent, ReplayProduct } from "./rules.ts";

/** In percent: how often a switch is on, and how often a question is not answered as in the base. */
const ON = 30;
const OTHERWISE = 1;
const YEARS_BACK = 20;
/** An amount is seldom smaller than its maximum divided by this. */
const SMALLEST = 200;

interface Generating {
  content: ReplayContent;
  /** Cases of the products' steps: their bases are where requests start. */
  fixtures: readonly Fixture[];
  count: number;
  seed: number;
  /** First day of cover of all. Absent: any that the request block allows. */
  day?: string | undefined;
}

function generateRequests({ content, fixtures, count, seed, day }: Generating): ReplayRequest[] {
  const makers = [...content.products.values()].flatMap((product) => {
    const productFixtures = fixtures.filter((fixture) => fixture.product === product.key);
    const hasFirstStep = productFixtures.some(({ step }) => step === product.bundle.manifest.steps[0]?.key);
    return hasFirstStep ? [new RequestMaker(product, productFixtures, seed)] : [];
  });
  if (makers.length === 0) return [];
  return Array.from({ length: count }, (_, index) => {
    const made = makers[index % makers.length]!.make(String(index + 1));
    return day === undefined ? made : { ...made, day };
  });
}

class RequestMaker {
  readonly #product: ReplayProduct;
  readonly #bases: RequestAnswers;
  readonly #draw: Draw;

  constructor(product: ReplayProduct, fixtures: readonly Fixture[], seed: number) {
    this.#product = product;
    const asking = { steps: product.bundle.manifest.steps, questions: product.back.questions };
    this.#bases = Object.fromEntries(
      fixtures.map((fixture) => [fixture.step, withExpectedAnswers(fixture, asking).base]),
    );
    this.#draw = new Draw(`${seed} ${product.key}`);
  }

  make(number: string): ReplayRequest {
    const { bundle, key, sources } = this.#product;
    const options = { today: FIXTURE_DAY, sources: () => sources };
    const answers: RequestAnswers = {};
    for (const step of bundle.manifest.steps) {
      if (step.extra || !isNeeded(step, countAnswers(bundle.manifest, answers, FIXTURE_DAY), FIXTURE_DAY)) continue;
      const { context } = findTerms(this.#product, answers, options);
      answers[step.key] = this.#fill(step.key, context);
    }
    const { errors } = judgeRequest(this.#product, answers, options);
    // A base fits the bases of the steps before it, not whatever was drawn there.
    if (Object.keys(answers).some((step) => errors[step]?.length))
      for (const step of Object.keys(answers)) answers[step] = this.#bases[step] ?? {};
    const request = this.#fill("request", { today: FIXTURE_DAY, lists: {} });
    const day = String(request.effective_date ?? FIXTURE_DAY);
    return { number, product: key, answers: { ...answers, request }, today: FIXTURE_DAY, day };
  }

  #fill(step: string, context: EvaluationContext): Answers {
    const base = this.#bases[step] ?? {};
    return this.#fillObject(this.#product.bundle.steps[step]?.schema ?? {}, base, context);
  }

  #fillObject(around: Schema, base: JsonObject, context: EvaluationContext): Answers {
    const filled: Answers = {};
    for (const [name, [schema = {}]] of propertySchemas(around)) {
      const value = this.#value(schema, base[name], filled, context);
      if (value !== undefined) filled[name] = value;
    }
    return filled;
  }

  /** A row that the base does not answer is filled in like its first. */
  #rows(row: Schema, { list, prefix }: { list: string; prefix: string }, base: unknown, context: EvaluationContext) {
    const before = Object.entries(isObject(base) ? base : {}).filter(([, cells]) => isObject(cells));
    const rows = new Map(before) as Map<string, JsonObject>;
    const [first = {}] = rows.values();
    return Object.fromEntries(
      (context.lists[list] ?? []).map(({ value }) => {
        const name = `${prefix}${value}`;
        return [name, this.#fillObject(row, rows.get(name) ?? first, context)];
      }),
    );
  }

  #value(schema: Schema, base: unknown, filled: Answers, context: EvaluationContext): unknown {
    const { lists, today } = context;
    const { enumFrom, items, dateWindow } = schema;
    if (!isThere(schema, context)) return undefined;
    if (enumFrom) return this.#draw.from(lists[enumFrom] ?? [])?.value ?? base;
    if (items?.pairFrom) return this.#pairs(items.pairFrom, lists, filled) ?? base;
    const members = memberList(schema);
    const [row] = recordSchemas(schema);
    if (members && row) return this.#rows(row, members, base, context);
    if (members) return this.#members(members, lists, base);
    if (schema.format === "date") return this.#draw.day(today, dateWindow) ?? base;
    return this.#plain(schema, base);
  }

  #plain(schema: Schema, base: unknown): unknown {
    const { enum: choices, type, minimum = 1, maximum } = schema;
    if (choices) return this.#draw.from(choices) ?? base;
    // The base contains the agreements.
    if (type === "boolean") return schema.const === undefined ? this.#draw.chance(ON) : base;
    if (typeof base !== "number" || maximum === undefined) return base;
    return this.#draw.amount(Math.max(minimum, maximum / SMALLEST), maximum);
  }

  #pairs(pair: NonNullable<Schema["pairFrom"]>, lists: Lists, filled: Answers): string[][] | undefined {
    const parents = Object.values(filled).map(String);
    const offered = (lists[pair.list] ?? []).filter((item) => parents.includes(String(item[pair.parent])));
    const first = this.#draw.from(offered);
    return first && [[String(first[pair.parent]), String(first.value)]];
  }

  /** Covers are switched on now and then. A question seldom has another answer than the base. */
  #members(
    { list, prefix, required }: { list: string; prefix: string; required: boolean },
    lists: Lists,
    base: unknown,
  ) {
    const before = isObject(base) ? base : {};
    return Object.fromEntries(
      (lists[list] ?? []).map(({ value }) => {
        const name = `${prefix}${value}`;
        if (!required) return [name, this.#draw.chance(ON)];
        return [name, this.#draw.chance(OTHERWISE) ? before[name] !== true : before[name]];
      }),
    );
  }
}

/** Numbers by seed: mulberry32, seeded by the text. */
class Draw {
  #state = 2_166_136_261;

  constructor(seed: string) {
    for (const sign of seed) this.#state = Math.imul(this.#state ^ sign.charCodeAt(0), 16_777_619) >>> 0;
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  from<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.#next() * all.length)];
  }

  chance(ofHundred: number): boolean {
    return this.#next() * 100 < ofHundred;
  }

  /**
   * As amounts are spread: as many between 1 and 10 as between 10 and 100. They have two significant digits, and now
   * and then the highest value is taken.
   */
  amount(minimum: number, maximum: number): number {
    if (this.chance(2)) return maximum;
    const drawn = Math.exp(Math.log(minimum) + this.#next() * (Math.log(maximum) - Math.log(minimum)));
    return Math.min(maximum, Math.max(minimum, Number(drawn.toPrecision(2))));
  }

  day(today: string, window: Schema["dateWindow"] = {}): string | undefined {
    const [from, to] = [window.from ?? `-${YEARS_BACK}y`, window.to ?? "+1m"].map((offset) => dateAt(today, offset));
    const days = Math.round((Date.parse(to ?? "") - Date.parse(from ?? "")) / 86_400_000);
    return days >= 0 ? dateAt(from ?? today, `+${Math.min(9999, Math.floor(this.#next() * (days + 1)))}d`) : undefined;
  }
}

/** Requests without a database: the quotations of the sample portfolio that have answers, or generated ones. */
export function sampleRequests(fixturesDir: string): ReplayRequest[] {
  const { quotations } = new Portfolio(resolve(fixturesDir), new Memory());
  const requests: ReplayRequest[] = [];
  for (const { number, product_key: product, answers, date, start_date } of quotations)
    if (typeof product === "string" && answers) {
      const days = { today: String(date), day: String(start_date) };
      requests.push({ number: String(number), product, answers: answers as RequestAnswers, ...days });
    }
  return requests;
}

export function generateFrom(fixturesDir: string, generating: Omit<Generating, "fixtures">): ReplayRequest[] {
  const fixtures = [...generating.content.products.values()].flatMap(({ key, bundle }) => {
    const steps = [...bundle.manifest.steps, { key: "request" }];
    return readCases(fixturesDir, { key, steps }).map(({ content }) => content as unknown as Fixture);
  });
  return generateRequests({ ...generating, fixtures });
}
