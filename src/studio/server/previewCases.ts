// The fixtures of a product as the preview shows them: each case with all its answers and context. Broken files and cases are
// left out; the check says what is wrong with them.
import { join } from "node:path";
import { jsonFiles } from "#content/catalogue.ts";
import { buildAnswers, type Expected, FIXTURE_DAY, type Fixture, type FixtureContext } from "#content/fixtures.ts";
import { readJson } from "#content/readJson.ts";
import type { Answers } from "#engine/types.ts";

export interface PreviewCase {
  name: string;
  data: Answers;
  context: FixtureContext & { today: string };
  expect: Expected;
}

/** Per step; the first case is the base. */
export type PreviewCases = Record<string, PreviewCase[]>;

export function previewCases(fixturesDir: string, product: string): PreviewCases {
  const files = jsonFiles(join(fixturesDir, "steps", product));
  const found: PreviewCases = {};
  for (const path of files) {
    const fixture = readJson(path, fixturesDir, [])?.content as Fixture | undefined;
    if (fixture && Array.isArray(fixture.cases) && fixture.base) found[fixture.step] = buildCases(fixture);
  }
  return found;
}

function buildCases({ base, cases, context }: Fixture): PreviewCase[] {
  const whole = (own?: FixtureContext) => ({ today: FIXTURE_DAY, ...context, ...own });
  const others = cases.flatMap((one): PreviewCase[] => {
    const [data] = buildAnswers(base, one);
    return data ? [{ name: one.name, data, context: whole(one.context), expect: one.expect }] : [];
  });
  return [{ name: "base", data: base, context: whole(), expect: "valid" }, ...others];
}
