// What the premium answer contains about features and prices applies to the form at once (spec: wizard 3).
import { expect, test } from "vitest";
import type { PremiumAnswer, ProgressAnswer } from "#api/wire/wireTypes.ts";
import type { WizardApi } from "#api/wizard/wizard.ts";
import { createCore } from "#wizard/model/core.ts";
import { reduce } from "#wizard/model/events.ts";
import { withoutPrices } from "#wizard/model/lists/lists.ts";
import { createStore, initialState } from "#wizard/model/state.ts";

const manifest = {
  steps: [{ key: "general" }, { key: "company" }],
  flows: { newRequest: {} },
  lists: {
    amounts: { call: "premium" as const, path: "premium.insured_amounts" },
    deductibles: {
      rules: [
        {
          when: { equal: ["general.revenue", 1] },
          values: [250],
        },
        { values: [500, 1000] },
      ],
    },
  },
};
const schema = {
  type: "object",
  properties: { advance: { type: "boolean", when: "facts.show_advance" }, revenue: { type: "integer" } },
};

function open(formsSay: boolean | undefined) {
  const features = formsSay === undefined ? {} : { features: { show_advance: formsSay } };
  const forms = { general: { data: { advance: true, revenue: 1 }, meta: features } };
  const store = createStore(
    initialState({ answer: { data: {} } as ProgressAnswer, progress: {}, forms, sources: {} }),
    reduce,
  );
  const steps = { general: { schema, ui: {} } };
  const opened = {
    flow: "newRequest",
    exists: {},
    bundle: { manifest, steps, contracts: {} },
    texts: {},
    today: "2026-11-20",
  };
  const core = createCore(opened as unknown as Parameters<typeof createCore>[0], {} as WizardApi, store, () => null);
  store.follow(core.refreshLists);
  core.refreshLists();
  const answer = (show: boolean) => {
    const meta = { show_advance: show } as unknown as PremiumAnswer["premium"]["meta"];
    const insured_amounts = [{ value: 1, label: "One", subtitle: 270 }];
    const premium = { total_amount: 1, meta, insured_amounts } as PremiumAnswer["premium"];
    core.dispatch({ type: "priced", premium });
  };
  return { core, answer };
}

const shows = ({ core }: ReturnType<typeof open>) =>
  Object.keys(core.presented("general").schema.properties as object).includes("advance");

test.each([
  ["the forms said no, the premium offers it", false, true],
  ["the forms said yes, the premium offers it no more", true, false],
  ["the forms said nothing", undefined, true],
])("%s", (_name, formsSay, offered) => {
  const opened = open(formsSay);
  expect(shows(opened)).toBe(formsSay === true);
  opened.answer(offered);
  expect(shows(opened)).toBe(offered);
  expect(opened.core.session("general").active()).toEqual(offered ? { advance: true, revenue: 1 } : { revenue: 1 });
  opened.answer(!offered);
  expect(opened.core.answers().general?.advance).toBe(offered ? undefined : true);
});

test("prices on choices go with the amount they came with, and the choices stay", () => {
  const { core, answer } = open(undefined);
  answer(true);
  expect(core.lists().amounts).toEqual([{ value: 1, label: "One", subtitle: 270 }]);
  core.dispatch({ type: "priceFailed" });
  expect(core.lists().amounts).toEqual([{ value: 1, label: "One" }]);
  expect(withoutPrices({ other: [{ value: 1, subtitle: 2 }] }, manifest)).toEqual({
    other: [{ value: 1, subtitle: 2 }],
  });
});

test("a list follows the answers that its rules read", () => {
  const { core } = open(undefined);
  const offered = () => core.lists().deductibles?.map(({ value }) => value);
  expect(offered()).toEqual([250]);
  core.session("company").commitField(["company"], "Eerste B.V.");
  expect(offered()).toEqual([250]);
  core.session("general").commitField(["revenue"], 2);
  expect(offered()).toEqual([500, 1000]);
});
