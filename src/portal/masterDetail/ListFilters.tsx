// The filters of a list, as its description names them and the server offers them, with the number of rows of each choice. The
// choices are kept in the address. `state` is drawn as a row of links, because its counts are what an underwriter works by.
import { useEffect, useId, useRef } from "react";
import { Link, useNavigate } from "react-router";
import type { Choices } from "#api/calls/lists.ts";
import type { ListFilter } from "#api/wire/wireTypes.ts";
import { SelectBox } from "#widgets/fields/choice/SelectBox.tsx";
import { useMessage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { useListLink, useListState } from "../kit/list/listState.ts";
import { ALL, isFiltered } from "./choices.ts";
import styles from "./ListFilters.module.css";
import type { ListKind } from "./ThingKind.ts";

interface ListFiltersProps {
  kind: Pick<ListKind<never>, "kind" | "filters" | "start">;
  /** Absent where the back end has none. */
  offered: readonly ListFilter[] | undefined;
  choices: Choices;
  /** Number of rows that are left. Undefined while they load. */
  count: number | undefined;
}

const GROUPS = ["past", "14", "30", "90", "later"] as const;
const STATES = ["to_do", "waiting", "decided", ALL] as const;

export function ListFilters({ kind, offered, choices, count }: ListFiltersProps) {
  const text = useMessage();
  const navigate = useNavigate();
  const link = useListLink();
  const { choices: address } = useListState();
  useAnnouncedCount(
    JSON.stringify(choices),
    count === undefined ? null : text(`portal.list.count.${kind.kind}`, { count }),
  );
  const filters = (kind.filters ?? []).flatMap((name) => offered?.find((filter) => filter.name === name) ?? []);
  if (filters.length === 0) return null;
  const choose = (name: ListFilter["name"], value: string) =>
    link({ choices: { ...address, [name]: value || undefined } });
  const props = (filter: ListFilter) => ({
    filter,
    chosen: choices[filter.name],
    to: (value: string) => choose(filter.name, value),
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a line in every browser
    <div className={styles.filters} role="group" aria-label={text("portal.filter.label")}>
      {filters.map((filter) =>
        filter.name === "state" ? (
          <States key="state" {...props(filter)} />
        ) : (
          <Choice
            key={filter.name}
            {...props(filter)}
            change={(value) => navigate(choose(filter.name, value), { replace: true, preventScrollReset: true })}
          />
        ),
      )}
      {isFiltered(kind, address) && (
        <Link className="button button-quiet button-small" to={link({ choices: {} })} replace preventScrollReset>
          <Icon name="close" />
          {text("portal.filter.clear")}
        </Link>
      )}
    </div>
  );
}

/** Announces how many rows are left by other choices, once that is known. */
function useAnnouncedCount(choices: string, words: string | null): void {
  const before = useRef(choices);
  useEffect(() => {
    if (words === null || before.current === choices) return;
    before.current = choices;
    announce(words);
  }, [choices, words]);
}

interface ChoiceProps {
  filter: ListFilter;
  chosen: string | undefined;
}

/** The words of a value: the server's, or our own for a group of days. */
function useWords(name: ListFilter["name"]) {
  const text = useMessage();
  return ({ value, label }: Pick<ListFilter["options"][number], "value" | "label">) => {
    const group = GROUPS.find((days) => days === value);
    return label ?? (name === "expiry" && group ? text(`portal.filter.expiry.${group}`) : value);
  };
}

/** A choice of the address that no row has any more stays visible, with the count 0. */
function Choice({ filter: { name, options }, chosen = "", change }: ChoiceProps & { change: (value: string) => void }) {
  const filter = name as Exclude<typeof name, "state">;
  const text = useMessage();
  const words = useWords(name);
  const id = useId();
  const lacking = chosen && !options.some(({ value }) => value === chosen);
  const all = lacking ? [...options, { value: chosen, label: null, count: 0 }] : options;
  if (all.length < 2 && !chosen) return null;
  return (
    <label className={styles.choice} htmlFor={id}>
      {text(`portal.filter.${filter}`)}
      <SelectBox id={id} value={chosen} onChange={({ target }) => change(target.value)}>
        <option value="">{text("portal.filter.all")}</option>
        {all.map((option) => (
          <option key={option.value} value={option.value}>
            {text("portal.filter.option", { words: words(option), count: option.count })}
          </option>
        ))}
      </SelectBox>
    </label>
  );
}

function States({ filter: { options }, chosen = ALL, to }: ChoiceProps & { to: (value: string) => string }) {
  const text = useMessage();
  const counts = Object.fromEntries(options.map(({ value, count }) => [value, count]));
  const total = options.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul className={styles.states}>
      {STATES.map((state) => (
        <li key={state}>
          <Link to={to(state)} replace preventScrollReset aria-current={state === chosen ? "true" : undefined}>
            {text("portal.filter.option", {
              words: text(`portal.filter.state.${state}`),
              count: state === ALL ? total : (counts[state] ?? 0),
            })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
