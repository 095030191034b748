// Runs one file of cases of a step: compares what each case gives with what it expects, and collects which rules and bounds
// were tried. What they leave is tried by cases that follow from the rules. Cases are not run while their base is not valid.
import { CONFIRMED } from "#engine/expressions/warnings.ts";
import { isErrorName, rules } from "#engine/schema/rules.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { partsAbout } from "#engine/schema/schemaVisitor.ts";
import type { Answers, EvaluationContext } from "#engine/schema/types.ts";
import type { PreparedProduct } from "../../check/prepare.ts";
import { findAsking } from "../../read/catalogue.ts";
import { withExpectedAnswers } from "../../read/expectedAnswers.ts";
import type { JsonFile } from "../../read/files/readJson.ts";
import { certainly, error, type Finding, type Hint, isError, note, wordHint } from "../../read/findings/finding.ts";
import { didYouMean, meantOr, nearest } from "../../read/findings/sentences.ts";
import { t } from "../../read/findings/translate.ts";
import { placedSchemas } from "../../read/steps/stepIndex.ts";
import { BrokenRules, MET, UNMET } from "./brokenRules.ts";
import { type Trial, tryRules } from "./derivedCases.ts";
import {
  buildAnswers,
  contextFor,
  describeFormats,
  type ExpectedResult,
  type Fixture,
  type FixtureCase,
  type FixtureContext,
  listed,
  pairs,
} from "./fixtures.ts";
import { HANGS_AFTER_MS, withinTime } from "./withinTime.ts";

/** What is given and not wanted, or the other way round: the same in several cases is one rule that is otherwise. */
function nameDifference(wanted: string, actual: string): string {
  const [before, after] = [wanted.split(", "), actual.split(", ")];
  const differing = [...before, ...after].filter((rule) => before.includes(rule) !== after.includes(rule));
  return differing.filter((rule) => rule !== listed([])).join(", ");
}

export class CaseRun {
  readonly findings: Finding[] = [];
  cases = 0;
  /** Those that follow from the rules. */
  derived = 0;
  readonly #file: JsonFile;
  readonly #prepared: PreparedProduct;
  readonly #fixture: Fixture;
  #current = { place: "/base", name: t`the base` };
  readonly #broken: BrokenRules;
  /** Differences that a case has shown: the next one is not listed. */
  readonly #differences = new Set<string>();

  constructor(file: JsonFile, prepared: PreparedProduct) {
    this.#file = file;
    this.#prepared = prepared;
    this.#fixture = withExpectedAnswers(file.content as unknown as Fixture, findAsking(prepared.product));
    this.#broken = new BrokenRules(prepared.steps[this.#fixture.step]);
    // One limit for the whole file, because watching the time costs more than judging a case.
    if (withinTime(() => this.#run())) return;
    const { place, name } = this.#current;
    const hint = t`a pattern of the step hangs on this text; write it in another way`;
    this.#report(place, t`${name} takes longer than ${HANGS_AFTER_MS / 1000} seconds to judge`, hint);
  }

  /** With what its questions imply. */
  get fixture(): Fixture {
    return this.#fixture;
  }

  #run(): void {
    const { base, cases } = this.#fixture;
    this.#judged("/base", { name: t`the base`, expect: "valid" });
    if (this.findings.some(isError)) return;
    const names = new Set<string>();
    const tried = new Map([[formatTried(base), t`the base`]]);
    for (const [index, fixtureCase] of cases.entries()) {
      const pointer = `/cases/${index}`;
      if (names.has(fixtureCase.name))
        this.#report(`${pointer}/name`, t`another case has the name "${fixtureCase.name}"`, t`say what differs`);
      names.add(fixtureCase.name);
      const unknown = this.#unknownRule(fixtureCase.expect);
      const [answers, lost] = buildAnswers(base, fixtureCase);
      const same = tried.get(formatTried(answers, fixtureCase.context));
      tried.set(formatTried(answers, fixtureCase.context), `"${fixtureCase.name}"`);
      if (lost !== null) this.#report(pointer, t`${lost} leads to nothing in the base`, t`correct it`);
      else if (unknown !== undefined) {
        const hint = meantOr(Object.keys(rules), unknown, t`schemas/reference.md lists the rules`);
        this.#report(`${pointer}/expect`, t`there is no rule "${unknown}"`, hint);
      } else this.#judged(pointer, { ...fixtureCase, name: `"${fixtureCase.name}"` });
      if (same !== undefined && lost === null && !this.findings.some((other) => other.place === pointer))
        this.findings.push(
          note(
            this.#file.file,
            pointer,
            t`"${fixtureCase.name}" tries the same as ${same}`,
            t`change an answer or the context, or remove it`,
          ),
        );
    }
    if (!this.findings.some(isError)) this.#derive();
  }

  /** Both sides of each rule once, and more of what no case shows yet. */
  #derive(): void {
    const tried = new Set<string>();
    const name = ({ side, rule, records }: Pick<Trial, "rule" | "side" | "records">) => `${side} ${rule} ${records}`;
    const wants = (trial: Pick<Trial, "rule" | "side" | "records">) =>
      !tried.has(name(trial)) || (trial.side === "beyond" && this.#broken.lacks(trial.rule));
    for (const { data, context, ...trial } of tryRules(this.#fixture, this.#prepared, wants)) {
      const { rule } = trial;
      tried.add(name(trial));
      this.derived += 1;
      this.#current = { place: "", name: t`what follows from ${rule}` };
      this.#evaluate(data, context);
    }
  }

  get #schema(): Schema {
    return this.#prepared.steps[this.#fixture.step]?.schema ?? {};
  }

  #unknownRule(expected: ExpectedResult): string | undefined {
    if (expected === "valid") return undefined;
    const names = placedSchemas(this.#schema).flatMap((part) => part.rules.map(({ name }) => name));
    return expected.map(([, rule]) => rule).find((rule) => !isErrorName(rule) && !names.includes(rule));
  }

  #report(pointer: string, sentence: string, hint: Hint): void {
    this.findings.push(error(this.#file.file, pointer, sentence, hint));
  }

  #judged(pointer: string, fixtureCase: FixtureCase): void {
    this.cases += 1;
    this.#current = { place: pointer, name: fixtureCase.name };
    try {
      this.#judge(pointer, fixtureCase);
    } catch (reason) {
      this.#report(
        pointer,
        t`${fixtureCase.name} cannot be judged (${String(reason)})`,
        t`correct the rules of the step`,
      );
    }
  }

  #judge(pointer: string, fixtureCase: FixtureCase): void {
    const data = buildAnswers(this.#fixture.base, fixtureCase)[0] ?? {};
    const evaluated = contextFor(this.#prepared, this.#fixture.context, fixtureCase.context);
    const verdict = this.#evaluate(data, evaluated);
    if (verdict) this.#compare(pointer, fixtureCase, listed(pairs(verdict.errors)));
  }

  #evaluate(data: Answers, evaluated: EvaluationContext) {
    const verdict = this.#prepared.judge.evaluate(this.#fixture.step, data, evaluated);
    if (verdict) this.#broken.add(verdict.raw, verdict.errors, verdict.data);
    return verdict;
  }

  #compare(pointer: string, fixtureCase: FixtureCase, actual: string): void {
    const { name, expect } = fixtureCase;
    const wanted = expect === "valid" ? "valid" : listed(expect);
    const misspelt = this.#misspelt(fixtureCase);
    if (actual === wanted) {
      if (misspelt !== undefined && !wanted.includes(" additionalProperties"))
        this.#report(pointer, t`${name} is ${inWords(actual)} as it would be without what it sets`, misspelt);
      return;
    }
    const difference = nameDifference(wanted, actual);
    if (this.#differences.has(difference)) return;
    this.#differences.add(difference);
    const hint = misspelt ?? t`${describeFormats(this.#schema, actual)}correct the case, or the rule in the schema`;
    this.#report(pointer, t`${name} should be ${inWords(wanted)}, but is ${inWords(actual)}`, hint);
  }

  /** A pointer to an unknown field only adds a value that no rule judges. */
  #misspelt({ set = {} }: FixtureCase): Hint | undefined {
    const members = placedSchemas(this.#schema).flatMap(({ schema }) => partsAbout(schema, "member"));
    const fields = [...members.map(({ name }) => name), CONFIRMED];
    const wrong = Object.keys(set).find((pointer) => !fields.includes(pointer.split("/")[1] ?? ""));
    if (wrong === undefined) return undefined;
    const meant = nearest(wrong.slice(1), fields);
    const hint = t`the step has no field ${wrong}`;
    const to = `/${meant}`;
    return meant === undefined
      ? hint
      : certainly(`${hint}; ${wordHint(didYouMean(wrong, to))}`, { kind: "respell", from: wrong, to });
  }

  /** Conditions that no case or every case meets, then rules that no case breaks, by field, of a few fields at a time. */
  gaps(schemaFile: string): Finding[] {
    const { file } = this.#file;
    const unbroken = this.#broken.unbroken();
    const sides = unbroken.filter((rule) => rule.endsWith(MET) || rule.endsWith(UNMET));
    const conditions = sides.map((rule) => {
      const [sentence, hint] = rule.endsWith(MET)
        ? [t`no test case meets the condition`, t`add a case that does to ${file}, or correct the condition`]
        : [t`every test case meets the condition`, t`add a case that does not to ${file}, or correct the condition`];
      return error(schemaFile, `${holderOf(rule)}/if`, sentence, hint);
    });
    const isBehind = (rule: string) => sides.some((side) => rule.startsWith(`#${holderOf(side)}`));
    const gaps = [
      ...unbroken.filter((rule) => !isBehind(rule)).map((rule) => ({ rule, isMasked: false })),
      ...this.#broken.masked().map((rule) => ({ rule, isMasked: true })),
    ];
    const hint = t`none follows from the base or a valid case either; add one to ${file} that does`;
    const remove = (ruleGaps: readonly Gap[]) =>
      ruleGaps.every(({ isMasked }) => isMasked) ? t`, or remove the text` : "";
    const fields = [...Map.groupBy(gaps, ({ rule }) => splitRule(rule).place)].map(([pointer, ruleGaps]) =>
      error(schemaFile, pointer, lackingCases(ruleGaps), `${hint}${remove(ruleGaps)}`),
    );
    return [...conditions, ...fields].slice(0, MOST_GAPS);
  }
}

/** Of `#/allOf/0/if met` the schema with the condition. */
const holderOf = (rule: string): string => rule.slice(1, rule.lastIndexOf("/if "));

/**
 * Of `#/properties/revenue/maximum` the place of the field and the rule. Of a required field that of `required` itself.
 */
function splitRule(rule: string): { place: string; name: string } {
  const [path = "", each] = rule.slice(1).split(" ");
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  return {
    place: name === "required" ? path : path.slice(0, slash),
    name: each === undefined ? name : `${name} ${each}`,
  };
}

const MOST_GAPS = 3;

interface Gap {
  rule: string;
  /** Whenever it is broken, another rule of its field answers first. */
  isMasked: boolean;
}

function lackingCases(gaps: readonly Gap[]): string {
  const sentences = [...Map.groupBy(gaps, ({ isMasked }) => isMasked)].map(([isMasked, sameGaps]) => {
    const names = sameGaps.map(({ rule }) => `"${splitRule(rule).name}"`).join(", ");
    return isMasked ? t`no test case shows the text for ${names}` : t`no test case breaks ${names}`;
  });
  return sentences.join("; ");
}

/** What a case puts to the judges. */
const formatTried = (answers: Answers | null, context: FixtureContext = {}) => JSON.stringify([answers, context]);

const inWords = (actual: string): string => (actual === "valid" ? t`valid` : t`refused by ${actual}`);
