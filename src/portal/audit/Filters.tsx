// What of the trail an auditor asks for; an action by its name.
import { type FormEvent, useMemo } from "react";
import { Link, useNavigate } from "react-router";
import { AUDIT_FILTERS, type AuditFilters } from "#api/audit.ts";
import textStyles from "#widgets/fields/Text.module.css";
import fieldStyles from "#widgets/templates/FieldTemplate.module.css";
import { useLanguage, useMessage } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import styles from "./AuditTrail.module.css";
import { ACTIONS } from "./actions.ts";
import { writeAddress } from "./filterAddress.ts";

const MOST = 100;
/** A slip in a year is told at its field: the call refuses a fifth digit, and in the year 266 there is nothing. */
const DAYS = { first: "2000-01-01", last: "9999-12-31" };

export function Filters({ filters }: { filters: AuditFilters }) {
  const text = useMessage();
  const navigate = useNavigate();
  const filter = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const entries = AUDIT_FILTERS.map((name) => [name, String(typed.get(name) ?? "").trim()] as const);
    navigate(writeAddress(Object.fromEntries(entries.filter(([, value]) => value))));
  };
  return (
    <form className={`card ${styles.filters}`} onSubmit={filter} aria-label={text("portal.trail.filters")}>
      {AUDIT_FILTERS.map((name) => {
        const props = { id: `filter-${name}`, name, defaultValue: filters[name], className: textStyles.input };
        return (
          <div key={name} className={fieldStyles.field}>
            <label className={fieldStyles.label} htmlFor={props.id}>
              {text(`portal.trail.filter.${name}`)}
            </label>
            {name === "action" ? (
              <ActionChoice {...props} />
            ) : (
              <input
                {...props}
                type={name === "from" || name === "until" ? "date" : "text"}
                maxLength={MOST}
                min={DAYS.first}
                max={DAYS.last}
                autoComplete="off"
              />
            )}
          </div>
        );
      })}
      <div className={styles.buttons}>
        <Button type="submit" kind="primary" icon="filter">
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
function ActionChoice(props: { id: string; name: string; className: string | undefined; defaultValue?: string }) {
  const text = useMessage();
  const language = useLanguage();
  const chosen = props.defaultValue ?? "";
  const choices = useMemo(() => {
    const named = Object.entries(ACTIONS).map(([stored, id]) => ({ stored, name: text(id) }));
    if (chosen && !Object.hasOwn(ACTIONS, chosen)) named.push({ stored: chosen, name: chosen });
    return named.sort((one, other) => one.name.localeCompare(other.name, language));
  }, [chosen, text, language]);
  return (
    <div className={textStyles.affix}>
      <select {...props}>
        <option value="">{text("portal.trail.filter.all")}</option>
        {choices.map(({ stored, name }) => (
          <option key={stored} value={stored}>
            {name}
          </option>
        ))}
      </select>
      <span className={textStyles.mark}>
        <Icon name="down" />
      </span>
    </div>
  );
}
