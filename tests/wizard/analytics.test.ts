// Events of use (spec: wizard 4): which there are and what they carry, never an answer; kept while offline, capped, and only
// with consent (decisions 59).
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type AnalyticsEvent, createAnalyticsQueue } from "#api/analytics.ts";
import { setAnalyticsSink } from "#wizard/analytics.ts";
import { backEnd, openWizard } from "./support/miniature.ts";

const events: [string, Record<string, string>][] = [];
beforeEach(() => {
  vi.useFakeTimers();
  events.length = 0;
  setAnalyticsSink((name, details) => void events.push([name, details]));
});
afterEach(() => {
  vi.useRealTimers();
  setAnalyticsSink(() => undefined);
});

test("a step that opens, by itself, by Next or by its header, a save and the end are told; no answer is", async () => {
  const { wizard, session } = openWizard(backEnd());
  session("general").commit({ kvk: "42793191", revenue: 180_000 });
  await wizard.saving.save("general", "next");
  session("company").commit({ company: "Geheim B.V.", city: "Zwolle" });
  await wizard.saving.save("company", "next");
  wizard.open("general");
  await wizard.saving.save("general", "next");
  session("final").commit({ answers: { 11: false, 12: false } });
  await vi.advanceTimersByTimeAsync(1000);
  session("request").commit({ effective_date: "2026-12-01", agreed: true });
  await wizard.submitting.send("quotation");
  const told = events.map(([name, { step, action }]) => [name, step ?? action].join(" "));
  expect(told.filter((event, at) => event !== told[at - 1])).toEqual([
    "step_opened general",
    "step_opened company",
    "step_saved general",
    "step_opened final",
    "step_saved company",
    "step_opened general",
    "step_opened final",
    "step_saved general",
    "step_saved final",
    "wizard_finished quotation",
  ]);
  expect(JSON.stringify(events)).not.toMatch(/Geheim|42793191|180000|Zwolle/);
});

function queue(consent = true, cap = 200) {
  const sent: AnalyticsEvent[][] = [];
  const line = { up: false };
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const send = async (batch: AnalyticsEvent[]) => {
    if (!line.up) throw new Error("offline");
    sent.push(batch);
  };
  const make = () => createAnalyticsQueue({ consent: () => consent, send, storage, cap });
  return { make, sent, line, kept };
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
  expect(sent.flat().map(({ details }) => details.step)).toEqual(Array.from({ length: 120 }, (_, at) => String(at)));
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
