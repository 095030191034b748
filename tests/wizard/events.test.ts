// The wizard's state changes by events alone: a pure table, follow-ups in the order of the events, screens notified
// once.
import { expect, test, vi } from "vitest";
import type { ProgressAnswer } from "#api/wire/wireTypes.ts";
import { reduce, type WizardEvent } from "#wizard/model/events.ts";
import { createStore, initialState } from "#wizard/model/state.ts";

const answer = {} as ProgressAnswer;
const emptyStore = () => createStore(initialState({ answer, progress: {}, forms: {}, sources: {} }), reduce);
const before = () =>
  initialState({
    answer,
    progress: {
      general: { active: true, completed: true, disabled: false },
      company: { active: false, completed: true, disabled: false },
    },
    forms: {},
    sources: {},
  });

const commit = { step: "general", before: {}, after: {}, fields: ["kvk"], received: false, answers: {} };

test("an answer of a completed step that differs from what is stored makes it and what follows wait", () => {
  const { progress } = reduce(before(), { type: "committed", ...commit, differs: true });
  expect(progress).toEqual({
    general: { active: true, completed: false, disabled: false },
    company: { active: false, completed: false, disabled: true },
  });
  expect(reduce(before(), { type: "committed", ...commit, differs: false }).progress).toEqual(before().progress);
});

test("an event that changes nothing gives the same state, and no screen is notified", () => {
  const store = emptyStore();
  const listener = vi.fn();
  store.subscribe(listener);
  const { saves } = store.get();
  store.dispatch({ type: "keeping", kept: true });
  store.dispatch({ type: "keptHere", steps: [] });
  expect(store.get().saves).toBe(saves);
  expect(listener).not.toHaveBeenCalled();
});

test('the notice "saved on this device" does not replace the status of a running save', () => {
  const store = emptyStore();
  store.dispatch({ type: "retrying", step: "general", attempt: 1 });
  store.dispatch({ type: "keptHere", steps: ["general", "company"] });
  expect(store.get().saves).toEqual({ general: { kind: "retrying", attempt: 1 }, company: { kind: "device" } });
});

test("the old amount stays while one is asked for, its choices when none can be had", () => {
  const store = emptyStore();
  const premium = { total_amount: 100 } as never;
  store.dispatch({ type: "priced", premium });
  store.dispatch({ type: "pricing" });
  expect(store.get().premium).toEqual({ status: "updating", premium });
  store.dispatch({ type: "priceFailed" });
  expect(store.get().premium).toEqual({ status: "error", premium: null });
  expect(store.get().sources.premium).toEqual({ premium });
});

test("what follows from an event comes after what follows from the one before it, and screens are notified once", () => {
  const store = createStore(before(), reduce);
  const followed: string[] = [];
  const listener = vi.fn();
  store.subscribe(listener);
  store.follow((event: WizardEvent) => {
    followed.push(`${event.type} begins`);
    if (event.type === "registerAsked") {
      store.dispatch({ type: "restored" });
      expect(store.get().restored, "the state is there at once").toBe(true);
    }
    followed.push(`${event.type} ends`);
  });
  store.batch(() => {
    store.dispatch({ type: "registerAsked" });
    store.dispatch({ type: "closed", step: "general" });
    expect(followed).toEqual([]);
  });
  const order = ["registerAsked", "closed", "restored"].flatMap((type) => [`${type} begins`, `${type} ends`]);
  expect(followed).toEqual(order);
  expect(listener).toHaveBeenCalledTimes(1);
});
