// Events of use (spec: wizard 4): which there are and what they carry, never an answer. Stored while offline, capped,
// and only with consent (decisions 59).
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AnalyticsEvent, createAnalyticsQueue } from "#api/analytics.ts";
import { setAnalyticsSink } from "#wizard/analytics.ts";
import { answers, block } from "./support/answers.ts";
import { holdTime, openAt, pass, serveRequests } from "./support/request.ts";

serveRequests();
holdTime();

const events: [string, Record<string, string>][] = [];
beforeEach(() => {
  events.length = 0;
  setAnalyticsSink((name, details) => void events.push([name, details]));
});
afterEach(() => setAnalyticsSink(() => undefined));

test("a step that opens, by itself, by Next or by its header, a save and the end are events, an answer is not", async () => {
  const { wizard, session } = await openAt("company-data");
  session("company-data").commit(answers["company-data"]);
  await wizard.saving.save("company-data", "next");
  wizard.open("company-data");
  await wizard.saving.save("company-data", "next");
  session("acceptance").commit(answers.acceptance);
  await wizard.saving.save("acceptance", "next");
  session("final-questions").commit(answers["final-questions"]);
  await pass(1000);
  session("request").commit(block);
  await wizard.submitting.send("quotation");
  expect(events.map(([name, { step, action }]) => [name, step ?? action].join(" "))).toEqual([
    "step_opened company-data",
    "step_opened acceptance",
    "step_saved company-data",
    "step_opened company-data",
    "step_opened acceptance",
    "step_saved company-data",
    "step_opened final-questions",
    "step_saved acceptance",
    "step_saved final-questions",
    "wizard_finished quotation",
  ]);
  expect(JSON.stringify(events)).not.toMatch(/Proef|42793191|450000|Zwolle/);
});

function queue(consent = true, cap = 200) {
  const sent: AnalyticsEvent[][] = [];
  const line = { up: false };
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const send = async (batch: AnalyticsEvent[]) => {
    if (!line.up) throw new Error("offline");
    sent.push(batch);
  };
  const make = () => createAnalyticsQueue({ consent: () => consent, send, storage, cap });
  return { make, sent, line, kept: stored };
}

test("what happens without a connection is sent when there is one again, after a reload too, all of it", async () => {
  const { make, sent, line } = queue();
  const first = make();
  for (let count = 0; count < 120; count += 1) first.push("step_opened", { step: String(count) });
  await first.flush();
  expect(sent).toEqual([]);
  line.up = true;
  await make().flush();
  expect(sent.flat()).toHaveLength(120);
  expect(sent.flat().map(({ details }) => details.step)).toEqual([...Array(120).keys()].map(String));
});

test("the oldest go at the cap, and without consent nothing is kept", async () => {
  const capped = queue(true, 3);
  const events = capped.make();
  for (const step of ["a", "b", "c", "d"]) events.push("step_opened", { step });
  expect(events.size()).toBe(3);
  const refused = queue(false);
  refused.make().push("step_opened", { step: "a" });
  expect(refused.kept.size).toBe(0);
});
