// Which cases and journeys come out otherwise: each is judged by both contents as the check judges it.
import { dirname, join, relative, resolve } from "node:path";
import { allProducts, type Catalogue, findAsking, readManifest } from "../catalogue.ts";
import { withExpectedAnswers } from "../expectedAnswers.ts";
import { buildAnswers, contextFor, type Fixture, type FixtureCase, type Journey, listed } from "../fixtures.ts";
import { BASE, type Bases, indexBases, withAllSteps } from "../journeys/bases.ts";
import { type JourneyRun, type Road, runJourney } from "../journeys/inProcess.ts";
import { INCOMPLETE } from "../journeys/play.ts";
import { Portfolio } from "../journeys/portfolio.ts";
import { Memory } from "../memory.ts";
import { type Prepared, prepare } from "../prepare.ts";
import { readCases } from "../read/sharedCases.ts";
import { readContents } from "../readJson.ts";
import { Labelled } from "./labels.ts";
import { type Change, Scope } from "./scope.ts";
import { explain, joined, type Kind, money, phrase, phraseFor, plain, type Value, type Words } from "./words.ts";

interface Contents {
  old: { catalogue: Catalogue; fixtures: string };
  now: { catalogue: Catalogue; fixtures: string };
}

/** Of the products that differ; the others give what they gave. */
export async function compareResults(contents: Contents, products: Iterable<string>): Promise<Change[]> {
  const files = { old: readFixtures(contents.old), now: readFixtures(contents.now) };
  const told = [...products].map(async (key) => {
    const [old, now] = await Promise.all([
      prepared(contents.old.catalogue, key),
      prepared(contents.now.catalogue, key),
    ]);
    return old && now ? new ProductResults({ old, now, contents, files }).compare() : [];
  });
  return (await Promise.all(told)).flat();
}

async function prepared(catalogue: Catalogue, key: string): Promise<Prepared | null> {
  const product = allProducts(catalogue).find((one) => one.key === key);
  return product ? prepare(product, catalogue, [], new Memory()) : null;
}

interface FixtureFiles {
  journeys: Map<string, Journey>;
}

function readFixtures({ fixtures }: Contents["old"]): FixtureFiles {
  const directory = resolve(fixtures);
  const written = readContents<Journey>(join(directory, "journeys"));
  return { journeys: new Map(written.map(([path, content]) => [relative(dirname(directory), path), content])) };
}

interface Compared {
  old: Prepared;
  now: Prepared;
  contents: Contents;
  files: { old: FixtureFiles; now: FixtureFiles };
}

class ProductResults {
  readonly #compared: Compared;
  readonly #scope: Scope;
  readonly #labels: Labelled;

  constructor(compared: Compared) {
    this.#compared = compared;
    const { product } = compared.now;
    this.#labels = new Labelled(product, compared.contents.now.catalogue);
    this.#scope = new Scope({ product: product.key, part: "cases", file: "" });
  }

  compare(): Change[] {
    const { files, now } = this.#compared;
    const own = <T extends { product: string }>(all: Map<string, T>) =>
      [...all].filter(([, one]) => one.product === now.product.key);
    const later = this.#casesByStep("now");
    // As they were written for the old content; those that are new as they are.
    const fixtures = new Map([...later, ...this.#casesByStep("old")]);
    for (const [step, { file, content }] of fixtures) {
      const now = later.get(step);
      this.#cases(file, this.#whole("old", content), now && this.#whole("now", now.content));
    }
    const written = [...fixtures.values()].map(({ content }) => content);
    this.#journeys(new Map([...own(files.now.journeys), ...own(files.old.journeys)]), written);
    return this.#scope.changes;
  }

  /** Returns the cases of the product by step, each with its file. */
  #casesByStep(side: "old" | "now"): Map<string, { file: string; content: Fixture }> {
    const { contents, [side]: own } = this.#compared;
    const read = readCases(contents[side].fixtures, own.product, memory);
    return new Map(
      read.map(({ file, content }) => [String(content.step), { file, content: content as unknown as Fixture }]),
    );
  }

  /** Questions are answered as the old content expects them, and new ones as the new one does. */
  #whole(side: "old" | "now", fixture: Fixture): Fixture {
    const { old, now } = this.#compared;
    const before = withExpectedAnswers(fixture, findAsking(old.product));
    return side === "old" ? before : withExpectedAnswers(before, findAsking(now.product));
  }

  #cases(file: string, fixture: Fixture, later: Fixture | undefined): void {
    const { old, now } = this.#compared;
    if (!old.steps[fixture.step] || !now.steps[fixture.step]) return;
    const known = new Set(fixture.cases.map(({ name }) => name));
    const base: FixtureCase = { name: BASE, expect: "valid" };
    const all = [base, ...fixture.cases].map((one) => [fixture, one] as const);
    const fresh = later?.cases.filter(({ name }) => !known.has(name)).map((one) => [later, one] as const) ?? [];
    const alike = new Alike();
    for (const [of, one] of [...all, ...fresh]) {
      const told = differingErrors(judgeCase(old, of, one), judgeCase(now, of, one));
      if (told) alike.add(told, phrase("case", { name: one.name }));
    }
    alike.tell(this.#scope.about(fixture.step, file));
  }

  /** Those that differ in the same way are told together. */
  #journeys(journeys: Map<string, Journey>, fixtures: Fixture[]): void {
    const alike = new Alike();
    const sides = (["old", "now"] as const).map(
      (side) => [side, indexBases(fixtures.map((one) => this.#whole(side, one)))] as const,
    );
    for (const journey of journeys.values()) {
      const [from, to] = sides.map(([side, bases]) => this.#walk(side, journey, bases));
      const told = from && to ? this.#differences(from, to) : null;
      const flow = phraseFor(`flow.${journey.flow}`, {}, journey.flow);
      if (told) alike.add(told, phrase("journeys", { name: journey.name, flow }));
    }
    alike.tell(this.#scope);
  }

  #walk(side: "old" | "now", written: Journey, bases: Bases): JourneyRun | null {
    const { [side]: own, contents } = this.#compared;
    const portfolio = new Portfolio(resolve(contents[side].fixtures), memory);
    const road: Road = { prepared: own, rates: contents[side].catalogue.rates?.content ?? null, portfolio };
    const stored = written.quotation === undefined ? {} : (portfolio.answersOf(written.quotation) ?? {});
    const manifest = readManifest(own.product);
    const journey = withAllSteps(written, { bases, manifest, stored });
    const steps = journey.steps.filter(({ step }) => manifest.steps.some(({ key }) => key === step));
    try {
      return runJourney(road, { ...journey, steps }, stored);
    } catch {
      return null;
    }
  }

  #differences(from: JourneyRun, to: JourneyRun): Told | null {
    const because = this.#because(from, to);
    if (from.end.outcome !== to.end.outcome)
      return { kind: "journey.outcome", values: { from: outcome(from), to: outcome(to), because } };
    const [before, after] = [from, to].map(({ priced }) => priced.amounts.total ?? null);
    if (before !== after) return { kind: "journey.premium", values: { from: amount(before), to: amount(after) } };
    const errors = ({ steps, end }: JourneyRun) => JSON.stringify([steps.map((step) => step.errors), end.block]);
    return errors(from) === errors(to) ? null : { kind: "journey.errors", values: { because } };
  }

  #because(from: JourneyRun, to: JourneyRun): Words {
    const differing = to.steps.findIndex(
      ({ errors }, index) => errors !== from.steps[index]?.errors && !errors.endsWith(` ${INCOMPLETE}`),
    );
    if (differing >= 0) return plain(to.steps[differing]!.errors);
    const [before, after] = [from, to].map(({ end }) => listed(end.block));
    return before === after || to.end.block.length === 0
      ? explain(to.end.wrong ?? to.end.because)
      : joined([this.#labels.step("request"), plain(String(after))]);
  }
}

interface Told {
  kind: Kind;
  values: Record<string, Value>;
}

/** What differs in the same way is told in one sentence. */
class Alike {
  readonly #groups = new Map<string, { told: Told; names: Words[] }>();

  add(told: Told, name: Words): void {
    const key = JSON.stringify(told);
    const group = this.#groups.get(key) ?? { told, names: [] };
    this.#groups.set(key, group);
    group.names.push(name);
  }

  tell(scope: Scope): void {
    for (const { told, names } of this.#groups.values())
      scope.say(told.kind, "", { names: namesWords(names), ...told.values });
  }
}

const memory = new Memory();
const outcome = ({ end: { outcome: name } }: JourneyRun): Words => phraseFor(`outcome.${name}`, {}, name);
const amount = (value: number | null | undefined): Words => (typeof value === "number" ? money(value) : phrase("none"));

const SHOWN = 3;

function namesWords(names: readonly Words[]): Words {
  const shown = joined(names.slice(0, SHOWN));
  return names.length > SHOWN ? phrase("andOthers", { names: shown, count: names.length - SHOWN }) : shown;
}

/** Of what was given before and is given now only what differs. */
function differingErrors(before: string[] | undefined, after: string[] | undefined): Told | null {
  if (!before || !after) return null;
  const [from, to] = [before.filter((one) => !after.includes(one)), after.filter((one) => !before.includes(one))];
  const values = { from: from.join(", "), to: to.join(", ") };
  if (from.length === 0) return to.length === 0 ? null : { kind: "case.more", values };
  return { kind: to.length === 0 ? "case.less" : "case.other", values };
}

function judgeCase({ product, judges }: Prepared, fixture: Fixture, one: FixtureCase): string[] | undefined {
  const [answers] = buildAnswers(fixture.base, one);
  try {
    const verdict = answers && judges.judge(fixture.step, answers, contextFor(product, fixture.context, one.context));
    return verdict ? verdict.errors.map(({ pointer, keyword }) => `${pointer} ${keyword}`) : undefined;
  } catch {
    return undefined;
  }
}
