// What the server refused: changes from elsewhere are fetched, and each error is placed at its field.
import { type PortalError, refusalErrors } from "#api/calls/errors.ts";
import { pointerSegments } from "#engine/fields/fieldPath.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Answers } from "#engine/schema/types.ts";
import type { WizardCore } from "../core.ts";
import type { RegisterLookup } from "../register/registering.ts";
import type { RefusedStep } from "../state.ts";
import type { ServerAnswers } from "./serverAnswers.ts";

/**
 * Applies changes from elsewhere and reports them. Returns the changed steps, or null if they could not be loaded. `step`: the
 * refused one, which is compared separately.
 */
export async function takeNews(
  core: WizardCore,
  serverAnswers: Pick<ServerAnswers, "applyForms" | "applyProgress">,
  { step, sending }: { step?: string; sending?: true },
): Promise<string[] | null> {
  const { state, dispatch, api } = core;
  const before = state.get().forms;
  const news = await Promise.all([api.progress(), api.forms()]).catch(() => null);
  if (!news) return null;
  const [progress, { data }] = news;
  serverAnswers.applyForms(data);
  serverAnswers.applyProgress(progress, step);
  const steps = Object.keys(data).filter(
    (key) =>
      key !== step && core.step(key) && before[key] !== undefined && !sameValue(before[key].data, data[key]?.data),
  );
  if (steps.length > 0) dispatch({ type: "changedElsewhere", steps, ...(sending ? { sending } : {}) });
  return steps;
}

interface RefusalParts {
  core: WizardCore;
  serverAnswers: ServerAnswers;
  registering: RegisterLookup;
}

/** A refusal may come from changes elsewhere. What is refused is then shown at its field. */
export async function takeRefusal(
  { core, serverAnswers, registering }: RefusalParts,
  error: PortalError,
  { step, sent }: { step: string; sent: Answers | undefined },
): Promise<void> {
  const { dispatch } = core;
  await takeNews(core, serverAnswers, { step });
  const steps = serverAnswers.placeErrors(refusalErrors(error), step, sent);
  const locked = findLocked(error);
  if (locked.length > 0) {
    // The register could not be reached while the broker typed, and has answered the server since: its notes and locks are
    // fetched now.
    await registering.askAgain();
    takeLocked(core, locked, step);
  }
  dispatch({ type: "saveFailed", step, code: "invalid" });
  dispatch({ type: "refused", refusal: describeRefusal(steps, step) });
}

/** The form to show, and the others that have errors too. */
export function describeRefusal(steps: readonly string[], step: string): RefusedStep {
  const others = steps.filter((each) => each !== step);
  return others.length > 0 ? { step, others } : { step };
}

const findLocked = (error: PortalError): [field: string, value: unknown][] =>
  refusalErrors(error)
    .filter(({ keyword, params }) => keyword === "locked" && "value" in params)
    .map(({ pointer, params }) => [pointerSegments(pointer)[0] ?? "", params.value]);

/** A field that the server has locked can only have its value. The broker reads which fields were replaced. */
function takeLocked(core: WizardCore, locked: [field: string, value: unknown][], step: string): void {
  core.session(step).replace({ ...core.session(step).data(), ...Object.fromEntries(locked) });
  core.dispatch({ type: "replaced", step, fields: locked.map(([field]) => field) });
}
