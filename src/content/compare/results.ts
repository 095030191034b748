// Which cases and journeys come out otherwise: each is judged by both contents as the check judges it.
import { resolve } from "node:path";
import { BASE, type Bases, indexBases, withAllSteps } from "../cases/journeys/bases.ts";
import type { Reason } from "../cases/journeys/because.ts";
import { type JourneyRun, runJourney } from "../cases/journeys/inProcess.ts";
import { INCOMPLETE } from "../cases/journeys/play.ts";
import { Portfolio } from "../cases/journeys/portfolio.ts";
import { readJourneys } from "../cases/journeys/record.ts";
import {
  buildAnswers,
  contextFor,
  type Fixture,
  type FixtureCase,
  type Journey,
  listed,
} from "../cases/steps/fixtures.ts";
import { type Prepared, prepare } from "../check/prepare.ts";
import { allProducts, type Catalogue, findAsking, readManifest } from "../read/catalogue.ts";
import { withExpectedAnswers } from "../read/expectedAnswers.ts";
import { Memory } from "../read/files/memory.ts";
import { readCases } from "../read/shared/sharedCases.ts";
import { type Change, Changes } from "./content/changes.ts";
import { Labelled } from "./words/labels.ts";
import { joined, money, type Phrase, phrase, phraseFor, quoted, type Value, type Words } from "./words/words.ts";

interface Content {
  catalogue: Catalogue;
  fixtures: string;
}

type Contents = Record<"old" | "now", Content>;

/** Of the products that differ. The others give the same results. */
export async function compareResults(contents: Contents, products: Iterable<string>): Promise<Change[]> {
  const compared = [...products].map(async (key) => {
    const [old, now] = await Promise.all([prepareProduct(contents.old, key), prepareProduct(contents.now, key)]);
    return old && now ? new ProductResults({ prepared: { old, now }, contents }).compare() : [];
  });
  return (await Promise.all(compared)).flat();
}

const memory = new Memory();

async function prepareProduct({ catalogue }: Content, key: string): Promise<Prepared | null> {
  const product = allProducts(catalogue).find((candidate) => candidate.key === key);
  return product ? prepare(product, catalogue, [], new Memory()) : null;
}

/** By the name of their file. */
const findJourneys = ({ fixtures }: Content, { product }: Prepared): Map<string, Journey> =>
  new Map(readJourneys(resolve(fixtures), findAsking(product)));

interface Compared {
  prepared: Record<"old" | "now", Prepared>;
  contents: Contents;
}

/** With the names of its steps. */
type Run = JourneyRun & { names: string[] };

class ProductResults {
  readonly #compared: Compared;
  readonly #changes: Changes;
  readonly #labels: Labelled;

  constructor(compared: Compared) {
    this.#compared = compared;
    const { product } = compared.prepared.now;
    this.#labels = new Labelled(product, compared.contents.now.catalogue);
    this.#changes = new Changes({ product: product.key, part: "cases", file: "" });
  }

  compare(): Change[] {
    const { contents, prepared } = this.#compared;
    const later = this.#casesByStep("now");
    // As they were written for the old content. New ones as they are.
    const cases = new Map([...later, ...this.#casesByStep("old")]);
    for (const [step, { content }] of cases) this.#compareCases(step, content, later.get(step)?.content);
    const fixtures = [...cases.values()].map(({ content }) => content);
    const all = new Map([...findJourneys(contents.now, prepared.now), ...findJourneys(contents.old, prepared.old)]);
    this.#compareJourneys([...all.values()], fixtures);
    return this.#changes.list;
  }

  #casesByStep(side: "old" | "now"): Map<string, { content: Fixture }> {
    const { contents, prepared } = this.#compared;
    const read = readCases(contents[side].fixtures, prepared[side].product, memory);
    return new Map(read.map(({ content }) => [String(content.step), { content: content as unknown as Fixture }]));
  }

  /** Questions are answered as the old content expects them, and new ones as the new content does. */
  #complete(side: "old" | "now", fixture: Fixture): Fixture {
    const { old, now } = this.#compared.prepared;
    const before = withExpectedAnswers(fixture, findAsking(old.product));
    return side === "old" ? before : withExpectedAnswers(before, findAsking(now.product));
  }

  #compareCases(step: string, earlier: Fixture, later: Fixture | undefined): void {
    const { old, now } = this.#compared.prepared;
    if (!old.steps[step] || !now.steps[step]) return;
    const fixture = this.#complete("old", earlier);
    const caseNames = new Set(fixture.cases.map(({ name }) => name));
    const added = later ? this.#complete("now", later).cases.filter(({ name }) => !caseNames.has(name)) : [];
    const groups = new Groups();
    for (const fixtureCase of [{ name: BASE, expect: "valid" } as FixtureCase, ...fixture.cases, ...added]) {
      const [before, after] = [judgeCase(old, fixture, fixtureCase), judgeCase(now, fixture, fixtureCase)];
      if (!before || !after) continue;
      const [from, to] = [
        before.filter((error) => !after.includes(error)),
        after.filter((error) => !before.includes(error)),
      ];
      const values = { from: this.#errors(step, from.join(", ")), to: this.#errors(step, to.join(", ")) };
      const kind: Phrase = from.length === 0 ? "case.more" : to.length === 0 ? "case.less" : "case.other";
      if (from.length + to.length > 0) groups.add(kind, values, phrase("case", { name: fixtureCase.name }));
    }
    groups.tell(this.#changes, this.#labels.step(step));
  }

  #compareJourneys(journeys: readonly Journey[], fixtures: readonly Fixture[]): void {
    const groups = new Groups();
    const bases = (side: "old" | "now") => indexBases(fixtures.map((fixture) => this.#complete(side, fixture)));
    const sides = { old: bases("old"), now: bases("now") };
    for (const journey of journeys) {
      const [from, to] = [this.#run("old", journey, sides.old), this.#run("now", journey, sides.now)];
      const difference = from && to ? this.#compareRuns(from, to) : null;
      const flow = phraseFor(`flow.${journey.flow}`, {}, journey.flow);
      if (difference) groups.add(...difference, phrase("journey", { name: journey.name, flow }));
    }
    groups.tell(this.#changes, phrase("part.journeys"));
  }

  #run(side: "old" | "now", written: Journey, bases: Bases): Run | null {
    const { prepared, contents } = this.#compared;
    const portfolio = new Portfolio(resolve(contents[side].fixtures), memory);
    const stored = written.quotation === undefined ? {} : (portfolio.answersOf(written.quotation) ?? {});
    const manifest = readManifest(prepared[side].product);
    const journey = withAllSteps(written, { bases, manifest, stored });
    const steps = journey.steps.filter(({ step }) => manifest.steps.some(({ key }) => key === step));
    const rates = contents[side].catalogue.rates?.content ?? null;
    try {
      const run = runJourney({ prepared: prepared[side], rates, portfolio }, { ...journey, steps }, stored);
      return { ...run, names: steps.map(({ step }) => step) };
    } catch {
      return null;
    }
  }

  #compareRuns(from: Run, to: Run): [Phrase, Record<string, Value>] | null {
    const because = () => this.#because(from, to);
    if (from.end.outcome !== to.end.outcome)
      return ["journey.outcome", { from: describeOutcome(from), to: describeOutcome(to), because: because() }];
    const [before, after] = [from, to].map(({ priced }) => priced.amounts.total ?? null);
    if (before !== after) {
      if (typeof before !== "number") return ["journey.priced", { to: money(Number(after)) }];
      if (typeof after !== "number") return ["journey.unpriced", { from: money(before) }];
      return ["journey.premium", { from: money(before), to: money(after) }];
    }
    const errors = ({ steps, end }: JourneyRun) => JSON.stringify([steps.map((step) => step.errors), end.block]);
    return errors(from) === errors(to) ? null : ["journey.errors", { because: because() }];
  }

  #because(from: Run, to: Run): Words {
    const index = to.steps.findIndex(
      ({ errors }, position) => errors !== from.steps[position]?.errors && !errors.endsWith(` ${INCOMPLETE}`),
    );
    if (index >= 0) return this.#errors(to.names[index] ?? "", to.steps[index]!.errors);
    const [before, after] = [from, to].map(({ end }) => listed(end.block));
    return before === after || to.end.block.length === 0
      ? this.#explain(to.end.wrong ?? to.end.because)
      : joined([this.#labels.step("request"), this.#errors("request", String(after))]);
  }

  #explain({ name, values }: Reason): Words {
    const { step, errors, answer, ...others } = values;
    const words = Object.entries(others).map(([key, value]) => [
      key,
      typeof value === "object" ? this.#explain(value) : value,
    ]);
    return phrase(`because.${name}`, {
      ...Object.fromEntries(words),
      ...(step === undefined ? {} : { step: quoted(this.#labels.step(String(step))) }),
      ...(errors === undefined ? {} : { errors: this.#errors(String(step ?? "request"), String(errors)) }),
      ...(answer === undefined ? {} : { answer: quoted(this.#labels.answer(String(answer))) }),
    });
  }

  /** Errors as `listed` writes them: each a field and the rule that it breaks. */
  #errors(step: string, text: string): Words {
    if (text === "" || text === listed([])) return phrase("noErrors");
    const errors = text.split(", ").map((error) => {
      const [pointer = "", keyword = ""] = error.split(" ");
      if (keyword === INCOMPLETE) return phrase("incompleteStep", { step: quoted(this.#labels.step(pointer)) });
      const field = quoted(this.#labels.field(step, pointer.split("/").slice(1)));
      return phrase("fieldError", { field, rule: phraseFor(`rule.${keyword}`, {}, keyword) });
    });
    return joined(errors);
  }
}

/** Results that differ in the same way are reported in one sentence. */
class Groups {
  readonly #groups = new Map<string, { kind: Phrase; values: Record<string, Value>; names: Words[] }>();

  add(kind: Phrase, values: Record<string, Value>, name: Words): void {
    const key = JSON.stringify([kind, values]);
    const group = this.#groups.get(key) ?? { kind, values, names: [] };
    this.#groups.set(key, group);
    group.names.push(name);
  }

  tell(changes: Changes, of: Words): void {
    for (const { kind, values, names } of this.#groups.values())
      changes.add(kind, "", { names: listNames(names), of, ...values });
  }
}

const describeOutcome = ({ end: { outcome } }: JourneyRun): Words => phraseFor(`outcome.${outcome}`, {}, outcome);

const SHOWN = 3;

function listNames(names: readonly Words[]): Words {
  const shown = joined(names.slice(0, SHOWN));
  return names.length > SHOWN ? phrase("andOthers", { names: shown, count: names.length - SHOWN }) : shown;
}

function judgeCase({ product, judges }: Prepared, fixture: Fixture, fixtureCase: FixtureCase): string[] | undefined {
  const [answers] = buildAnswers(fixture.base, fixtureCase);
  try {
    const verdict =
      answers && judges.judge(fixture.step, answers, contextFor(product, fixture.context, fixtureCase.context));
    return verdict?.errors.map(({ pointer, keyword }) => `${pointer} ${keyword}`);
  } catch {
    return undefined;
  }
}
