// A dialog on the browser's own <dialog>: focus trap, Escape and inert page come from the platform, focus goes back
// to where it was. Mounted means open; the owner unmounts it in onClose.
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useText } from "../text.ts";
import { IconButton } from "./Button.tsx";

export interface DialogProps {
  title: ReactNode;
  intro?: ReactNode;
  children: ReactNode;
  onClose: () => void;
  /** `sheet`: a bottom sheet, whatever the width of the screen. */
  kind?: "modal" | "sheet";
  /** Refuses Escape and a click outside, for a choice that has to be made. */
  persistent?: boolean;
}

export function Dialog({ title, intro, children, onClose, kind = "modal", persistent }: DialogProps) {
  const text = useText();
  const box = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const titleId = useId();
  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const outside = (event: MouseEvent) => {
    if (event.target === box.current && !persistent) close.current();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is an extra; Escape and the button do the same
    <dialog
      ref={box}
      className={kind === "sheet" ? "dialog dialog-sheet" : "dialog"}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!persistent) close.current();
      }}
      onClick={outside}
    >
      <div className="modal">
        <div className="modal-head">
          <div>
            <h2 id={titleId}>{title}</h2>
            {intro && <p>{intro}</p>}
          </div>
          {!persistent && (
            <IconButton icon="close" label={text("common.dialog.close")} onClick={() => close.current()} />
          )}
        </div>
        <div className="modal-body">{children}</div>
      </div>
    </dialog>
  );
}
