// Publishes content as a release after the check, for the command and for the studio.
import { dayAtInstant } from "#engine/values/dates.ts";
import type { CheckResult } from "../check.ts";
import { publishRelease } from "../publish/publish.ts";
import { findAuthor, readLog, refuseRelease } from "../publish/releases.ts";
import { ContentError, isError } from "../read/findings/finding.ts";

interface Publication {
  schemas: string;
  fixtures: string;
  out: string;
  "despite-errors"?: boolean;
  from?: string | undefined;
  name?: string | undefined;
  author?: string | undefined;
  note?: string | undefined;
}

/** What was published, or why nothing was: a sentence, errors of the check, or content that cannot be compiled. */
export type Published = Awaited<ReturnType<typeof publishRelease>> | { refusal: string } | CheckResult | "broken";

export async function publishChecked(values: Publication, check: () => Promise<CheckResult>): Promise<Published> {
  const at = new Date();
  const refusal = refuseRelease(readLog(values.out), values, dayAtInstant(at.getTime()));
  if (refusal) return { refusal };
  const checked = await check();
  if (checked.findings.some(isError) && !values["despite-errors"]) return checked;
  const { name, from, note = "", author = findAuthor(), fixtures: fixturesDir } = values;
  try {
    return await publishRelease(values.schemas, values.out, { name, from, author, note, at, fixturesDir });
  } catch (reason) {
    if (reason instanceof ContentError) return "broken";
    throw reason;
  }
}
