// Runs the check of all content in a worker thread, so that pages are answered meanwhile. The findings about files come first, those of
// cases and journeys, which take most of the time, with the whole result.
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { OtherAmounts } from "#content/cases/journeys/amounts.ts";
import type { CheckResult } from "#content/check.ts";
import type { Finding } from "#content/read/findings/finding.ts";
import { planRemedy, type RemedyEdit } from "#content/read/findings/remedies.ts";
import type { Language } from "#engine/values/languages.ts";
import { readContent } from "./edit/contentFiles.ts";
import type { Edit } from "./edit/patch.ts";

export interface CheckFolders {
  schemasDir: string;
  fixturesDir: string;
}

/** Amounts of a journey that came out otherwise, and the edits that accept them. */
export interface OtherAmount extends Pick<OtherAmounts, "product" | "amounts" | "madeOf"> {
  file: string;
  edits: Edit[];
}

export interface WholeCheck extends CheckResult {
  others: OtherAmount[];
}

export interface CheckReport {
  findings?: Finding[];
  whole?: WholeCheck;
  failed?: string;
}

export interface CheckRun {
  files: Promise<Finding[]>;
  whole: Promise<WholeCheck>;
}

/** The form is drawn again first. */
const AFTER_PAGES_MS = 200;

export class CheckRunner {
  readonly #folders: CheckFolders;
  #worker: Worker | undefined;
  #running: Promise<unknown> = Promise.resolve();
  readonly #next = new Map<Language | undefined, CheckRun>();

  constructor(folders: CheckFolders) {
    this.#folders = folders;
  }

  /** Concurrent callers share one run. A caller after a save gets a run that began after that save. */
  run(language: Language | undefined): CheckRun {
    const next = this.#next.get(language);
    if (next) return next;
    const files = Promise.withResolvers<Finding[]>();
    const whole = this.#running.then(async () => {
      await setTimeout(AFTER_PAGES_MS);
      this.#next.delete(language);
      return this.#start(language, files.resolve);
    });
    whole.catch(files.reject);
    // A caller may want the whole result alone.
    files.promise.catch(() => {});
    this.#running = whole.catch(() => {});
    const run = { files: files.promise, whole };
    this.#next.set(language, run);
    return run;
  }

  #start(language: Language | undefined, early: (findings: Finding[]) => void): Promise<WholeCheck> {
    this.#worker ??= new Worker(new URL("./checkThread.ts", import.meta.url), { workerData: this.#folders });
    const worker = this.#worker;
    const done = Promise.withResolvers<WholeCheck>();
    const hear = ({ findings, whole, failed }: CheckReport) => {
      if (findings) early(findings);
      if (whole) done.resolve(whole);
      if (failed !== undefined) done.reject(new Error(failed));
    };
    const end = () => {
      this.#worker = undefined;
      done.reject(new Error("The check ended without a result."));
    };
    worker.on("message", hear).once("error", done.reject).once("exit", end);
    worker.postMessage(language);
    return done.promise.finally(() => worker.off("message", hear).off("error", done.reject).off("exit", end));
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}

/** A finding with the edits that mend it, on the files as they are. */
export type PlannedFinding = Finding & { edits: RemedyEdit[] };

export const planEdits =
  (base: string) =>
  (finding: Finding): PlannedFinding => ({
    ...finding,
    edits: planRemedy(finding, (file) => readJsonFile(base, file)),
  });

/** Undefined for a file that does not exist or cannot be read. */
function readJsonFile(base: string, file: string): unknown {
  try {
    return JSON.parse(readContent(base, file));
  } catch {
    return undefined;
  }
}
