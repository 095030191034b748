// Typed text on its way to the data. While somebody types, nothing renders and nothing is judged: the browser owns the
// text. It is committed on blur, after 300 ms of rest (not in an IME composition, not for `commit: "blur"`) and on flush.
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { PendingText } from "#engine/drafts.ts";
import { afterPointer } from "./pointer.ts";
import type { WidgetProps } from "./runtime.ts";

export interface Codec {
  /** Text to value; a text that is no value is passed on as it is, for the rules to judge. Empty gives undefined. */
  parse(text: string): unknown;
  format(value: unknown): string;
}

export const plainText: Codec = {
  parse: (text) => text.trim() || undefined,
  format: (value) => (value === undefined || value === null ? "" : String(value)),
};

const IDLE = 300;
type TextElement = HTMLInputElement | HTMLTextAreaElement;

export interface Draft<E extends TextElement> {
  ref: RefObject<E | null>;
  defaultValue: string;
  onInput: () => void;
  onBlur: () => void;
  onCompositionStart: () => void;
  onCompositionEnd: () => void;
}

export function useDraft<E extends TextElement>(
  props: WidgetProps,
  codec: Codec,
  onText?: (text: string) => void,
): Draft<E> {
  const ref = useRef<E>(null);
  const now = useRef({ props, codec, onText });
  now.current = { props, codec, onText };
  const draft = useRef<DraftState | null>(null);
  draft.current ??= new DraftState(ref, now);
  const state = draft.current;
  const { id, value } = props;
  const { session } = props.runtime;
  useLayoutEffect(() => state.adopt(value), [state, value]);
  useEffect(() => {
    const forget = session.registerDraft(id, state);
    return () => {
      state.flush();
      forget();
    };
  }, [state, session, id]);
  return { ref, defaultValue: state.first, ...state.handlers };
}

type Latest = RefObject<{ props: WidgetProps; codec: Codec; onText: ((text: string) => void) | undefined }>;

/** One draft, outside React: a keystroke costs one timer. */
class DraftState {
  readonly first: string;
  readonly handlers;
  private readonly ref: RefObject<TextElement | null>;
  private readonly now: Latest;
  private pending = false;
  /** What stands in the element; kept here too, because a draft outlives its element by one moment. */
  private typed = "";
  private composing = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private known: unknown;

  constructor(ref: RefObject<TextElement | null>, now: Latest) {
    this.ref = ref;
    this.now = now;
    this.known = now.current.props.value;
    this.first = now.current.codec.format(this.known);
    this.handlers = {
      onInput: this.input,
      onBlur: () => afterPointer(this.settle),
      onCompositionStart: () => {
        this.composing = true;
        clearTimeout(this.timer);
      },
      onCompositionEnd: () => {
        this.composing = false;
        this.rest();
      },
    };
  }

  private readonly input = (): void => {
    this.pending = true;
    this.typed = this.ref.current?.value ?? "";
    this.now.current.onText?.(this.typed);
    this.now.current.props.runtime.session.typed();
    this.rest();
  };

  private rest(): void {
    clearTimeout(this.timer);
    if (!this.composing && this.now.current.props.ui.commit !== "blur") this.timer = setTimeout(this.flush, IDLE);
  }

  /** What a commit would put into the data, for who keeps typed text safe. */
  readonly peek = (): PendingText | undefined => {
    if (!this.pending) return undefined;
    const { props, codec } = this.now.current;
    return { path: props.path, value: codec.parse(this.typed) };
  };

  /** Commits what was typed, if anything was. */
  readonly flush = (): void => {
    if (!this.pending) return;
    clearTimeout(this.timer);
    this.pending = false;
    const { props, codec } = this.now.current;
    this.known = codec.parse(this.typed);
    props.runtime.change(props.path, this.known);
  };

  /** Blur: commit, then show the value the way it is written. */
  private readonly settle = (): void => {
    this.flush();
    const element = this.ref.current;
    if (element && element !== document.activeElement) this.show(this.known);
  };

  /** A value from elsewhere (prefill, resume, another field) replaces the text; one's own does not come back. */
  adopt(value: unknown): void {
    if (this.pending || Object.is(value, this.known)) return;
    this.known = value;
    this.show(value);
  }

  private show(value: unknown): void {
    const element = this.ref.current;
    const { codec, onText } = this.now.current;
    const written = codec.format(value);
    if (!element || element.value === written) return;
    element.value = written;
    onText?.(written);
  }
}
