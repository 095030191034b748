// `npm run bench:records`: a list of records, measured in one run. A key in the 25th record of a table of eight columns against the same
// key in a form of ten fields, and a record added to a list of 50 against the first: as main-thread work. A computed field and an
// expression: as processor time in Node.
import { join } from "node:path";
import { chromium } from "playwright";
import { compute } from "#engine/expressions/evaluate.ts";
import { FormSession } from "#engine/form/session.ts";
import { createAjv } from "#engine/rules/ajv.ts";
import { type RawValidate, toContract } from "#engine/rules/contract.ts";
import type { Expression, Schema } from "#engine/schema/schema.ts";
import { findChromium } from "../support/chromium.ts";
import { buildRecordsPage, serve } from "./build.ts";
import { ask, cost, emptyFigures, type Figures, median, open, typing, type Visit } from "./measure.ts";
import { buildRecordAnswers, buildRecordForm, RECORD_FORMS, type RecordFormName } from "./page/recordForms.ts";

const outDir = join(import.meta.dirname, "..", "..", "dist", "bench");
const PASSES = 5;
const LISTS = ["table", "cards"] as const;
/** A window in an office. */
const WINDOW = { width: 1440, height: 900 };
const TODAY = "2026-11-20";

function report(what: string, value: number, { limit, detail }: { limit?: number | undefined; detail: string }): void {
  const verdict = limit === undefined ? "" : `  to reach ${limit}: ${value <= limit ? "holds" : "MISSED"}`;
  console.log(`${what.padEnd(38)} ${value.toFixed(2).padStart(6)}${verdict}  (${detail})`);
}

type Visiting = (form: string, records: number) => Promise<Visit>;

/** Milliseconds of a key, a pause and leaving the field, in the last of 25 records and in the form without a list. */
async function typeInLast(visit: Visiting, typed: Record<RecordFormName, Figures>): Promise<void> {
  for (const form of RECORD_FORMS) {
    const opened = await visit(form, 25);
    // A finished card is folded to a line.
    await ask(opened, `document.getElementById("bench_sites_r25__change")?.click()`);
    await typing(opened, form === "flat" ? "bench_name" : "bench_sites_r25_name", typed[form], 2);
    await opened.page.context().close();
  }
}

/** Milliseconds of adding a record to a list with `count` of them. */
async function addTo(visit: Visiting, form: RecordFormName, count: number): Promise<number> {
  const opened = await visit(form, count);
  await new Promise((done) => setTimeout(done, 900));
  const press = `[...document.querySelectorAll("form button:not([type=submit])")].at(-1).click()`;
  const used = await cost(opened, () => ask(opened, press));
  const rows = await ask(opened, `document.querySelectorAll("ol > li").length`);
  if (rows !== count + 1) throw new Error(`${rows} records after one was added to ${count}`);
  await opened.page.context().close();
  return used;
}

async function measurePages(): Promise<void> {
  await buildRecordsPage(outDir);
  const { server, origin } = await serve(outDir);
  const { version, executablePath, args, env } = await findChromium();
  const browser = await chromium.launch({ executablePath, args, env });
  console.log(version);
  const visit: Visiting = (form, records) =>
    open(browser, `${origin}/records/?form=${form}&records=${records}`, WINDOW);
  const typed = { flat: emptyFigures(), table: emptyFigures(), cards: emptyFigures() };
  const added = {
    table: { first: [] as number[], later: [] as number[] },
    cards: { first: [] as number[], later: [] as number[] },
  };
  try {
    for (let pass = 0; pass < PASSES; pass += 1) {
      await typeInLast(visit, typed);
      for (const form of LISTS) {
        added[form].first.push(await addTo(visit, form, 0));
        added[form].later.push(await addTo(visit, form, 50));
      }
    }
  } finally {
    await browser.close();
    server.close();
  }
  for (const form of LISTS) {
    for (const act of ["keystroke", "pause", "leave"] as const) {
      const [flat, record] = [median(typed.flat[act]), median(typed[form][act])];
      const detail = `${record.toFixed(2)} ms against ${flat.toFixed(2)} ms`;
      report(`${act} in the 25th record, ${form}`, record / flat, {
        detail,
        limit: act === "keystroke" ? 1.5 : undefined,
      });
    }
    const [first, later] = [median(added[form].first), median(added[form].later)];
    const detail = `${later.toFixed(2)} ms against ${first.toFixed(2)} ms`;
    report(`record added to 50, ${form}`, later / first, { detail, limit: 3 });
  }
}

/** Milliseconds of processor time of one call. */
function perCall(rounds: number, work: (round: number) => unknown): number {
  for (let round = 0; round < rounds / 10; round += 1) work(round);
  const started = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) work(round);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000 / rounds;
}

/** A session with 25 records of eight values, with the sum or without. */
function openSession(computed: boolean): FormSession {
  const { schema, ui } = buildRecordForm("table");
  const { total: _total, ...properties } = schema.properties ?? {};
  const judged: Schema = computed ? schema : { ...schema, properties };
  const validate = createAjv({ strict: false }).compile(judged) as unknown as RawValidate;
  return new FormSession({
    step: "bench",
    contract: toContract(validate, "bench", { schema: judged, ui }),
    context: () => ({ lists: {}, today: TODAY }),
    data: buildRecordAnswers("table", 25),
    schema: () => judged,
  });
}

function measureEngine(): void {
  const sessions = { with: openSession(true), without: openSession(false) };
  const commit = (session: FormSession) =>
    perCall(1000, (round) => session.commitField(["sites", "r25", "turnover"], 1 + (round % 1000)));
  const [without, computed] = [commit(sessions.without), commit(sessions.with)];
  const whole = `a commit of 200 values takes ${computed.toFixed(3)} ms with it, ${without.toFixed(3)} ms without`;
  report("computed sum after a commit, ms", computed - without, { limit: 1, detail: whole });
  const here = buildRecordAnswers("table", 25);
  const expressions: Record<string, Expression> = {
    sum: { sum: ".sites.*.turnover" },
    difference: { atMost: [{ minus: [{ of: ".a", empty: 0 }, { times: [".b", 0.21] }] }, 100] },
  };
  for (const [name, expression] of Object.entries(expressions)) {
    const scope = { here: { ...here, a: 12.5, b: 33.25 }, answers: {}, today: TODAY };
    const microseconds = perCall(20_000, () => compute(expression, scope)) * 1000;
    const detail = name === "sum" ? "over 25 records" : "of four operations";
    report(`expression: ${name}, µs`, microseconds, { limit: 20, detail });
  }
}

await measurePages();
measureEngine();
