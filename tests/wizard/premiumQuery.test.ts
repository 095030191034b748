// The premium: the newest request wins, whatever the order of replies. The old amount stays while a request is pending
// and disappears when no amount is available. Errors leave the wizard usable.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PortalError } from "#api/calls/errors.ts";
import type { PremiumAnswer } from "#api/wire/wireTypes.ts";
import type { WizardApi } from "#api/wizard/wizard.ts";
import type { Answers } from "#engine/schema/types.ts";
import { toEpochSeconds } from "#engine/values/dates.ts";
import { createCore, type Opened } from "#wizard/model/core.ts";
import { reduce } from "#wizard/model/events.ts";
import { createPricing } from "#wizard/model/premium/pricing.ts";
import { createStore, initialState } from "#wizard/model/state.ts";

const answer = (total: number | null) => ({ premium: { total_amount: total } }) as PremiumAnswer;
const manifest = { steps: [{ key: "step", kind: "form", premium: ["field"] }], flows: {}, lists: {} };
const total = { type: "integer", computed: { sum: ".amount" } };
const rules = { properties: { field: { items: { properties: { amount: { type: "integer" }, total } } } } };
const steps = { step: { schema: rules, ui: {} } };
const opened = { flow: "newRequest", bundle: { manifest, steps, contracts: {} } } as unknown as Opened;

/** The effect on the answers of one step. Its calls wait for the test's answer. */
function setup() {
  const asked: { inputs: unknown; done: (answer: PremiumAnswer) => void; fail: (error: unknown) => void }[] = [];
  const signals: AbortSignal[] = [];
  const premium: WizardApi["premium"] = (inputs, signal) =>
    new Promise((done, fail) => {
      signals.push(signal!);
      asked.push({ inputs, done, fail });
    });
  const store = createStore(
    initialState({ answer: { data: {} } as never, progress: {}, forms: {}, sources: {} }),
    reduce,
  );
  const core = createCore(opened, { premium } as WizardApi, store, () => null);
  const pricing = createPricing(core, 300);
  const request = (data: Answers, now = false) => {
    store.dispatch({ type: "formsArrived", forms: { step: { data, meta: {} } } });
    pricing.ask(now);
  };
  const setDay = (day: string) => core.session("request").replace({ effective_date: day });
  const block = () => vi.spyOn(core.session("step"), "blocking").mockReturnValueOnce([{} as never]);
  const rules = () => store.get().judgement?.rules;
  return { ...pricing, request, setDay, block, asked, signals, rules, last: () => store.get().premium };
}

const a = { field: 1 };
const b = { field: 2 };
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("premium query", () => {
  test("asks once after a pause, with the last inputs", async () => {
    const { request, asked } = setup();
    request(a);
    await vi.advanceTimersByTimeAsync(200);
    request(b);
    await vi.advanceTimersByTimeAsync(299);
    expect(asked).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.map((question) => question.inputs)).toEqual([{ step: b }]);
  });

  test("asks without computed values of records, which the server refuses", async () => {
    const { request, asked } = setup();
    request({ field: [{ _id: "r1234567", amount: 5, total: 5 }] }, true);
    expect(asked.map((question) => question.inputs)).toEqual([{ step: { field: [{ _id: "r1234567", amount: 5 }] } }]);
  });

  test("an older answer that comes late does not count, and its call is aborted", async () => {
    const { request, asked, signals, last } = setup();
    request(a, true);
    request(b, true);
    expect(signals[0]?.aborted).toBe(true);
    asked[1]?.done(answer(200));
    await settle();
    asked[0]?.done(answer(100));
    await settle();
    expect(last()).toMatchObject({ status: "ready", premium: { total_amount: 200 } });
  });

  test("the old amount stays, marked, while a new one is asked for", async () => {
    const { request, asked, last } = setup();
    request(a, true);
    asked[0]?.done(answer(100));
    await settle();
    request(b);
    expect(last()).toMatchObject({ status: "updating", premium: { total_amount: 100 } });
  });

  test("a failure leaves no old amount standing and can be tried again", async () => {
    const { request, retry, asked, last } = setup();
    request(a, true);
    asked[0]?.done(answer(100));
    await settle();
    request(b, true);
    asked[1]?.fail(new Error("down"));
    await settle();
    expect(last()).toMatchObject({ status: "error", premium: null });
    retry();
    asked[2]?.done(answer(120));
    await settle();
    expect(last()).toMatchObject({ status: "ready", premium: { total_amount: 120 } });
  });

  test("the rules that decline or refer come with the amount, and go with the next one", async () => {
    const { request, asked, rules } = setup();
    const rule = { message: "Too old.", effect: "decline" as const, field: "step.field" };
    const judged = (held: (typeof rule)[]) => ({
      ...answer(100),
      judgement: { wrong_acceptance_questions: [], wrong_final_questions: [], rules: held },
    });
    request(a, true);
    asked[0]?.done(judged([rule]));
    await settle();
    expect(rules()).toEqual([rule]);
    request(b, true);
    asked[1]?.done(judged([]));
    await settle();
    expect(rules()).toEqual([]);
  });

  test("the same inputs are not asked twice", async () => {
    const { request, asked } = setup();
    request(a, true);
    request(a, true);
    asked[0]?.done(answer(100));
    await settle();
    request(a, true);
    expect(asked).toHaveLength(1);
  });

  test("going back to the inputs of the shown amount while another is asked asks again", async () => {
    const { request, asked, last } = setup();
    request(a, true);
    asked[0]?.done(answer(100));
    await settle();
    request(b, true);
    request(a, true);
    expect(asked).toHaveLength(3);
    asked[2]?.done(answer(100));
    await settle();
    expect(last().status).toBe("ready");
  });

  test("inputs that are not enough are no error, and have no amount", async () => {
    const { request, asked, last } = setup();
    request(a, true);
    asked[0]?.done(answer(100));
    await settle();
    request(b, true);
    asked[1]?.fail(new PortalError({ code: "invalid", status: 422 }));
    await settle();
    expect(last()).toEqual({ status: "none", premium: null });
  });

  test("answers that no premium can be asked for have none, not even one that is on its way", async () => {
    const { request, block, asked, last } = setup();
    request(a, true);
    asked[0]?.done(answer(100));
    await settle();
    request(b, true);
    block();
    request(b);
    asked[1]?.done(answer(120));
    await settle();
    expect(last()).toEqual({ status: "none", premium: null });
    request(a, true);
    expect(asked).toHaveLength(3);
  });

  test("where tariffs differ by date the first day of cover is sent, and a change of it sends a new request", async () => {
    const { request, setDay, askIfChanged, asked, last } = setup();
    const inputs = () => asked.map((question) => question.inputs);
    const dated = (total: number) =>
      ({ premium: { total_amount: total, tariff_days: ["2027-01-01"] } }) as PremiumAnswer;
    const sent = (day: string) => ({ step: a, request: { effective_date: toEpochSeconds(day) } });
    setDay("2026-12-01");
    request(a, true);
    expect(inputs(), "nobody said yet that it counts").toEqual([{ step: a }]);
    asked[0]?.done(dated(100));
    await settle();
    expect(inputs().slice(1)).toEqual([sent("2026-12-01")]);
    asked[1]?.done(dated(100));
    await settle();
    setDay("2027-01-05");
    askIfChanged();
    await vi.advanceTimersByTimeAsync(300);
    expect(inputs().slice(2)).toEqual([sent("2027-01-05")]);
    asked[2]?.done(dated(120));
    await settle();
    expect(last()).toMatchObject({ status: "ready", premium: { total_amount: 120 } });
    askIfChanged();
    await vi.advanceTimersByTimeAsync(300);
    expect(asked).toHaveLength(3);
  });

  test("where they do not, the request form asks for no premium", async () => {
    const { request, setDay, askIfChanged, asked } = setup();
    request(a, true);
    asked[0]?.done(answer(100));
    await settle();
    setDay("2027-01-05");
    askIfChanged();
    await vi.advanceTimersByTimeAsync(300);
    expect(asked).toHaveLength(1);
  });

  test("nothing is dispatched after the wizard is closed", async () => {
    const { request, hold, asked, last } = setup();
    request(a, true);
    const before = last();
    hold();
    asked[0]?.done(answer(100));
    await settle();
    expect(last()).toBe(before);
  });
});
