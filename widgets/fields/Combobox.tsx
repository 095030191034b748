// A text field that narrows a list while one types (ARIA combobox, list popup). The focus never leaves the input; a new
// list keeps what is typed. A chosen option fills the input; other text means nothing is chosen.
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import type { ListItem } from "#engine/types.ts";
import { Icon } from "../ui/Icon.tsx";
import { Listbox } from "./Listbox.tsx";

export interface ComboboxProps {
  id: string;
  items: readonly ListItem[];
  value: ListItem | null;
  placeholder?: string;
  /** What the list says when it is empty. */
  emptyText: string;
  describedBy?: string;
  invalid?: boolean;
  readonly?: boolean;
  required?: boolean;
  input: RefObject<HTMLInputElement | null>;
  label: string;
  onChange: (item: ListItem | null) => void;
}

const labelOf = (item: ListItem): string => item.label ?? String(item.value);
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Names that start with the text come first, then those that contain it; accents do not count. */
export function narrowed(items: readonly ListItem[], query: string): ListItem[] {
  const wanted = plain(query);
  if (!wanted) return [...items];
  const rank = (item: ListItem) => {
    const name = plain(labelOf(item));
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    return plain(String(item.clarification ?? "")).includes(wanted) ? 2 : 3;
  };
  const ranked = items.map((item) => ({ item, rank: rank(item) })).filter((each) => each.rank < 3);
  return ranked.sort((left, right) => left.rank - right.rank).map((each) => each.item);
}

export function Combobox(props: ComboboxProps) {
  const { id, items, value, input, onChange } = props;
  const list = useId();
  const [typed, setTyped] = useState(value ? labelOf(value) : "");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = useMemo(() => narrowed(items, value && typed === labelOf(value) ? "" : typed), [items, typed, value]);
  const known = useRef(value);
  useEffect(() => {
    if (known.current === value) return;
    known.current = value;
    setTyped(value ? labelOf(value) : "");
  }, [value]);
  const choose = (item: ListItem | null) => {
    known.current = item;
    onChange(item);
  };
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const pick = (item: ListItem) => {
    setTyped(labelOf(item));
    choose(item);
    close();
  };
  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
    setActive(text ? 0 : -1);
    const exact = items.find((item) => plain(labelOf(item)) === plain(text));
    choose(exact ?? null);
  };
  const keys = (event: KeyboardEvent) => {
    const act = keyActions({ open, active, count: shown.length })[event.key];
    if (!act) return;
    const next = act(event.altKey);
    if (next === null) return;
    event.preventDefault();
    if (next.pick !== undefined && shown[next.pick]) pick(shown[next.pick]!);
    else if (next.clear) type("");
    setOpen(next.open);
    setActive(next.open ? next.active : -1);
  };
  const expanded = open && !props.readonly;
  const activeId = expanded && shown[active] ? `${list}-${active}` : undefined;
  return (
    <div className="affix">
      <input
        ref={input}
        id={id}
        className="input"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        placeholder={props.placeholder}
        readOnly={props.readonly}
        aria-autocomplete="list"
        aria-expanded={expanded}
        aria-controls={expanded ? list : undefined}
        aria-activedescendant={activeId}
        aria-required={props.required || undefined}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        onChange={(event) => type(event.target.value)}
        onClick={() => setOpen(true)}
        onKeyDown={keys}
        onBlur={close}
      />
      <span className="mark">
        <Icon name="down" />
      </span>
      {expanded && (
        <Listbox
          id={list}
          label={props.label}
          items={shown}
          active={active}
          chosen={value}
          emptyText={props.emptyText}
          onPick={pick}
        />
      )}
    </div>
  );
}

interface ListState {
  open: boolean;
  active: number;
  count: number;
}
interface KeyResult {
  open: boolean;
  active: number;
  pick?: number;
  clear?: boolean;
}

/** What each key does; null leaves the key to the browser. */
function keyActions({ open, active, count }: ListState): Record<string, (alt: boolean) => KeyResult | null> {
  const at = (index: number): KeyResult => ({ open: true, active: index });
  return {
    ArrowDown: (alt) =>
      alt || !open
        ? { open: true, active: alt ? active : Math.max(active, 0) }
        : at(active >= count - 1 ? 0 : active + 1),
    ArrowUp: (alt) => (alt ? { open: false, active } : at(active <= 0 ? count - 1 : active - 1)),
    Enter: () => (open && active >= 0 ? { open: false, active, pick: active } : null),
    Tab: () => null,
    Escape: () => (open ? { open: false, active } : { open: false, active, clear: true }),
  };
}
