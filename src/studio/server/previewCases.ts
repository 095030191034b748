// The fixtures of a product for the preview: each case with all its answers and context, plus cases derived from the rules for
// errors that no written case has. Broken files and cases are left out, as the check reports them.
import { tryRules } from "#content/cases/steps/derivedCases.ts";
import {
  buildAnswers,
  type ExpectedResult,
  FIXTURE_DAY,
  type Fixture,
  type FixtureContext,
  pairs,
} from "#content/cases/steps/fixtures.ts";
import { type PreparedProduct, prepare } from "#content/check/prepare.ts";
import { findMisshapen } from "#content/publish/publish.ts";
import { allProducts, findAsking, findExamples, readCatalogue } from "#content/read/catalogue.ts";
import { withExpectedAnswers } from "#content/read/expectedAnswers.ts";
import type { Memory } from "#content/read/files/memory.ts";
import type { Shapes } from "#content/read/shapes.ts";
import { readCases } from "#content/read/shared/sharedCases.ts";
import type { Answers } from "#engine/schema/types.ts";

export interface PreviewCase {
  name: string;
  data: Answers;
  context: FixtureContext & { today: string };
  expect: ExpectedResult;
  /** Derived from a rule, not written by a tester. */
  follows?: true;
}

/** Per step. The first case is the base. */
export type PreviewCases = Record<string, PreviewCase[]>;

interface Parts {
  schemasDir: string;
  fixturesDir: string;
  memory: Memory;
  shapes: Shapes;
}

/** Returns what reads the cases of a product. */
export function createCaseReader({ schemasDir, fixturesDir, memory, shapes }: Parts) {
  /** Derived cases by file, kept while the rules of the step cannot be read. */
  const following = new Map<string, PreviewCase[]>();
  /** All cases by product, kept while its files cannot be published. */
  const last = new Map<string, PreviewCases>();
  return async (key: string): Promise<PreviewCases> => {
    const catalogue = readCatalogue(schemasDir, memory, findExamples(fixturesDir));
    const product = allProducts(catalogue).find((files) => files.key === key);
    if (!product || findMisshapen(catalogue, shapes).length > 0) return last.get(key) ?? {};
    const prepared = await prepare(product, catalogue, null, memory);
    const casesByStep: PreviewCases = {};
    for (const file of readCases(fixturesDir, product, memory)) {
      if (shapes.check(file, "fixture").length > 0) continue;
      const fixture = withExpectedAnswers(file.content as unknown as Fixture, findAsking(product));
      const name = `${key} ${fixture.step}`;
      const written = buildCases(fixture);
      if (prepared?.steps[fixture.step]) {
        const make = () => followingCases(fixture, prepared, written);
        following.set(name, memory.recall(`following ${name}`, [file, ...prepared.madeOf], make));
      }
      casesByStep[fixture.step] = [...written, ...(following.get(name) ?? [])];
    }
    last.set(key, casesByStep);
    return casesByStep;
  };
}

const whole = ({ context }: Fixture, override?: FixtureContext) => ({ today: FIXTURE_DAY, ...context, ...override });

function buildCases(fixture: Fixture): PreviewCase[] {
  const { base, cases } = fixture;
  const others = cases.flatMap((fixtureCase): PreviewCase[] => {
    const [data] = buildAnswers(base, fixtureCase);
    return data
      ? [{ name: fixtureCase.name, data, context: whole(fixture, fixtureCase.context), expect: fixtureCase.expect }]
      : [];
  });
  return [{ name: "base", data: base, context: whole(fixture), expect: "valid" }, ...others];
}

/** Derives a case for each error that a rule gives as the only error, unless a written case shows it. */
function followingCases(fixture: Fixture, prepared: PreparedProduct, written: readonly PreviewCase[]): PreviewCase[] {
  const shown = new Set(written.flatMap(({ expect }) => (expect === "valid" ? [] : expect.map(String))));
  const done = new Set<string>();
  const previewCases: PreviewCase[] = [];
  const wants = ({ rule, side }: { rule: string; side: string }) => side === "beyond" && !done.has(rule);
  for (const { rule, data, own, context } of tryRules(fixture, prepared, wants)) {
    const errorPairs = pairs(prepared.judge.errors(fixture.step, data, context));
    const [error] = errorPairs;
    if (!error || errorPairs.length > 1) continue;
    done.add(rule);
    if (shown.has(String(error))) continue;
    shown.add(String(error));
    previewCases.push({
      name: `follows: ${error.join(" ")}`,
      data,
      context: whole(fixture, own),
      expect: errorPairs,
      follows: true,
    });
  }
  return previewCases;
}
