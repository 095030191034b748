// Text of several lines with a counter. Text is never cut off: beyond the limit the counter warns and the rule refuses. It
// counts as the rule does: characters, of which an emoji is one. A screen reader hears only that the limit is near, reached
// or passed.
import { useEffect, useRef, useState } from "react";
import { trimText } from "#engine/values/formats.ts";
import { plainText, useDraft } from "../runtime/draft.ts";
import type { WidgetProps } from "../runtime/runtime.ts";
import { useText } from "../runtime/text.ts";
import { announce } from "../ui/LiveRegion.tsx";
import textStyles from "./Text.module.css";
import styles from "./Textarea.module.css";

const countCharacters = (text: string): number => [...trimText(text)].length;

export function TextareaWidget(props: WidgetProps<string>) {
  const { id, ui, value, readonly, required, invalid, describedBy } = props;
  const limit = ui.maxLength as number | undefined;
  const counted = limit !== undefined && ui.counter !== false;
  const [length, setLength] = useState(countCharacters(value ?? ""));
  const count = (text: string) => setLength(countCharacters(text));
  const draft = useDraft<HTMLTextAreaElement>(props as WidgetProps, plainText, counted ? count : undefined);
  return (
    <>
      <textarea
        {...draft}
        id={id}
        name={id}
        className={textStyles.input}
        rows={(ui.rows as number | undefined) ?? 5}
        placeholder={ui.placeholder}
        readOnly={readonly}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={[describedBy, counted && `${id}__count`].filter(Boolean).join(" ") || undefined}
      />
      {counted && <Counter id={id} length={length} limit={limit} />}
    </>
  );
}

function Counter({ id, length, limit }: { id: string; length: number; limit: number }) {
  const text = useText();
  useSaidRoom(length, limit);
  return (
    <p className={length > limit ? `${styles.count} ${styles.over}` : styles.count} id={`${id}__count`}>
      {text("common.characters", { count: length, max: limit })}
    </p>
  );
}

/** Once when a tenth is left, once when it is full and once when it is passed, not at every key. */
function useSaidRoom(length: number, limit: number): void {
  const text = useText();
  const level = length > limit ? 3 : length === limit ? 2 : length >= limit * 0.9 ? 1 : 0;
  const announced = useRef(level);
  useEffect(() => {
    const higher = level > announced.current;
    announced.current = level;
    if (!higher) return;
    if (level === 3) announce(text("error.validation.max_characters", { max: limit }));
    else announce(text("common.characters_left", { left: limit - length }));
  }, [level, limit, length, text]);
}
