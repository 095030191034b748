// The filters of the trail. An action is chosen by its name.
import { type FormEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useNavigate } from "react-router";
import { AUDIT_FILTERS, type AuditFilters } from "#api/portfolio/audit.ts";
import { formatDate } from "#engine/values/dateText.ts";
import { SelectBox } from "#widgets/fields/choice/SelectBox.tsx";
import textStyles from "#widgets/fields/Text.module.css";
import { useFocusBack } from "#widgets/runtime/focus.ts";
import { type MessageId, useLanguage, useMessage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Field } from "../kit/form/Field.tsx";
import styles from "./AuditTrail.module.css";
import { CALLS, EVENTS } from "./actions.ts";
import { DayField, readDay } from "./DayField.tsx";
import { isDay, writeAddress } from "./filterAddress.ts";

const MOST = 100;

type FilterValues = [name: keyof AuditFilters, value: string | null][];

/** The filters of the address. Null for an invalid day. */
function readTyped(form: HTMLFormElement): FilterValues {
  const typed = new FormData(form);
  return AUDIT_FILTERS.map((name) => {
    const value = String(typed.get(name) ?? "").trim();
    return [name, value && isDay(name) ? readDay(value) : value];
  });
}

/** The day before which the last one lies: no line of the trail could be between them. */
function endsBefore(typed: FilterValues): string | undefined {
  const { from, until } = Object.fromEntries(typed);
  return from && until && until < from ? from : undefined;
}

export const APPLY = "filter-apply";

interface FiltersProps {
  filters: AuditFilters;
  /** Gets the focus after filters are applied or cleared, because they are drawn again then. */
  next: string;
}

export function Filters({ filters, next }: FiltersProps) {
  const box = useRef<HTMLFormElement>(null);
  useFocusBack(box, next);
  const text = useMessage();
  const navigate = useNavigate();
  const language = useLanguage();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const filter = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = readTyped(form);
    const slips = typed.filter(([, value]) => value === null);
    const wrong = Object.fromEntries(slips.map(([name]) => [name, text("error.validation.date")]));
    const first = endsBefore(typed);
    if (first) wrong.until = text("error.validation.date_too_early", { minDate: formatDate(first, language) });
    flushSync(() => setErrors(wrong));
    const [name] = Object.keys(wrong);
    if (name) form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
    else navigate(writeAddress(Object.fromEntries(typed.filter(([, value]) => value))));
  };
  return (
    <form
      ref={box}
      className={`card ${styles.filters}`}
      onSubmit={filter}
      aria-label={text("portal.trail.filters")}
      noValidate
    >
      {AUDIT_FILTERS.map((name) => {
        const [id, label] = [`filter-${name}`, text(`portal.trail.filter.${name}`)];
        if (isDay(name))
          return <DayField key={name} {...{ id, name, label }} day={filters[name]} error={errors[name]} />;
        const props = { id, name, defaultValue: filters[name] };
        return (
          <Field key={name} id={id} label={label}>
            {name === "action" ? (
              <ActionChoice {...props} />
            ) : (
              <input {...props} className={textStyles.input} type="text" maxLength={MOST} autoComplete="off" />
            )}
          </Field>
        );
      })}
      <div className={styles.buttons}>
        <Button id={APPLY} type="submit" kind="primary" icon="filter">
          {text("portal.trail.filter.apply")}
        </Button>
        {Object.keys(filters).length > 0 && (
          <Link className="button button-quiet" to="?">
            {text("portal.trail.filter.clear")}
          </Link>
        )}
      </div>
    </form>
  );
}

/** An address may ask for any part of an action: that part is then one of the choices. */
function ActionChoice(props: { id: string; name: string; defaultValue?: string }) {
  const text = useMessage();
  const language = useLanguage();
  const chosen = props.defaultValue ?? "";
  const groups = useMemo(() => {
    const name = (actions: Readonly<Record<string, MessageId>>) =>
      Object.entries(actions).map(([stored, id]) => ({ stored, name: text(id) }));
    const [events, calls] = [name(EVENTS), name(CALLS)];
    const known = [...events, ...calls].some(({ stored }) => stored === chosen);
    if (chosen && !known) calls.push({ stored: chosen, name: chosen });
    return Object.entries({ events, calls } as const).map(([group, choices]) => ({
      group: group as "events" | "calls",
      choices: choices.sort((one, other) => one.name.localeCompare(other.name, language)),
    }));
  }, [chosen, text, language]);
  return (
    <SelectBox {...props}>
      <option value="">{text("portal.trail.filter.all")}</option>
      {groups.map(({ group, choices }) => (
        <optgroup key={group} label={text(`portal.trail.filter.${group}`)}>
          {choices.map(({ stored, name }) => (
            <option key={stored} value={stored}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectBox>
  );
}
