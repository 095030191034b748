// Text of several lines with a counter. Nothing is cut off: beyond the limit the counter says so and the rule refuses.
import { useState } from "react";
import { plainText, useDraft } from "../draft.ts";
import type { WidgetProps } from "../runtime.ts";
import { useText } from "../text.ts";

export function TextareaWidget(props: WidgetProps<string>) {
  const { id, ui, value, readonly, required, invalid, describedBy } = props;
  const limit = ui.maxLength as number | undefined;
  const counted = limit !== undefined && ui.counter !== false;
  const [length, setLength] = useState(value?.length ?? 0);
  const draft = useDraft<HTMLTextAreaElement>(props as WidgetProps, plainText, {
    onText: counted ? (text) => setLength(text.trim().length) : undefined,
  });
  return (
    <>
      <textarea
        {...draft}
        id={id}
        name={id}
        className="input"
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

/** Read out only near the limit: a counter that speaks on every key is noise. */
function Counter({ id, length, limit }: { id: string; length: number; limit: number }) {
  const text = useText();
  const near = length >= limit * 0.9;
  return (
    <p
      className={length > limit ? "count count-over" : "count"}
      id={`${id}__count`}
      aria-live={near ? "polite" : "off"}
    >
      {text("common.characters", { count: length, max: limit })}
    </p>
  );
}
