// Company data from the register: asked once per distinct complete kvk number, laid over the forms by the rules of
// prefill.ts. A register that does not answer is a notice, never a block (decisions 18).

import { propertySchemas } from "#engine/schemaTree.ts";
import type { JsonObject, PrefillTrigger } from "#engine/types.ts";
import type { FormsAnswer } from "#engine/wire.ts";
import type { WizardCore } from "./core.ts";
import { createPrefillMemory, mergePrefill } from "./prefill.ts";
import type { RegisterOffer } from "./state.ts";

/** A product may offer fewer choices than the register knows. */
const fits = (schemas: readonly JsonObject[], value: unknown) =>
  schemas.every((schema) => !Array.isArray(schema.enum) || schema.enum.includes(value));

/** What the register said about one step: its own values where the server names them, else what its forms changed. */
function registerValues(answer: FormsAnswer, step: string, known: Map<string, JsonObject[]>): JsonObject {
  const source = answer.prefill?.values ?? answer.data[step]?.data ?? {};
  const fields = [...known.keys()].filter((field) => fits(known.get(field) ?? [], source[field]));
  return Object.fromEntries(
    fields.filter((field) => source[field] !== undefined).map((field) => [field, source[field]]),
  );
}

export interface Registering {
  use(offer: RegisterOffer): void;
  dismiss(): void;
  dispose(): void;
}

export function createRegistering(core: WizardCore): Registering {
  const { state } = core;
  const triggers = core.manifest.prefill ?? [];
  const memories = new Map(triggers.map((trigger) => [trigger, createPrefillMemory(trigger.length)]));

  function apply(answer: FormsAnswer, trigger: PrefillTrigger): void {
    const offers: RegisterOffer[] = [];
    const steps: string[] = [];
    for (const [step, form] of Object.entries(answer.data)) {
      if (!core.manifest.steps.some(({ key }) => key === step)) continue;
      const before = core.form(step).data;
      state.set({ forms: { ...state.get().forms, [step]: { data: before, meta: form.meta } } });
      const session = core.session(step);
      const register = registerValues(answer, step, propertySchemas(core.presented(step).schema));
      const result = mergePrefill(session.data(), before, register, step === trigger.step ? [trigger.field] : []);
      if (result.filled.length > 0) {
        session.replace(result.data);
        steps.push(step);
      }
      for (const [field, value] of Object.entries(result.offers)) offers.push({ step, field, value });
    }
    const found = answer.prefill?.available !== false;
    const status = !found ? "unavailable" : steps.length > 0 || offers.length > 0 ? "filled" : "idle";
    state.set({ prefill: { status, steps, offers } });
    core.refreshLists();
  }

  async function ask(trigger: PrefillTrigger, value: string): Promise<void> {
    memories.get(trigger)?.remember(value);
    state.set({ prefill: { status: "asking", steps: [], offers: [] } });
    try {
      const answer = await core.api.forms(value);
      if (core.session(trigger.step).data()[trigger.field] === value) apply(answer, trigger);
    } catch {
      memories.get(trigger)?.forget(value);
      state.set({ prefill: { status: "unavailable", steps: [], offers: [] } });
    }
  }

  const stop = core.onCommit(({ step, after, fields }) => {
    for (const trigger of triggers) {
      if (trigger.step !== step || !fields.includes(trigger.field)) continue;
      const value = after[trigger.field];
      if (memories.get(trigger)?.wants(value)) void ask(trigger, value as string);
    }
  });
  for (const trigger of triggers) {
    const stored = core.form(trigger.step).data[trigger.field];
    if (typeof stored === "string") memories.get(trigger)?.remember(stored);
  }

  return {
    use({ step, field, value }) {
      core.session(step).replace({ ...core.session(step).data(), [field]: value });
      const { prefill } = state.get();
      const offers = prefill.offers.filter((offer) => offer.step !== step || offer.field !== field);
      state.set({ prefill: { ...prefill, offers } });
    },
    dismiss: () => state.set({ prefill: { status: "idle", steps: [], offers: [] } }),
    dispose: stop,
  };
}
