// The draft of a text field. While the broker types, nothing renders and nothing is validated: the browser owns the text.
// The draft is committed on blur, 300 ms after the last key (not in an IME composition, not for `commit: "blur"`) and on
// flush. The text of the element always counts, also when a password manager or script changed it without an event.
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { PendingText } from "#engine/form/drafts.ts";
import type { FormSession } from "#engine/form/session.ts";
import { trimText } from "#engine/values/formats.ts";
import { afterPointer } from "./pointer.ts";
import type { WidgetProps } from "./runtime.ts";

export interface Codec {
  /**
   * Text to value. A text that is not a valid value is passed on as it is, for the rules to judge. Empty gives
   * undefined.
   */
  parse(text: string): unknown;
  format(value: unknown): string;
}

/** Called with every text, typed or shown. */
type TextListener = ((text: string) => void) | undefined;

interface Keys {
  onBlur: () => void;
  onCompositionStart: () => void;
  onCompositionEnd: () => void;
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;
type Place = RefObject<TextElement | null>;
type Latest = RefObject<{ props: WidgetProps; codec: Codec; onText: TextListener }>;
const IDLE = 300;

/** Whether a text of one line is a range of a spreadsheet, whose cells are separated by tabs and line ends. */
export const hasCells = (text: string): boolean => /[\t\n]/.test(trimText(text));

/**
 * One draft, outside React: the text of one element until it is committed. A keystroke costs one timer and one call to
 * the listeners of typed text. It renders and validates nothing.
 */
class DraftState {
  readonly first: string;
  readonly keys: Keys;
  private readonly ref: Place;
  private readonly now: Latest;
  private pending = false;
  /** The text has several cells of a spreadsheet: it is no value, and shows an error. */
  private cells = false;
  /**
   * The text of the element when it was last read or written, without the line ends that the element drops. Kept here
   * because a draft outlives its element by a moment.
   */
  private text: string;
  private composing = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private known: unknown;
  private unregister = () => {};

  constructor(ref: Place, now: Latest) {
    this.ref = ref;
    this.now = now;
    this.known = now.current.props.value;
    this.first = now.current.codec.format(this.known);
    this.text = this.first;
    this.keys = {
      onBlur: () => {
        this.read();
        afterPointer(this.settle);
      },
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

  /** Takes the text of the element as typed. */
  readonly type = (): void => {
    const { props, onText } = this.now.current;
    this.pending = true;
    this.text = this.ref.current?.value ?? this.text;
    this.cells = this.ref.current instanceof HTMLInputElement && hasCells(this.text);
    onText?.(this.text);
    props.runtime.session.typed();
    this.rest();
  };

  /** Takes a text that arrived without an input event. */
  private readonly read = (): void => {
    const { current } = this.ref;
    if (current && current.value !== this.text) this.type();
  };

  private rest(): void {
    clearTimeout(this.timer);
    if (this.composing || this.now.current.props.ui.commit === "blur") return;
    this.timer = setTimeout(() => afterPointer(this.flush), IDLE);
  }

  /** What a commit would put into the data, for the device's draft. */
  readonly peek = (): PendingText | undefined => {
    this.read();
    if (!this.pending) return undefined;
    return { path: this.now.current.props.path, value: this.parse() };
  };

  private parse(): unknown {
    return this.cells ? trimText(this.text) : this.now.current.codec.parse(this.text);
  }

  readonly holds = () => (this.cells ? { path: this.now.current.props.path, keyword: "several" } : undefined);

  /** Commits the draft, if there is one. */
  readonly flush = (): void => {
    this.read();
    if (!this.pending) return;
    clearTimeout(this.timer);
    this.pending = false;
    const { props } = this.now.current;
    this.known = this.parse();
    props.runtime.session.commitField(props.path, this.known);
  };

  /** Commits what is left when the field is gone. */
  readonly close = (): void => {
    this.flush();
    this.unregister();
  };

  /** After a blur: commits, then shows the value in its own notation. */
  private readonly settle = (): void => {
    this.flush();
    const element = this.ref.current;
    if (element && element !== document.activeElement) this.show(this.known);
  };

  /**
   * Registers the draft before the first paint, since a password manager or a fast broker may type before passive effects run.
   * Shows values that come from elsewhere, without React. Typing does not re-render. Returns an unsubscribe function.
   */
  follow(session: FormSession, id: string): () => void {
    const { current } = this.ref;
    this.unregister();
    this.unregister = session.registerDraft(id, this);
    if (current && !this.pending) this.text = current.value;
    this.adopt();
    current?.addEventListener("change", this.read);
    const forget = session.subscribe(id, this.adopt);
    return () => {
      this.read();
      current?.removeEventListener("change", this.read);
      forget();
    };
  }

  /**
   * A value from elsewhere (prefill, resume, another field) replaces the text. A value that was typed here is not
   * written back.
   */
  private readonly adopt = (): void => {
    this.read();
    const { path, runtime } = this.now.current.props;
    const value = runtime.session.value(path);
    if (this.pending || Object.is(value, this.known)) return;
    this.known = value;
    this.show(value);
  };

  private show(value: unknown): void {
    const element = this.ref.current;
    const { codec, onText } = this.now.current;
    const text = codec.format(value);
    if (!element || element.value === text) return;
    element.value = text;
    this.text = element.value;
    this.cells &&= hasCells(text);
    onText?.(text);
  }
}

/** A codec for a text with one canonical form, and one for people. */
export const written = (normalise: (text: string) => string, write = (value: string) => value): Codec => ({
  parse: (text) => normalise(text) || undefined,
  format: (value) => (value === undefined || value === null ? "" : write(String(value))),
});

export const plainText = written(trimText);

/** Attributes of an element whose text the browser owns. */
interface Draft<E extends TextElement> extends Keys {
  ref: RefObject<E | null>;
  defaultValue: string;
  onInput: () => void;
}

export function useDraft<E extends TextElement>(props: WidgetProps, codec: Codec, onText?: TextListener): Draft<E> {
  const ref = useRef<E>(null);
  const now = useRef({ props, codec, onText });
  now.current = { props, codec, onText };
  const draft = useRef<DraftState | null>(null);
  draft.current ??= new DraftState(ref, now);
  const state = draft.current;
  const { id } = props;
  const { session } = props.runtime;
  useLayoutEffect(() => state.follow(session, id), [state, session, id]);
  useEffect(() => state.close, [state]);
  return { ref, defaultValue: state.first, onInput: state.type, ...state.keys };
}
