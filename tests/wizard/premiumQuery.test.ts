// The premium: newest question wins, whatever the order of replies; the old amount stays while one is asked for and
// goes when none can be had; errors keep the wizard usable.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PremiumAnswer } from "#api/wireTypes.ts";
import { createPremiumQuery, type PremiumInputs } from "#wizard/model/premium.ts";
import { emptyStore } from "./support/miniature.ts";

const answer = (total: number | null) => ({ premium: { total_amount: total } }) as PremiumAnswer;

function setup(isIncomplete = (_error: unknown) => false) {
  const asked: { inputs: PremiumInputs; done: (answer: PremiumAnswer) => void; fail: (error: unknown) => void }[] = [];
  const store = emptyStore();
  const signals: AbortSignal[] = [];
  const query = createPremiumQuery({
    ask: (inputs, signal) =>
      new Promise((done, fail) => {
        signals.push(signal);
        asked.push({ inputs, done, fail });
      }),
    state: () => store.get().premium,
    tell: store.dispatch,
    isIncomplete,
    delay: 300,
  });
  return { query, asked, signals, last: () => store.get().premium };
}

const a = { step: { field: 1 } };
const b = { step: { field: 2 } };
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("premium query", () => {
  test("asks once after a pause, with the last inputs", async () => {
    const { query, asked } = setup();
    query.request(a);
    await vi.advanceTimersByTimeAsync(200);
    query.request(b);
    await vi.advanceTimersByTimeAsync(299);
    expect(asked).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.map((question) => question.inputs)).toEqual([b]);
  });

  test("an older answer that comes late does not count, and its call is aborted", async () => {
    const { query, asked, signals, last } = setup();
    query.request(a, true);
    query.request(b, true);
    expect(signals[0]?.aborted).toBe(true);
    asked[1]?.done(answer(200));
    await settle();
    asked[0]?.done(answer(100));
    await settle();
    expect(last()).toMatchObject({ status: "ready", premium: { total_amount: 200 } });
  });

  test("the old amount stays, marked, while a new one is asked for", async () => {
    const { query, asked, last } = setup();
    query.request(a, true);
    asked[0]?.done(answer(100));
    await settle();
    query.request(b);
    expect(last()).toMatchObject({ status: "updating", premium: { total_amount: 100 } });
  });

  test("a failure leaves no old amount standing and can be tried again", async () => {
    const { query, asked, last } = setup();
    query.request(a, true);
    asked[0]?.done(answer(100));
    await settle();
    query.request(b, true);
    asked[1]?.fail(new Error("down"));
    await settle();
    expect(last()).toMatchObject({ status: "error", premium: null });
    query.retry();
    asked[2]?.done(answer(120));
    await settle();
    expect(last()).toMatchObject({ status: "ready", premium: { total_amount: 120 } });
  });

  test("the same inputs are not asked twice", async () => {
    const { query, asked } = setup();
    query.request(a, true);
    query.request(a, true);
    asked[0]?.done(answer(100));
    await settle();
    query.request(a, true);
    expect(asked).toHaveLength(1);
  });

  test("going back to the inputs of the shown amount while another is asked asks again", async () => {
    const { query, asked, last } = setup();
    query.request(a, true);
    asked[0]?.done(answer(100));
    await settle();
    query.request(b, true);
    query.request(a, true);
    expect(asked).toHaveLength(3);
    asked[2]?.done(answer(100));
    await settle();
    expect(last().status).toBe("ready");
  });

  test("inputs that are not enough are no error, and have no amount", async () => {
    const { query, asked, last } = setup(() => true);
    query.request(a, true);
    asked[0]?.done(answer(100));
    await settle();
    query.request(b, true);
    asked[1]?.fail(new Error("422"));
    await settle();
    expect(last()).toEqual({ status: "none", premium: null });
  });

  test("answers that no premium can be asked for have none, not even one that is on its way", async () => {
    const { query, asked, last } = setup();
    query.request(a, true);
    asked[0]?.done(answer(100));
    await settle();
    query.request(b, true);
    query.clear();
    asked[1]?.done(answer(120));
    await settle();
    expect(last()).toEqual({ status: "none", premium: null });
    query.request(a, true);
    expect(asked).toHaveLength(3);
  });

  test("nothing is told after the wizard is closed", async () => {
    const { query, asked, last } = setup();
    query.request(a, true);
    const before = last();
    query.hold();
    asked[0]?.done(answer(100));
    await settle();
    expect(last()).toBe(before);
  });
});
