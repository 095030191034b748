// The filters of a list, as its description names them, with the number of rows of each choice that the server counted. They stay in
// place: a choice that no row has shows 0, and while rows load only the numbers are missing. On a small screen one button opens them, and the order.
// The choices are kept in the address. `state` is drawn as a row of links, because its counts are what an underwriter works by.
import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { Link, useNavigate } from "react-router";
import type { Choices } from "#api/calls/lists.ts";
import type { ListFilter } from "#api/wire/wireTypes.ts";
import { SelectBox } from "#widgets/fields/choice/SelectBox.tsx";
import { useFocusBack } from "#widgets/runtime/focus.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { Folded } from "../kit/list/Folded.tsx";
import { useListLink, useListState } from "../kit/list/listState.ts";
import { ALL, EXPIRY_GROUPS, isFiltered } from "./choices.ts";
import styles from "./ListFilters.module.css";
import type { ListKind } from "./ThingKind.ts";

interface ListFiltersProps {
  kind: Pick<ListKind<never>, "kind" | "filters" | "start">;
  /** Undefined while rows load, and where the back end has none. */
  offered: readonly ListFilter[] | undefined;
  choices: Choices;
  /** Number of rows that are left. Undefined while they load. */
  count: number | undefined;
  /** The order, on a small screen. */
  children: ReactNode;
}

const STATES = ["to_do", "waiting", "decided", ALL] as const;

export function ListFilters({ kind, offered, choices, count, children }: ListFiltersProps) {
  const text = useMessage();
  const navigate = useNavigate();
  const link = useListLink();
  const { choices: address } = useListState();
  const first = useId();
  useAnnouncedCount(
    JSON.stringify(choices),
    count === undefined ? null : text(`portal.list.count.${kind.kind}`, { count }),
  );
  const { filters: names = [] } = kind;
  const choose = (name: ListFilter["name"], value: string) =>
    link({ choices: { ...address, [name]: value || undefined } });
  const change = (name: ListFilter["name"]) => (value: string) =>
    void navigate(choose(name, value), { replace: true, preventScrollReset: true });
  const optionsOf = (name: ListFilter["name"]) => offered?.find((filter) => filter.name === name)?.options ?? [];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a line in every browser
    <div className={styles.filters} role="group" aria-label={text("portal.filter.label")}>
      <Folded id={first} chosen={names.filter((name) => address[name] !== undefined).length}>
        {(unfolded) => (
          <>
            {names.map((name, index) => {
              const props = { options: optionsOf(name), chosen: choices[name] };
              const id = index === 0 && unfolded ? first : `${first}${name}`;
              if (name === "state") return <States key={name} {...props} id={id} to={(value) => choose(name, value)} />;
              return <Choice key={name} {...props} id={id} name={name} change={change(name)} />;
            })}
            {children}
            {isFiltered(kind, address) && <Clear to={link({ choices: {} })} next={first} />}
          </>
        )}
      </Folded>
    </div>
  );
}

/** Removes itself. The focus goes to the first filter. */
function Clear({ to, next }: { to: string; next: string }) {
  const text = useMessage();
  const box = useRef<HTMLAnchorElement>(null);
  useFocusBack(box as RefObject<HTMLElement | null>, next);
  return (
    <Link ref={box} className="button button-quiet button-small" to={to} replace preventScrollReset>
      <Icon name="close" />
      {text("portal.filter.clear")}
    </Link>
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
  id: string;
  options: ListFilter["options"];
  chosen: string | undefined;
}

/** The choices that have a word of their own are all there. Of others, a choice of the address that no row has any more stays. */
function completeOptions(name: ListFilter["name"], options: ListFilter["options"], chosen: string) {
  const values = name === "expiry" ? EXPIRY_GROUPS : [...new Set([...options.map(({ value }) => value), chosen])];
  return values
    .filter(Boolean)
    .map((value) => options.find((option) => option.value === value) ?? { value, label: null, count: 0 });
}

interface SelectProps extends ChoiceProps {
  name: "status" | "product" | "expiry";
  change: (value: string) => void;
}

function Choice({ id, name, options, chosen = "", change }: SelectProps) {
  const text = useMessage();
  const known = options.length > 0;
  const words = ({ value, label }: Pick<ListFilter["options"][number], "value" | "label">) => {
    const group = name === "expiry" && EXPIRY_GROUPS.find((days) => days === value);
    return label ?? (group ? text(`portal.filter.expiry.${group}`) : value);
  };
  return (
    <label className={styles.choice} htmlFor={id}>
      {text(`portal.filter.${name}`)}
      <SelectBox id={id} value={chosen} onChange={({ target }) => change(target.value)}>
        <option value="">{text("portal.filter.all")}</option>
        {completeOptions(name, options, chosen).map((option) => (
          <option key={option.value} value={option.value}>
            {known ? text("portal.filter.option", { words: words(option), count: option.count }) : words(option)}
          </option>
        ))}
      </SelectBox>
    </label>
  );
}

function States({ id, options, chosen = ALL, to }: ChoiceProps & { to: (value: string) => string }) {
  const text = useMessage();
  const counts = Object.fromEntries(options.map(({ value, count }) => [value, count]));
  const total = options.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul className={styles.states} id={id}>
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
