// Runs the testers' files: every case must give exactly the errors it expects, from both judges, and every rule of every
// step must have been seen to fail.
import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { activeData } from "#engine/activeData.ts";
import type { FieldError, JsonObject, StepSource } from "#engine/types.ts";
import { backFeatures } from "./backLists.ts";
import { BoundCoverage } from "./boundCoverage.ts";
import { type Catalogue, jsonFiles, manifestOf, type ProductFiles } from "./catalogue.ts";
import type { Shapes } from "./checkShapes.ts";
import { error, type Finding } from "./finding.ts";
import { answersOf, contextFor, type Expected, type Fixture, type Journey, listed } from "./fixtures.ts";
import type { Judges } from "./judges.ts";
import { type JsonFile, readJson } from "./readJson.ts";
import { brokenRule, rulesOf } from "./ruleCoverage.ts";

export interface Prepared {
  product: ProductFiles;
  steps: Record<string, StepSource>;
  judges: Judges;
}

function pairs(errors: readonly FieldError[]): [string, string][] {
  return errors.map(({ pointer, keyword }) => [pointer, keyword]);
}

export class FixtureChecks {
  readonly #directory: string;
  readonly #base: string;
  readonly #shapes: Shapes;
  readonly #products: Map<string, Prepared>;
  readonly #broken = new Map<string, Set<string>>();
  readonly #bounds = new Map<string, BoundCoverage>();
  readonly #tested = new Set<string>();
  readonly findings: Finding[] = [];
  cases = 0;
  journeys = 0;

  constructor(fixturesDir: string, catalogue: Catalogue, shapes: Shapes, products: Map<string, Prepared>) {
    this.#directory = resolve(fixturesDir);
    this.#base = catalogue.base;
    this.#shapes = shapes;
    this.#products = products;
  }

  run(): void {
    for (const file of this.#read("steps", "fixture")) this.#fixture(file);
    for (const file of this.#read("journeys", "journey")) this.#journey(file);
    for (const [key, prepared] of this.#products) this.#coverage(key, prepared);
  }

  #read(folder: string, kind: string): JsonFile[] {
    const files = jsonFiles(join(this.#directory, folder)).flatMap(
      (path) => readJson(path, this.#base, this.findings) ?? [],
    );
    return files.filter((file) => {
      const findings = this.#shapes.check(file, kind);
      this.findings.push(...findings);
      return findings.length === 0;
    });
  }

  #report(file: JsonFile, place: string, sentence: string, hint: string): void {
    this.findings.push(error(file.file, place, sentence, hint));
  }

  #fixture(file: JsonFile): void {
    const fixture = file.content as unknown as Fixture;
    const prepared = this.#products.get(fixture.product);
    const [folder = "", name = ""] = relative(join(this.#directory, "steps"), file.path).split(sep);
    if (!prepared?.steps[fixture.step]) {
      this.#report(
        file,
        "/step",
        `there is no step "${fixture.step}" of "${fixture.product}"`,
        "correct product or step",
      );
      return;
    }
    if (folder !== fixture.product || name !== `${fixture.step}.json`) {
      this.#report(
        file,
        "/step",
        "the file stands in another place than its product and step say",
        "move it or correct them",
      );
    }
    const key = `${fixture.product} ${fixture.step}`;
    this.#tested.add(key);
    this.#bounds.set(key, new BoundCoverage(prepared.steps[fixture.step]?.schema ?? {}));
    this.#case(file, prepared, fixture, "/base", fixture.base, undefined, "valid", "the base");
    const names = new Set<string>();
    for (const [index, one] of fixture.cases.entries()) {
      const place = `/cases/${index}`;
      if (names.has(one.name))
        this.#report(file, `${place}/name`, `another case has the name "${one.name}"`, "say what differs");
      names.add(one.name);
      const [data, lost] = answersOf(fixture.base, one);
      if (lost !== null) {
        this.#report(file, place, `${lost} leads to nothing in the base`, "correct the pointer");
        continue;
      }
      this.#case(file, prepared, fixture, place, data, one.context, one.expect, `"${one.name}"`);
    }
  }

  #case(
    file: JsonFile,
    { product, judges }: Prepared,
    fixture: Fixture,
    place: string,
    data: JsonObject,
    context: Fixture["context"] | undefined,
    expected: Expected,
    name: string,
  ): void {
    this.cases += 1;
    const evaluated = contextFor(product, fixture.context, context);
    const verdict = judges.judge(fixture.step, data, evaluated);
    if (!verdict) return;
    if (verdict.disagreement)
      this.#report(
        file,
        place,
        `the judges disagree about ${name}: ${verdict.disagreement}`,
        "this is a fault of the engine; report it",
      );
    const given = listed(pairs(verdict.errors));
    const wanted = expected === "valid" ? "valid" : listed(expected);
    if (given !== wanted)
      this.#report(
        file,
        place,
        `${name} should give ${wanted} and gives ${given}`,
        "correct the case, or the rule in the schema",
      );
    const key = `${fixture.product} ${fixture.step}`;
    const broken = this.#broken.get(key) ?? new Set();
    this.#broken.set(key, broken);
    for (const raw of verdict.raw) broken.add(brokenRule(raw));
    this.#bounds.get(key)?.add(data, evaluated.today, verdict.raw);
  }

  #journey(file: JsonFile): void {
    this.journeys += 1;
    const journey = file.content as unknown as Journey;
    const prepared = this.#products.get(journey.product);
    if (!prepared) {
      this.#report(file, "/product", `there is no product "${journey.product}"`, "correct it");
      return;
    }
    const known = manifestOf(prepared.product).steps.map((step) => step.key);
    const answers: Record<string, JsonObject> = {};
    for (const [index, step] of journey.steps.entries()) {
      const place = `/steps/${index}`;
      if (!known.includes(step.step)) {
        this.#report(file, place, `there is no step "${step.step}"`, `the steps are ${known.join(", ")}`);
        continue;
      }
      answers[step.step] = step.answers;
      const expected = step.expect?.errors ?? [];
      this.#filledIn(file, prepared, `${place}/answers`, step.step, journey.today, answers, expected, journey.flow);
    }
    const expected = journey.expect.errors;
    const request = { ...answers, request: journey.submit.answers };
    if (expected || journey.expect.outcome !== "refused") {
      this.#filledIn(
        file,
        prepared,
        "/submit/answers",
        "request",
        journey.today,
        request,
        expected ?? [],
        journey.flow,
      );
    }
  }

  /** What is filled in is judged as the server judges it: without the fields that do not show. */
  #filledIn(
    file: JsonFile,
    { product, steps, judges }: Prepared,
    place: string,
    step: string,
    today: string,
    answers: Record<string, JsonObject>,
    expected: [string, string][],
    flow: string,
  ): void {
    // A change of an existing quotation may name only what changes; its other answers are the back end's.
    if (flow === "editQuote" || flow === "quoteToPolicy") return;
    const context = contextFor(product, { today, answers, features: backFeatures(product, answers) });
    const source = steps[step];
    if (!source) return;
    const verdict = judges.judge(step, activeData(source.schema, answers[step] ?? {}, context), context);
    const given = listed(pairs(verdict?.errors ?? []));
    if (given !== listed(expected))
      this.#report(
        file,
        place,
        `this should give ${listed(expected)} and gives ${given}`,
        "correct the answers or what is expected",
      );
  }

  #coverage(key: string, { product, steps }: Prepared): void {
    for (const files of product.steps) {
      const source = steps[files.key];
      if (!source) continue;
      const path = join(relative(this.#base, this.#directory), "steps", key, `${files.key}.json`);
      if (!this.#tested.has(`${key} ${files.key}`)) {
        const sentence = existsSync(join(this.#base, path))
          ? "its cases could not be run"
          : "the step has no test cases";
        this.findings.push(error(files.schema.file, "", sentence, `write them in ${path}`));
        continue;
      }
      const broken = this.#broken.get(`${key} ${files.key}`) ?? new Set();
      for (const rule of rulesOf(source.schema)) {
        if (broken.has(rule)) continue;
        const place = rule.slice(1);
        this.findings.push(
          error(files.schema.file, place, "no test case breaks this rule", `add a case to ${path} that does`),
        );
      }
      for (const { rule, side } of this.#bounds.get(`${key} ${files.key}`)?.gaps() ?? []) {
        if (!broken.has(rule)) continue;
        const sentence =
          side === "on" ? "no test case stands on this bound" : "no test case stands just beyond this bound";
        this.findings.push(error(files.schema.file, rule.slice(1), sentence, `add a case to ${path} that does`));
      }
    }
  }
}
