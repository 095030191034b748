// An explanation that opens in place, under its button: nothing floats and nothing is covered. Escape closes it. When
// it opens it is scrolled at least 170 px away from the edges of the window, where bars may be (spec: wizard 2, minimum
// offset, and the distance is in the style sheet). The button is outside the name of the thing it explains, keeps its
// own name, and the text is announced.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useText } from "../runtime/text.ts";
import { isSecondPress } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { announce } from "./LiveRegion.tsx";
import styles from "./Tooltip.module.css";

export interface TooltipState {
  button: ReactNode;
  /** To be placed where the text belongs. Null while closed. */
  panel: ReactNode;
}

interface TooltipOptions {
  /** Name of the thing explained, for the button's label. */
  field: string;
  content: ReactNode;
  onOpen?: () => void;
  className?: string;
}

export function useTooltip({ field, content, onOpen, className }: TooltipOptions): TooltipState {
  const text = useText();
  const [open, setOpen] = useState(false);
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    container.current?.scrollIntoView({ block: "nearest" });
    announce(container.current?.textContent ?? "");
  }, [open]);
  const toggle = () => {
    if (!open) onOpen?.();
    setOpen(!open);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.preventDefault(); // else the browser closes the dialog around it too
    event.stopPropagation();
    setOpen(false);
  };
  const button = (
    <button
      className={styles.button}
      type="button"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      aria-label={text("common.tooltip.open", { field })}
      aria-describedby={open ? id : undefined}
      onClick={(event) => !isSecondPress(event) && toggle()}
      onKeyDown={onKeyDown}
    >
      <Icon name="help" />
    </button>
  );
  const panel = open ? (
    <div className={[styles.tip, className].filter(Boolean).join(" ")} id={id} role="note" ref={container}>
      {typeof content === "string" ? <p>{content}</p> : content}
    </div>
  ) : null;
  return content ? { button, panel } : { button: null, panel: null };
}
