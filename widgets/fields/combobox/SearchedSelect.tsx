// One choice of a long list, searched by typing. A text that is not a choice is kept, answers nothing and stops Next.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { findChoices } from "../../runtime/fieldUi.ts";
import type { WidgetProps } from "../../runtime/runtime.ts";
import { useText } from "../../runtime/text.ts";
import { Combobox } from "./Combobox.tsx";

type Choice = string | number | boolean;
type Props = WidgetProps<Choice> & { onPick: (value: Choice | undefined) => void };

export default function SearchedSelect(props: Props) {
  const { id, path, value, schema, ui, runtime, onPick } = props;
  const { session } = runtime;
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const items = useMemo(
    () => (findChoices(schema, ui) ?? []).map(({ value, label }) => ({ value, label })),
    [schema, ui],
  );
  const chosen = items.find((item) => item.value === value) ?? null;
  const typed = useSyncExternalStore(
    useCallback((listener) => session.subscribe(id, listener), [session, id]),
    () => session.text(id),
  );
  const gone = value === undefined || chosen ? "" : text("common.select.unavailable", { value: String(value) });
  const lacks = typed.trim() !== "" && !chosen;
  const held = useRef(lacks);
  useLayoutEffect(() => {
    held.current = lacks;
  });
  useEffect(() => {
    const holds = () => (held.current ? { path, keyword: "unlisted_choice" } : undefined);
    return session.registerDraft(id, { flush: () => undefined, peek: () => undefined, holds });
  }, [session, id, path]);
  return (
    <Combobox
      id={id}
      items={items}
      value={chosen}
      text={typed || gone}
      placeholder={ui.placeholder as string | undefined}
      emptyText={text("common.select.none_found")}
      describedBy={props.describedBy}
      invalid={props.invalid}
      required={props.required}
      input={input}
      labelId={props.labelId}
      // While one types nothing is chosen, and nothing is said of that yet.
      onChange={(item) => (item ? onPick(item.value as Choice) : session.commitField(path, undefined))}
      onText={(written) => session.keepText(id, written)}
    />
  );
}
