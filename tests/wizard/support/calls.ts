// The calls of an open wizard: recorded, and failing where a test requests it, before the server receives them or
// after.
import { PortalError } from "#api/calls/errors.ts";
import type { WizardApi } from "#api/wizard/wizard.ts";
import { answers, type StepKey } from "./answers.ts";

export interface Made {
  name: string;
  body?: unknown;
  extra?: unknown;
}
export interface Fault {
  name: string;
  error: unknown;
  /** The server does its work, and the answer is lost. */
  late?: boolean;
}

export const offline = () => new PortalError({ code: "network" });

/** Other answers than the valid ones. */
export type Given = Partial<Record<StepKey, object>>;

/** Saves the steps before `to` as Next does. */
export async function saveUpTo(api: Pick<WizardApi, "save">, to: StepKey | undefined, more: Given = {}): Promise<void> {
  for (const [step, saved] of Object.entries(to === undefined ? {} : answers)) {
    if (step === to) break;
    await api.save(step, "next", { ...saved, ...more[step as StepKey] });
  }
}

/** The name of a call, and what of it a test looks at. */
const tell: { [Name in keyof WizardApi]: (...parameters: Parameters<WizardApi[Name]>) => Made } = {
  forms: (kvk) => ({ name: kvk === undefined ? "forms" : "register", body: kvk }),
  progress: () => ({ name: "progress" }),
  professions: () => ({ name: "professions" }),
  questions: (which) => ({ name: which }),
  premium: (inputs) => ({ name: "premium", body: inputs }),
  save: (step, action, values, revision) => ({ name: `save ${step}`, body: values, extra: { action, revision } }),
  submit: (_action, values, key) => ({ name: "submit", body: values, extra: key }),
};

export function withFaults(plain: WizardApi, faults: Fault[] = []) {
  const calls: Made[] = [];
  const gates = new Map<string, Promise<void>>();
  const underWay = new Set<Promise<unknown>>();
  const wrap = (call: keyof WizardApi) => {
    const [work, read] = [plain[call], tell[call]] as [(...input: unknown[]) => Promise<unknown>, typeof tell.save];
    const make = async (input: unknown[]) => {
      const made = read(...(input as Parameters<WizardApi["save"]>));
      calls.push(made);
      await gates.get(made.name);
      const index = faults.findIndex(({ name }) => name === made.name);
      const [fault] = index >= 0 ? faults.splice(index, 1) : [];
      if (fault && !fault.late) throw fault.error;
      const answer = await work(...input);
      if (fault) throw fault.error;
      return answer;
    };
    return (...input: unknown[]) => {
      const made = make(input);
      underWay.add(made);
      const end = () => void underWay.delete(made);
      made.then(end, end);
      return made;
    };
  };
  const names = Object.keys(plain) as (keyof WizardApi)[];
  const api = Object.fromEntries(names.map((name) => [name, wrap(name)])) as unknown as WizardApi;
  const queue = (name: string, errors: unknown[], late: boolean) =>
    void faults.push(...errors.map((error) => ({ name, error, late })));
  return {
    api,
    calls,
    /** Those that have no answer yet. */
    underWay,
    called: (name: string) => calls.filter((call) => call.name === name),
    /** Throws these for the next calls of this name, before the server hears of them. */
    fail: (name: string, ...errors: unknown[]) => queue(name, errors, false),
    /** The server does its work and the answers are lost. */
    lose: (name: string, ...errors: unknown[]) => queue(name, errors, true),
    /** Calls of this name reach the server when the answered function is called. */
    delay(name: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      gates.set(name, promise);
      return resolve;
    },
    recover: () => void faults.splice(0),
  };
}
