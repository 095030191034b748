// A text field that narrows a list while one types, on React Aria's ComboBox: keys, roles, popup and announcements are its
// own. Ours: how the list is narrowed, that typing marks the first match, and that other text chooses nothing.

import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  use,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  ComboBox,
  ComboBoxStateContext,
  I18nProvider,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
} from "react-aria-components";
import type { ListItem } from "#engine/schema/types.ts";
import { CONVENTIONS } from "#engine/values/languages.ts";
import { useLanguage } from "../../runtime/text.ts";
import { Icon } from "../../ui/Icon.tsx";
import textStyles from "../Text.module.css";
import styles from "./Combobox.module.css";
import { findKey, findLabel, narrowed, plain } from "./narrowing.ts";

interface ComboboxProps {
  id: string;
  items: readonly ListItem[];
  value: ListItem | null;
  /** The text in the box that is not a choice. */
  text: string;
  placeholder: string | undefined;
  /** The text of an empty list. */
  emptyText: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  input: RefObject<HTMLInputElement | null>;
  labelId: string;
  onChange: (item: ListItem | null) => void;
  /** The typed text that is not a choice. Empty when it became one. */
  onText: (text: string) => void;
  /** Enter with a choice in the box and the list closed. The form is then not submitted. */
  onEnter?: () => void;
}

type State = NonNullable<React.ContextType<typeof ComboBoxStateContext>>;
const HIGH = 304;
/** Of a longer list so many matches are drawn: typing reaches the others. */
const MOST_DRAWN = 300;

const findShown = (items: readonly ListItem[], value: ListItem | null, typed: string): ListItem[] =>
  narrowed(items, value && typed === findLabel(value) ? "" : typed).slice(0, MOST_DRAWN);

export function Combobox({ id, items, value, text, input, onChange, ...props }: ComboboxProps) {
  const [typed, setTyped] = useState(value ? findLabel(value) : text);
  const lastValue = useRef(value);
  const state = useRef<State>(null);
  const marks = useRef(false);
  const shown = useMemo(() => findShown(items, value, typed), [items, typed, value]);
  useEffect(() => {
    if (value && lastValue.current === value) return;
    lastValue.current = value;
    setTyped(value ? findLabel(value) : text);
  }, [value, text]);
  // After the library's own effects: they forget the mark when the text changes, and close on a name typed in full.
  useEffect(() => {
    if (!marks.current) return;
    marks.current = false;
    state.current?.open(null, "manual");
    state.current?.selectionManager.setFocusedKey(typed ? findKey(shown[0]) : null);
  }, [typed, shown]);
  const choose = (item: ListItem | null) => {
    if (lastValue.current === item) return;
    lastValue.current = item;
    onChange(item);
  };
  const change = (written: string) => {
    const match = items.find((item) => plain(findLabel(item)) === plain(written)) ?? null;
    setTyped(written);
    props.onText(match ? "" : written);
    choose(match);
  };
  const pick = (item: ListItem | undefined) => {
    if (!item) return;
    setTyped(findLabel(item));
    props.onText("");
    choose(item);
  };
  const open = () => state.current?.open(null, "manual");
  const { onOpenChange, ...keys } = useKeys(state, {
    Escape: () => change(""),
    Enter: value ? props.onEnter : undefined,
  });
  return (
    <I18nProvider locale={CONVENTIONS[useLanguage()].locale}>
      <ComboBox
        id={id}
        className={textStyles.affix}
        aria-labelledby={props.labelId}
        aria-describedby={props.describedBy}
        isInvalid={props.invalid}
        isRequired={props.required}
        validationBehavior="aria"
        menuTrigger="manual"
        allowsEmptyCollection
        shouldFocusWrap
        items={shown}
        selectedKey={findKey(value)}
        inputValue={typed}
        onInputChange={change}
        onOpenChange={onOpenChange}
        onSelectionChange={(key) => pick(items.find((item) => findKey(item) === key))}
      >
        <StateOf at={state} input={input} />
        <Input
          ref={input}
          className={textStyles.input}
          placeholder={props.placeholder}
          onInput={() => {
            marks.current = true;
          }}
          {...keys}
          onClick={open}
          // A text that a script put in without an event counts too.
          onBlur={({ target }) => target.value !== typed && change(target.value)}
        />
        <span className={textStyles.mark}>
          <Icon name="down" />
        </span>
        <Popover className={`${styles.popup} ${styles.list}`} offset={4} maxHeight={HIGH} placement="bottom start">
          <OptionList emptyText={props.emptyText} />
        </Popover>
      </ComboBox>
    </I18nProvider>
  );
}

/**
 * What keys do that the library does not handle: on a closed list, and Tab, which chooses nothing. A list closes by
 * itself when the page scrolls. Enter then opens it again instead of submitting the form.
 */
function useKeys(state: RefObject<State | null>, actions: Record<string, (() => void) | undefined>) {
  const closedByItself = useRef(false);
  return {
    onOpenChange(isOpen: boolean) {
      // Until a key closes it.
      if (isOpen) closedByItself.current = true;
    },
    // The library sends events of its own when the mark leaves the list.
    onFocus({ isTrusted }: FocusEvent) {
      if (isTrusted) closedByItself.current = false;
    },
    onKeyDownCapture(event: KeyboardEvent) {
      const { key } = event;
      if (key === "Tab") state.current?.selectionManager.setFocusedKey(null);
      const reopen = key === "Enter" && closedByItself.current ? () => state.current?.open(null, "manual") : undefined;
      const action = state.current?.isOpen ? undefined : (actions[key] ?? reopen);
      if (["Enter", "Escape", "Tab"].includes(key)) closedByItself.current = false;
      if (!action) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    },
  };
}

/** The library hides the page around an open list from screen readers, except layers. Its links stay in the tab order, so it is one. */
const LAYER = "data-react-aria-top-layer";

/** Gives the state of the box to its parent, for what the library leaves to its user. */
function StateOf({ at, input }: { at: RefObject<State | null>; input: RefObject<HTMLInputElement | null> }) {
  const state = use(ComboBoxStateContext);
  useImperativeHandle(at, () => state as State, [state]);
  const isOpen = state?.isOpen;
  // Before the effect of the library, which is of a parent.
  useLayoutEffect(() => {
    const page = isOpen ? input.current?.closest("body > *") : null;
    page?.setAttribute(LAYER, "");
    return () => page?.removeAttribute(LAYER);
  }, [isOpen, input]);
  return null;
}

/** The choices: a name with a second line that clarifies it, and words when there is nothing to choose. */
function OptionList({ emptyText }: { emptyText: string }) {
  return (
    <ListBox<ListItem>
      className={styles.options}
      renderEmptyState={() => <span className={`${styles.option} ${styles.none}`}>{emptyText}</span>}
    >
      {(item) => (
        <ListBoxItem
          id={findKey(item)}
          textValue={findLabel(item)}
          className={({ isFocused }) => `${styles.option} ${isFocused ? styles.active : ""}`}
        >
          <span>
            {findLabel(item)}
            {typeof item.clarification === "string" && item.clarification && <small>{item.clarification}</small>}
          </span>
        </ListBoxItem>
      )}
    </ListBox>
  );
}
