// Company data follow the chamber-of-commerce number. Another number removes the values of the last one. The register
// is asked once per complete number, and fills empty, untouched and locked fields. A field that the broker changed
// keeps its value and is offered the register's. A register that does not answer is a notice and stops nothing
// (decisions 18, 83).

import { PortalError } from "#api/wire/portalError.ts";
import type { FormsAnswer } from "#api/wire/wireTypes.ts";
import { Listeners } from "#engine/form/listeners.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import type { Answers, JsonObject, PrefillTrigger, StepMeta } from "#engine/schema/types.ts";
import type { WizardCore } from "../core.ts";
import type { Commit } from "../events.ts";
import type { RegisterOffer, WizardState } from "../state.ts";
import { mergePrefill, withoutPrefill } from "./mergePrefill.ts";

/** A product may offer fewer choices than the register knows. */
const fits = (schemas: readonly Schema[], value: unknown) =>
  schemas.every((schema) => !Array.isArray(schema.enum) || schema.enum.includes(value));

export interface RegisterLookup {
  /** Another number was given. */
  committed(commit: Commit): void;
  /** Forms arrived: those of the entered number, or of the stored one while another is typed. */
  received(): void;
  use(offer: RegisterOffer): void;
  /** Asks again what the register could not answer before. */
  askAgain(): Promise<void>;
  /** Called when the offers change. Every field listens, and would else be asked at every answer. */
  onOffers(listener: () => void): () => void;
  dismiss(): void;
  /** Resolves when no answer of the register is awaited, or after a moment: no save waits longer for it. */
  settled(): Promise<void>;
}

/** The values of each step that came with the current number. */
function createHeld(core: WizardCore, triggers: readonly PrefillTrigger[]) {
  const held = new Map<string, JsonObject>();
  /** Steps that lost the values of an earlier number, until the register knows the number that is entered. */
  const emptied = new Set<string>();
  const steps = core.manifest.steps.map(({ key }) => key);
  const of = (step: string) => held.get(step) ?? {};

  return {
    of,
    emptied,
    set: (step: string, values: JsonObject) => void held.set(step, values),
    /** Our server lists the values that came with the number. Another back end lists at least the locked ones. */
    take() {
      for (const key of steps) {
        const { data, meta } = core.form(key);
        const triggerFields = triggers.filter(({ step }) => step === key).map(({ field }) => field);
        const fields = (meta.prefilled ?? meta.disabled ?? []).filter((field) => !triggerFields.includes(field));
        held.set(key, Object.fromEntries(fields.map((field) => [field, data[field]])));
      }
    },
    /** Another number was entered: what came with the last one is removed, its offers too. */
    release() {
      const findFacts = (step: string) => ({
        untouched: of(step),
        locked: core.form(step).meta.disabled?.filter((field) => field in of(step)) ?? [],
      });
      const unfilled = steps.map((key) => withoutPrefill(core.session(key).data(), findFacts(key)));
      const metas = steps.map((key) => [key, unlock(core.form(key).meta, Object.keys(of(key)))] as const);
      core.dispatch({ type: "numberChanged", metas: Object.fromEntries(metas) });
      held.clear();
      for (const [index, key] of steps.entries()) {
        if (unfilled[index] !== core.session(key).data()) emptied.add(key);
        core.session(key).replace(unfilled[index]!, { untouched: true });
      }
    },
  };
}

type PrefillStore = ReturnType<typeof createHeld>;

/** A value that is only offered gets no note that it was filled in. */
function mergeMeta(ownMeta: StepMeta, { field_text, disabled, prefilled, noted }: StepMeta, offers: Answers): StepMeta {
  const notes = Object.entries(field_text ?? {}).filter(([field]) => !(field in offers));
  return { ...ownMeta, disabled, prefilled, noted, field_text: Object.fromEntries(notes) };
}

/** Fills the forms with the register's values, and offers those that would replace the broker's own. */
function apply(core: WizardCore, held: PrefillStore, answer: FormsAnswer, trigger: PrefillTrigger): void {
  const offers: RegisterOffer[] = [];
  const steps: string[] = [];
  for (const { key } of core.manifest.steps) {
    const form = answer.data[key];
    if (!form) continue;
    const session = core.session(key);
    const values = readValues(answer, key, core);
    if (key === trigger.step) delete values[trigger.field];
    const stored = answer.prefill === undefined ? core.form(key).data : {};
    const result = mergePrefill(session.data(), values, { untouched: stored, locked: form.meta.disabled ?? [] });
    core.dispatch({ type: "registered", step: key, meta: mergeMeta(core.form(key).meta, form.meta, result.offers) });
    held.set(key, keepTaken(result.data, values));
    session.replace(result.data);
    if (result.filled.length > 0) steps.push(key);
    for (const [field, value] of Object.entries(result.offers))
      if (answer.prefill?.registered?.includes(field) !== false) offers.push({ step: key, field, value });
  }
  core.dispatch({ type: "prefilled", ...findOutcome(held, answer, { steps, offers }) });
}

/** Asks once per number. */
function createRegister({ api, client }: Pick<WizardCore, "api" | "client">) {
  /** Its answer, if it gave one. A number that it could not answer may be asked for again. */
  const find = (number: unknown) => {
    const answer = client.getQueryData<FormsAnswer>(["register", number]);
    return answer?.prefill?.available === false ? undefined : answer;
  };
  const ask = (number: string) =>
    client.fetchQuery<FormsAnswer>({ queryKey: ["register", number], queryFn: () => api.forms(number) });
  return { find, ask };
}

const isWhole = (trigger: PrefillTrigger, value: unknown): value is string =>
  typeof value === "string" && value.length === trigger.length && /^\d+$/.test(value);

export function createRegistering(core: WizardCore, patience = 2000): RegisterLookup {
  const { dispatch } = core;
  const triggers = core.manifest.prefill ?? [];
  const register = createRegister(core);
  const held = createHeld(core, triggers);
  /** The number that was entered last. */
  const numbers = new Map(triggers.map((trigger) => [trigger, core.form(trigger.step).data[trigger.field]]));
  let asking: Promise<void> = Promise.resolve();

  const dismiss = () => dispatch({ type: "noticeClosed", notice: "prefill" });

  async function ask(trigger: PrefillTrigger, value: string): Promise<void> {
    dispatch({ type: "registerAsked" });
    const stands = () => core.session(trigger.step).data()[trigger.field] === value;
    try {
      const answer = register.find(value) ?? (await register.ask(value));
      if (stands()) core.batch(() => apply(core, held, answer, trigger));
    } catch (error) {
      const status = error instanceof PortalError && error.status === 429 ? "limited" : "unavailable";
      if (stands()) dispatch({ type: "prefilled", status, steps: [...held.emptied], offers: [] });
    }
  }

  function follow(trigger: PrefillTrigger, { before, after }: Commit): void {
    const value = after[trigger.field];
    if (value === before[trigger.field]) return;
    numbers.set(trigger, value);
    held.release();
    if (isWhole(trigger, value)) asking = ask(trigger, value);
  }

  held.take();

  const listeners = new Listeners();
  let lastOffers = core.state.get().prefill.offers;
  core.state.subscribe(() => {
    const { offers } = core.state.get().prefill;
    if (offers === lastOffers) return;
    lastOffers = offers;
    listeners.callAll();
  });

  return {
    onOffers: listeners.onAll,
    committed(commit) {
      if (commit.received) return;
      for (const trigger of triggers)
        if (trigger.step === commit.step && commit.fields.includes(trigger.field)) follow(trigger, commit);
    },
    received() {
      for (const trigger of triggers) {
        const typed = core.session(trigger.step).data()[trigger.field];
        const answer = register.find(typed);
        if (typed !== numbers.get(trigger)) dismiss();
        numbers.set(trigger, typed);
        if (typed === core.form(trigger.step).data[trigger.field]) held.take();
        else if (answer) apply(core, held, answer, trigger);
      }
    },
    use({ step, field, value }) {
      core.session(step).replace({ ...core.session(step).data(), [field]: value });
      held.set(step, { ...held.of(step), [field]: value });
      dispatch({ type: "offerUsed", step, field });
    },
    async askAgain() {
      for (const trigger of triggers) {
        const value = core.session(trigger.step).data()[trigger.field];
        if (isWhole(trigger, value) && register.find(value) === undefined) await ask(trigger, value);
      }
    },
    dismiss,
    settled: () => Promise.race([asking, new Promise<void>((resolve) => setTimeout(resolve, patience))]),
  };
}

/** Of the values those that the form took over. */
const keepTaken = (data: Answers, values: Answers): Answers =>
  Object.fromEntries(
    Object.keys(values).flatMap((field) => (data[field] === values[field] ? [[field, data[field]]] : [])),
  );

function unlock(meta: StepMeta, fields: readonly string[]): StepMeta {
  const notes = Object.entries(meta.field_text ?? {}).filter(([field]) => !fields.includes(field));
  return {
    ...meta,
    disabled: (meta.disabled ?? []).filter((field) => !fields.includes(field)),
    field_text: Object.fromEntries(notes),
    prefilled: [],
  };
}

/** What belongs to the number in one step: the server names it, or else its forms show what they changed or locked. */
function readValues(answer: FormsAnswer, step: string, core: WizardCore): Answers {
  const form = answer.data[step];
  const stored = core.form(step).data;
  const filledValues = answer.prefill?.values;
  const source = filledValues ?? form?.data ?? {};
  const says = (field: string) =>
    filledValues !== undefined || stored[field] !== source[field] || isLocked(form?.meta, field);
  const fields = propertySchemas(core.opened.bundle.steps[step]?.schema ?? {});
  return Object.fromEntries(
    [...fields].flatMap(([field, schemas]) => {
      const value = source[field];
      return value === undefined || value === null || !fits(schemas, value) || !says(field) ? [] : [[field, value]];
    }),
  );
}

const isLocked = (meta: StepMeta | undefined, field: string) => meta?.disabled?.includes(field) === true;

type PrefillOutcome = Omit<WizardState["prefill"], "replaced">;

/** Where the register knew nothing, `steps` are those that lost the values of an earlier number. */
function findOutcome(
  { emptied }: PrefillStore,
  { prefill }: FormsAnswer,
  outcome: Pick<PrefillOutcome, "steps" | "offers">,
): PrefillOutcome {
  const lacks = prefill?.available === false || prefill?.found === false;
  if (lacks)
    return { ...outcome, status: prefill.available === false ? "unavailable" : "unknown", steps: [...emptied] };
  emptied.clear();
  return { ...outcome, status: outcome.steps.length + outcome.offers.length > 0 ? "filled" : "idle" };
}
