// Calls that no screen makes: the server has to refuse them, or to judge them by the strictest rule.
import { expect } from "vitest";
import { PortalError } from "#api/calls/errors.ts";
import type { Answers } from "#engine/schema/types.ts";
import { type Act, stepWith } from "./acts.ts";
import type { Walk } from "./walk.ts";

async function refusedWith422(work: Promise<unknown>, what: string): Promise<void> {
  const status = await work.then(
    () => 200,
    (error: unknown) => (error instanceof PortalError ? error.status : 500),
  );
  expect(status, what).toBe(422);
}

/** Changes what the register decides. */
export const forge: Act = async (walk) => {
  if (walk.isSent()) return;
  const { api } = walk.tab.wizard.core;
  const { data } = await api.forms();
  for (const [step, { data: values, meta }] of Object.entries(data)) {
    const field = meta.disabled?.[0];
    if (field)
      await refusedWith422(api.save(step, "save", { ...values, [field]: "Vals" }), `forged ${field} of ${step}`);
  }
};

/** A price for a choice that is not on offer. */
export const priceRefused: Act = async (walk) => {
  if (walk.isSent()) return;
  const step = stepWith("deductible_amount")(walk);
  const values = step ? walk.base.answers[step] : undefined;
  if (!step || !values) return;
  const { api } = walk.tab.wizard.core;
  await refusedWith422(api.premium({ [step]: { ...values, deductible_amount: 7 } }), "a price for no choice");
};

/** Professions of another sector than the one that is named. */
export const mixSectors =
  (terms: boolean): Act =>
  async (walk) => {
    if (walk.isSent()) return;
    const step = stepWith("sector")(walk);
    const strict = walk.base.sectors.find((listed) => listed.strict);
    const plain = walk.base.sectors.find((listed) => !listed.strict);
    if (!step || !strict || !plain) return;
    const { api } = walk.tab.wizard.core;
    const { data } = await api.forms();
    const mixed: Answers = { ...walk.base.answers[step], ...data[step]?.data, sector: plain.value };
    mixed.professions = [[strict.value, strict.profession]];
    delete mixed.terms_of_delivery;
    if (!terms) return refusedWith422(api.save(step, "next", mixed), "no terms of delivery for the strictest sector");
    mixed.terms_of_delivery = false;
    walk.known.remember(mixed);
    await saveMixed(walk, step, mixed);
  };

async function saveMixed(walk: Walk, step: string, mixed: Answers): Promise<void> {
  const { api, manifest } = walk.tab.wizard.core;
  if (!(await api.save(step, "next", mixed).catch(() => null))) return;
  await walk.confirm(step);
  await walk.reopen();
  const extra = manifest.steps.find((entry) => entry.extra)?.key ?? "";
  expect(Object.keys((await walk.held.progress()).data), "an underwriter has to see it").toContain(extra);
}
