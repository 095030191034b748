// The small rules of the wizard as tables: which header opens, what may be sent, what the register fills, who wins when two
// brokers changed a step, and one key per sending.

import { describe, expect, test } from "vitest";
import type { ProgressAnswer } from "#api/wire/wireTypes.ts";
import { compare, resolve } from "#engine/answers/conflict.ts";
import type { JsonObject, Manifest, SendAction } from "#engine/schema/types.ts";
import { fromProgressAnswer, openStep, type Progress } from "#engine/steps/progress.ts";
import { reduce } from "#wizard/model/events.ts";
import { mergePrefill, withoutPrefill } from "#wizard/model/register/mergePrefill.ts";
import { answerTo } from "#wizard/model/sending/judgedAnswers.ts";
import { sendButtons } from "#wizard/model/sending/sendButtons.ts";
import { createSubmitKeys } from "#wizard/model/sending/submitKeys.ts";
import { toRequestBody } from "#wizard/model/sending/submitting.ts";
import { canOpen, countSteps, initialState, isLast, openKey } from "#wizard/model/state.ts";

/** After an answer of the server. */
function progressed(before: Progress, progress: Progress, stay: string | null = null) {
  const answer = {} as ProgressAnswer;
  const state = initialState({ answer, progress: before, forms: {}, sources: {} });
  return reduce(state, { type: "progressed", answer, progress, stay });
}

const done = { active: false, completed: true, disabled: false };
const open = { active: true, completed: false, disabled: false };
const locked = { active: false, completed: false, disabled: true };
const shut = { active: false, completed: true, disabled: true };

describe("headers", () => {
  const table: [string, Progress, string, boolean][] = [
    ["a completed step", { a: done, b: open, c: locked }, "a", true],
    ["a locked step", { a: done, b: open, c: locked }, "c", false],
    ["the open step itself", { a: done, b: open, c: locked }, "b", false],
    ["a step that is not there", { a: done }, "z", false],
  ];
  test.each(table)("%s", (_name, progress, key, expected) => {
    expect(canOpen(progress, key)).toBe(expected);
  });

  test("in a flow with disabled steps Change opens each step that follows completed ones", () => {
    const flow = { steps: "disabled" } as const;
    const progress = { a: shut, b: shut, c: locked };
    expect(["a", "b", "c"].map((key) => canOpen(progress, key, flow))).toEqual([true, true, true]);
    const opened = openStep(progress, "a");
    expect(["a", "b", "c"].map((key) => canOpen(opened, key, flow))).toEqual([false, false, false]);
  });

  test("opening a step un-completes and locks what follows", () => {
    const opened = openStep({ a: done, b: done, c: open }, "a");
    expect(openKey(opened)).toBe("a");
    expect(countSteps(opened)).toEqual({ completed: 1, total: 3 });
    expect(opened.b).toMatchObject({ completed: false, disabled: true });
  });

  test("a step that saved itself stays open, and what it unlocked can be opened", () => {
    const server = { a: done, b: done, extra: open };
    const { progress } = progressed({ a: done, b: open }, server, "b");
    expect(openKey(progress)).toBe("b");
    expect(progress.b).toMatchObject({ completed: true });
    expect(canOpen(progress, "extra")).toBe(true);
  });

  test("the last step is the last that is present", () => {
    const last = (progress: Progress) => Object.keys(progress).filter((key) => isLast(progress, key));
    expect(last({ a: done, b: open })).toEqual(["b"]);
    expect(last({ a: done, b: done, extra: open })).toEqual(["extra"]);
  });

  test("steps that an answer adds are named", () => {
    expect(progressed({ a: done }, { a: done, extra: open }).added).toEqual(["extra"]);
  });
});

const manifest = {
  steps: [
    { key: "a", kind: "form" },
    { key: "b", kind: "form" },
    { key: "x", kind: "explanation", extra: true },
  ],
  flows: { newRequest: {} },
} as unknown as Manifest;

const answered = (patch: Partial<ProgressAnswer> = {}): ProgressAnswer => ({
  data: {},
  total_steps: 2,
  completed_steps: 2,
  can_send_quotation_request: true,
  can_send_insurance_policy_request: true,
  ...patch,
});

describe("sending", () => {
  const both: SendAction[] = ["quotation", "insurance-policy"];
  const table: [string, Progress, { answer?: Partial<ProgressAnswer>; dropout?: boolean }, (string | null)[]][] = [
    ["everything complete", { a: done, b: done }, {}, [null, null]],
    ["only the extra step open", { a: done, b: done, x: open }, {}, [null, null]],
    ["a step opened again", { a: open, b: locked }, {}, ["incomplete", "incomplete"]],
    [
      "the server refuses a policy",
      { a: done, b: done },
      { answer: { can_send_insurance_policy_request: false } },
      [null, "forbidden"],
    ],
    [
      "the server refuses both though every step is complete",
      { a: done, b: done },
      { answer: { can_send_quotation_request: false, can_send_insurance_policy_request: false, reason: null } },
      ["forbidden", "forbidden"],
    ],
    [
      "the server knows of something incomplete",
      { a: done, b: done },
      { answer: { can_send_quotation_request: false, can_send_insurance_policy_request: false, reason: "incomplete" } },
      ["incomplete", "incomplete"],
    ],
    ["a declining answer on the screen", { a: done, b: done }, { dropout: true }, ["dropout", "dropout"]],
    [
      "a declining answer that the server knows and the screen has no more",
      { a: done, b: done },
      { answer: { can_send_quotation_request: false, can_send_insurance_policy_request: false, reason: "dropout" } },
      ["incomplete", "incomplete"],
    ],
  ];
  test.each(table)("%s", (_name, progress, { answer, dropout = false }, reasons) => {
    const buttons = sendButtons({ manifest, shown: both, answer: answered(answer), progress, dropout });
    expect(buttons.map((button) => button.reason)).toEqual(reasons);
    expect(buttons.map((button) => button.allowed)).toEqual(reasons.map((reason) => reason === null));
  });

  test("files on their way hold both actions, and a stronger reason is shown first", () => {
    const options = { manifest, shown: both, answer: answered(), dropout: false, uploading: true };
    const reasons = (progress: Progress) => sendButtons({ ...options, progress }).map(({ reason }) => reason);
    expect(reasons({ a: done, b: done })).toEqual(["uploading", "uploading"]);
    expect(reasons({ a: done, b: { ...done, completed: false } })).toEqual(["incomplete", "incomplete"]);
    const failed = sendButtons({ ...options, fileFailed: true, progress: { a: done, b: done } });
    expect(failed.map(({ reason }) => reason)).toEqual(["file-failed", "file-failed"]);
  });

  test("only shown actions are there", () => {
    const buttons = sendButtons({ manifest, shown: ["quotation"], answer: answered(), progress: {}, dropout: false });
    expect(buttons.map((button) => button.action)).toEqual(["quotation"]);
  });

  test("an answer is found in its group or at the top", () => {
    expect(answerTo({ group: { 7: false } }, 7)).toBe(false);
    expect(answerTo({ 7: true }, 7)).toBe(true);
  });

  test("days go out as epoch seconds of local midnight, also in summer", () => {
    const schema = { properties: { effective_date: { type: "string", format: "date" }, name: { type: "string" } } };
    expect(toRequestBody({ effective_date: "2026-12-01", name: "2026-12-01" }, schema)).toEqual({
      effective_date: Date.UTC(2026, 10, 30, 23) / 1000,
      name: "2026-12-01",
    });
    expect(toRequestBody({ effective_date: "2026-07-01" }, schema)).toEqual({
      effective_date: Date.UTC(2026, 5, 30, 22) / 1000,
    });
  });
});

describe("register", () => {
  const table: [
    string,
    { current: JsonObject; before: JsonObject },
    JsonObject,
    { filled: string[]; offered: string[] },
  ][] = [
    ["fills an empty field", { current: {}, before: {} }, { city: "Zwolle" }, { filled: ["city"], offered: [] }],
    [
      "fills an untouched field",
      { current: { city: "Oud" }, before: { city: "Oud" } },
      { city: "Zwolle" },
      { filled: ["city"], offered: [] },
    ],
    [
      "offers for a changed field",
      { current: { city: "Mijn" }, before: { city: "Oud" } },
      { city: "Zwolle" },
      { filled: [], offered: ["city"] },
    ],
    [
      "leaves an equal field",
      { current: { city: "Zwolle" }, before: {} },
      { city: "Zwolle" },
      { filled: [], offered: [] },
    ],
    [
      "leaves what it does not know",
      { current: { city: "Mijn" }, before: {} },
      { city: null },
      { filled: [], offered: [] },
    ],
  ];
  test.each(table)("%s", (_name, { current, before }, register, { filled, offered }) => {
    const result = mergePrefill(current, register, { untouched: before, locked: [] });
    expect(result.filled).toEqual(filled);
    expect(Object.keys(result.offers)).toEqual(offered);
    if (offered.length > 0) expect(result.data).toEqual(current);
  });

  test("a locked field gets the new number's value whatever it contains, and goes with its number", () => {
    const facts = { untouched: { city: "Zwolle" }, locked: ["company"] };
    const current = { company: "Forged B.V.", city: "Zwolle", email: "info@example.nl" };
    expect(mergePrefill(current, { company: "Register B.V." }, facts).data.company).toBe("Register B.V.");
    expect(withoutPrefill(current, facts)).toEqual({ email: "info@example.nl" });
    expect(withoutPrefill({ city: "Elders" }, facts)).toEqual({ city: "Elders" });
  });
});

describe("conflict", () => {
  const base = { city: "A", street: "S", tags: [["1", "2"]], questions: { 11: false, 12: false } };
  test("only a field that both changed differently has to be chosen", () => {
    const yours = { ...base, city: "B", questions: { 11: true, 12: false } };
    const stored = { ...base, city: "C", street: "T", questions: { 11: false, 12: true } };
    const { merged, conflicts } = compare(base, yours, stored);
    expect(conflicts.map(({ path }) => path)).toEqual([["city"]]);
    expect(merged).toEqual({ city: "B", street: "T", tags: [["1", "2"]], questions: { 11: true, 12: true } });
  });

  test("a list is one field", () => {
    const { conflicts } = compare(base, { ...base, tags: [["1", "3"]] }, { ...base, tags: [["1", "4"]] });
    expect(conflicts).toEqual([{ path: ["tags"], yours: [["1", "3"]], stored: [["1", "4"]] }]);
  });

  test("a field that one side removed stays removed when the other left it", () => {
    const { street: _gone, ...without } = base;
    expect(compare(base, without, base).merged).not.toHaveProperty("street");
  });

  test("the choice decides, member by member", () => {
    const yours = { questions: { 11: true, 12: true } };
    const stored = { questions: { 11: false, 12: false } };
    const comparison = compare({}, yours, stored);
    expect(resolve(comparison, { "questions/11": "stored" })).toEqual({ questions: { 11: false, 12: true } });
  });
});

describe("sending once", () => {
  function memory() {
    const items = new Map<string, string>();
    return {
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, value: string) => void items.set(name, value),
      removeItem: (name: string) => void items.delete(name),
    };
  }
  const ids = () => {
    let next = 0;
    return () => `key-${++next}` as `${string}-${string}-${string}-${string}-${string}`;
  };

  test("the same content keeps its key until it is answered, also after a reload", () => {
    const storage = memory();
    const random = ids();
    const first = createSubmitKeys("scope", storage, random).take("quotation", { a: 1 });
    const reloaded = createSubmitKeys("scope", storage, random);
    expect(reloaded.take("quotation", { a: 1 })).toBe(first);
    expect(reloaded.take("insurance-policy", { a: 1 })).not.toBe(first);
    reloaded.answered();
    expect(reloaded.take("quotation", { a: 1 })).not.toBe(first);
  });

  test("no answers are kept", () => {
    const storage = memory();
    const spy: string[] = [];
    createSubmitKeys("scope", { ...storage, setItem: (_name, value) => void spy.push(value) }).take("quotation", {
      secret: "Jansen",
    });
    expect(spy.join()).not.toContain("Jansen");
  });
});

test("progress without disabled flags locks everything behind the first unfinished step", () => {
  const progress = fromProgressAnswer(manifest, {
    data: { a: { active: false, completed: true }, b: { active: true, completed: false } },
  });
  expect(progress.b?.disabled).toBe(false);
});
