// The premium on the screen is that of the request: what goes with the premium call is all that the price depends on.
import { describe, expect, it } from "vitest";
import { settleRequest } from "#engine/answers/computedAnswers.ts";
import { pointerSegments } from "#engine/fields/fieldPath.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { Manifest, RequestAnswers } from "#engine/schema/types.ts";
import { premiumInputs } from "#engine/steps/premiumInputs.ts";
import type { LoadedProduct } from "#server/products/products.ts";
import { contextFor, evaluate } from "#server/requests/evaluate.ts";
import { buildPremium } from "#server/requests/premium/premium.ts";
import { namedAmounts } from "#underwriting/amounts.ts";
import { calculate } from "#underwriting/calculate.ts";
import type { StepState } from "#underwriting/requestState.ts";
import { answer, baseTariff, load, type Written, write } from "./support/pricedProducts.ts";
import { Random } from "./support/random.ts";

const options = { today: "2026-11-20", language: "nl" } as const;

/** The premium of stored answers, with those of the body. */
function priceOf(product: LoadedProduct, stored: RequestAnswers, sent: RequestAnswers): number | null {
  const steps = Object.entries(stored).map(([key, data]): [string, StepState] => [key, { data, finished: true }]);
  return buildPremium(product, new Map(steps), sent, options).answer.premium.total_amount;
}

/** The amount of the request that is sent with these stored answers. */
function sentAmount(product: LoadedProduct, stored: RequestAnswers): number | null {
  const steps = Object.entries(stored).map(([key, data]): [string, StepState] => [key, { data, finished: true }]);
  const { underwriting } = evaluate(product, new Map(steps), { ...options, day: options.today });
  return namedAmounts(calculate({ ...underwriting, day: options.today })).total ?? null;
}

const settle = (product: LoadedProduct, given: RequestAnswers) =>
  settleRequest(product.bundle, given, (all) => contextFor(product, all, options));

const sentBy = (product: LoadedProduct, given: RequestAnswers): RequestAnswers =>
  premiumInputs(product.bundle, settle(product, given).answers);

/** The answers without those that a rule refuses: the browser does not send them, and the server prices without them. */
function withoutRefused(product: LoadedProduct, given: RequestAnswers): RequestAnswers {
  const { answers, terms } = settle(product, given);
  const allowed = Object.entries(given).map(([step, data]) => {
    const errors = product.bundle.contracts[step]?.(answers[step] ?? {}, terms.context) ?? [];
    const refused = errors.map(({ keyword, pointer }) => keyword !== "required" && pointerSegments(pointer)[0]);
    return [step, Object.fromEntries(Object.entries(data).filter(([field]) => !refused.includes(field)))] as const;
  });
  const rest: RequestAnswers = Object.fromEntries(allowed);
  return sameValue(rest, given) ? given : withoutRefused(product, rest);
}

const priced = (product: LoadedProduct) =>
  Object.fromEntries(product.bundle.manifest.steps.map(({ key, premium = [] }) => [key, premium]));

function without(product: LoadedProduct, step: string, field: string): LoadedProduct {
  const steps = product.bundle.manifest.steps.map((each) =>
    each.key === step ? { ...each, premium: each.premium!.filter((name) => name !== field) } : each,
  );
  const manifest: Manifest = { ...product.bundle.manifest, steps };
  return { ...product, bundle: { ...product.bundle, manifest } };
}

describe("the premium of the answers that are sent", () => {
  it("is that of the request, whatever computes, shows, limits or switches on what is priced", () => {
    let noticed = 0;
    for (let seed = 0; seed < 60; seed += 1) {
      const random = new Random(seed);
      const written = write(random);
      const product = load(written);
      for (let request = 0; request < 4; request += 1) {
        const answers = withoutRefused(product, answer(written, random));
        const wanted = priceOf(product, answers, {});
        const sent = sentBy(product, answers);
        expect(priceOf(product, {}, sent), `seed ${seed}: ${JSON.stringify(written)}`).toBe(wanted);
        expect(sentAmount(product, answers), `seed ${seed}, sent`).toBe(wanted);
        // What was stored before is another request's in this respect.
        expect(priceOf(product, answer(written, random), sent), `seed ${seed}, over others`).toBe(wanted);
        const [step, fields] = random.pick(Object.entries(priced(product)).filter(([, names]) => names.length > 0));
        const field = random.pick(fields);
        const { [field]: _left, ...rest } = sent[step] ?? {};
        if (priceOf(without(product, step, field), {}, { ...sent, [step]: rest }) !== wanted) noticed += 1;
      }
    }
    expect(noticed, "an answer less is noticed").toBeGreaterThan(40);
  });

  it("is that of the request where a factor reads a computed value that a choice among several shows", () => {
    const fleet: Schema = {
      type: "object",
      properties: {
        covers: { type: "array", items: { type: "string", enum: ["casco", "legal"] } },
        value: { type: "integer", minimum: 0 },
        drivers: { type: "integer", minimum: 0 },
        colour: { type: "string", maxLength: 20 },
      },
      allOf: [
        {
          if: { properties: { covers: { contains: { const: "casco" } } }, required: ["covers"] },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: { properties: { insured: { type: "integer", computed: { sum: [".value", ".drivers"] } } } },
        },
      ],
    };
    const bands = [{ up_to: 100, factor: 2 }];
    const factors = [{ name: "insured", answer: "fleet.insured", empty: 1, bands }];
    const written: Written = {
      manifest: { steps: [{ key: "fleet", kind: "form" }] },
      steps: { fleet },
      tariff: { ...baseTariff, factors },
    };
    const product = load(written);
    expect(priced(product)).toEqual({ fleet: ["covers", "value", "drivers"], cover: ["main"] });
    const answers = { fleet: { covers: ["casco"], value: 10, drivers: 1, colour: "red" }, cover: { main: 1 } };
    expect(priceOf(product, {}, sentBy(product, answers))).toBe(200);
    expect(priceOf(product, {}, sentBy(product, { ...answers, fleet: { ...answers.fleet, covers: [] } }))).toBe(100);
    expect(priceOf(product, answers, sentBy(product, { ...answers, fleet: {} })), "emptied, while stored").toBe(100);
  });

  it("is that of the request where factors read what is ticked, and records that are chosen by what is answered in them", () => {
    const vehicle: Schema = {
      type: "object",
      properties: {
        kind: { type: "string", enum: ["lorry", "van"] },
        value: { type: "integer" },
        note: { type: "string" },
      },
    };
    const covers: Schema = { type: "array", items: { type: "string", enum: ["casco", "legal"] } };
    const fleet: Schema = { type: "object", properties: { covers, vehicles: { type: "array", items: vehicle } } };
    const lorries = { sum: "fleet.vehicles.*.value", where: { is: [".kind", "lorry"] } };
    const written: Written = {
      manifest: {
        steps: [{ key: "fleet", kind: "form" }],
        facts: { has_casco: { has: ["fleet.covers", "casco"] }, lorries },
      },
      steps: { fleet },
      tariff: {
        ...baseTariff,
        factors: [
          { name: "casco", answer: "facts.has_casco", values: { true: 3, false: 1 } },
          {
            name: "lorries",
            answer: "facts.lorries",
            bands: [
              { up_to: 10, factor: 1 },
              { up_to: 100, factor: 2 },
            ],
          },
        ],
      },
    };
    const product = load(written);
    const price = (covers: string[], kind: string) => {
      const vehicles = [
        { kind, value: 8 },
        { kind: "lorry", value: 7 },
      ];
      const answers = { fleet: { covers, vehicles }, cover: { main: 1 } };
      expect(priceOf(product, {}, sentBy(product, answers))).toBe(priceOf(product, answers, {}));
      return priceOf(product, answers, {});
    };
    expect([price([], "van"), price(["casco"], "van"), price(["casco", "legal"], "lorry")]).toEqual([100, 300, 600]);
  });
});
