// A short message of success, bottom left, for six seconds, longer while the pointer or the focus is on it. Never for errors.
// announce() reads it out: a live region of its own would read its button too, and every older message again.
import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Listeners } from "#engine/form/listeners.ts";
import { useText } from "../../runtime/text.ts";
import { IconButton } from "../Button.tsx";
import { announce } from "../LiveRegion.tsx";
import styles from "./Toast.module.css";

interface ToastItem {
  id: number;
  message: string;
}

const LIFETIME = 6000;
let toasts: readonly ToastItem[] = [];
let last = 0;
const listeners = new Listeners();

function set(next: readonly ToastItem[]): void {
  toasts = next;
  listeners.callAll();
}

export function toast(message: string): void {
  last += 1;
  announce(message);
  set([...toasts.slice(-2), { id: last, message }]);
}

const dismiss = (id: number) => set(toasts.filter((item) => item.id !== id));

export function Toasts() {
  const items = useSyncExternalStore(listeners.onAll, () => toasts);
  const text = useText();
  if (items.length === 0) return null;
  return (
    <section className={styles.toasts} aria-label={text("common.notice.region")}>
      {items.map((item) => (
        <ToastLine key={item.id} item={item} />
      ))}
    </section>
  );
}

function ToastLine({ item }: { item: ToastItem }) {
  const text = useText();
  const [held, setHeld] = useState(false);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(item.id), LIFETIME);
    return () => clearTimeout(timer);
  }, [held, item.id]);
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus({ relatedTarget }: FocusEvent) {
      before.current = relatedTarget;
      setHeld(true);
    },
    onBlur: () => setHeld(false),
  };
  // The focus goes back to where it was, or to the title if that is gone.
  const close = () => {
    const { current } = before;
    const target = current?.isConnected ? current : document.querySelector("main h1");
    if (target instanceof HTMLElement) target.focus();
    dismiss(item.id);
  };
  return (
    <p className={styles.toast} {...hold}>
      {item.message}
      <IconButton icon="close" label={text("common.notice.close")} onClick={close} />
    </p>
  );
}
