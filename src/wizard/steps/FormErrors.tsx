// What stops a form after Next or sending: first thing in the step, every error a link to its field. Takes the focus when
// the form is refused, and stays up to date while errors are solved.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { pointerSegments } from "#engine/fieldPath.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { FieldError, JsonObject } from "#engine/types.ts";
import { errorMessage } from "#widgets/errors.ts";
import { fieldUi } from "#widgets/fieldUi.ts";
import { focusField } from "#widgets/focus.ts";
import { useText } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { requestForm } from "../model/submitting.ts";
import { useLanguage, useWizard, useWizardState } from "../WizardContext.ts";
import { labelOf } from "../wording/words.ts";

function useErrors(step: string): readonly FieldError[] {
  const { core } = useWizard();
  const session = core.session(step);
  useSyncExternalStore(session.subscribeAll, session.version);
  return session.errors();
}

export function FormErrors({ step }: { step: string }) {
  const text = useText();
  const refused = useWizardState((state) => (state.refused?.step === step ? state.refused : null));
  const errors = useErrors(step);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!refused) return;
    const frame = requestAnimationFrame(() => place.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [refused]);
  if (!refused || errors.length === 0) return null;
  return (
    <section className="error-summary" ref={place} tabIndex={-1} aria-labelledby={`errors-${step}`}>
      <Icon name="error" />
      <div>
        <h3 id={`errors-${step}`}>{text(step === requestForm ? "error.submit_validation" : "error.save_step")}</h3>
        <ul>
          {errors.map((error) => (
            <ErrorLink key={error.id} step={step} error={error} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function nested(from: unknown, path: readonly string[], through?: string): JsonObject {
  let current: unknown = from;
  for (const name of path) {
    const members = isObject(current) && through ? current[through] : current;
    current = isObject(members) ? members[name] : undefined;
  }
  return isObject(current) ? current : {};
}

/** A question is named by its number, since its text would make the list unreadable. */
function useName(step: string, path: readonly string[]): string {
  const text = useText();
  const { core } = useWizard();
  const presented = core.presented(step);
  const [group = "", member] = path;
  const order = fieldUi(nested(presented.uiSchema, [group])).order;
  const isQuestion = member !== undefined && core.step(step)?.questions !== undefined;
  if (isQuestion && Array.isArray(order)) return text("wizard.question.number", { number: order.indexOf(member) + 1 });
  return labelOf(presented, path);
}

function ErrorLink({ step, error }: { step: string; error: FieldError }) {
  const text = useText();
  const language = useLanguage();
  const { uiSchema, schema } = useWizard().core.presented(step);
  const path = pointerSegments(error.pointer);
  const field = error.id.startsWith(`${step}_`) ? path.filter((name) => error.id.includes(name)) : path;
  const name = useName(step, field);
  const ui = fieldUi(nested(uiSchema, field));
  const message = errorMessage(error, { ui, schema: nested(schema, field, "properties"), language }, text);
  return (
    <li>
      <a
        href={`#${error.id}`}
        onClick={(event) => {
          event.preventDefault();
          focusField(error.id);
        }}
      >
        {name ? `${name.replace(/\.$/, "")}: ${message}` : message}
      </a>
    </li>
  );
}
