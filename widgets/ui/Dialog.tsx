// A dialog on the browser's own <dialog>: focus trap, Escape and inert page come from the platform, and the focus returns to
// where it was. It starts at the title, so that a screen reader reads the question before any button. Mounted means open: its
// owner unmounts it in onClose.
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useText } from "../runtime/text.ts";
import { IconButton } from "./Button.tsx";
import styles from "./Dialog.module.css";
import { LiveRegion } from "./LiveRegion.tsx";
import { Unbroken } from "./text/Unbroken.tsx";

interface DialogProps {
  title: ReactNode;
  intro?: ReactNode;
  children: ReactNode;
  onClose: () => void;
  /** `sheet`: a bottom sheet, whatever the width of the screen. */
  kind?: "modal" | "sheet";
}

/** A dialog that opened with its page has nowhere to go back to: reading begins at the page's title. */
function giveBack(before: Element | null): void {
  const isFocusable = before instanceof HTMLElement && before !== document.body && before.isConnected;
  const target = isFocusable ? before : document.querySelector<HTMLElement>("main h1");
  target?.focus({ preventScroll: !isFocusable });
}

export function Dialog({ title, intro, children, onClose, kind = "modal" }: DialogProps) {
  const text = useText();
  const box = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const introId = useId();
  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    heading.current?.focus();
    return () => {
      dialog.close();
      giveBack(before);
    };
  }, []);
  const outside = (event: MouseEvent) => {
    // The second press of a double click that opened the dialog was not meant to close it.
    if (event.target === box.current && event.detail < 2) close.current();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is an extra; Escape and the button do the same
    <dialog
      ref={box}
      className={kind === "sheet" ? `${styles.dialog} ${styles.sheet}` : styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={intro ? introId : undefined}
      onCancel={(event) => {
        event.preventDefault();
        close.current();
      }}
      onClick={outside}
    >
      <div className={styles.box}>
        <div className={styles.head}>
          <div>
            <h2 id={titleId} tabIndex={-1} ref={heading}>
              {title}
            </h2>
            {intro && (
              <p id={introId}>
                <Unbroken>{intro}</Unbroken>
              </p>
            )}
          </div>
          <IconButton icon="close" label={text("common.dialog.close")} onClick={() => close.current()} />
        </div>
        <div className={styles.body}>{children}</div>
      </div>
      <LiveRegion />
    </dialog>
  );
}
