// Typed text on its way to the data. While somebody types, nothing renders and nothing is judged: the browser owns the
// text. It is committed on blur, after 300 ms of rest (not in an IME composition, not for `commit: "blur"`) and on flush.
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { PendingText } from "#engine/drafts.ts";
import { trimText } from "#engine/formats.ts";
import type { FormSession } from "#engine/session.ts";
import { afterPointer } from "./pointer.ts";
import type { WidgetProps } from "./runtime.ts";

export interface Codec {
  /** Text to value; a text that is no value is passed on as it is, for the rules to judge. Empty gives undefined. */
  parse(text: string): unknown;
  format(value: unknown): string;
}

/** Where the text is shown when that is not the element alone. */
interface Surface {
  /** Called with every text, typed or shown. */
  onText?: ((text: string) => void) | undefined;
  /** Writes a text that was not typed; without it the element gets it. */
  show?: (text: string) => void;
}

interface Keys {
  onBlur: () => void;
  onCompositionStart: () => void;
  onCompositionEnd: () => void;
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;
type Place = RefObject<TextElement | null>;
type Latest = RefObject<{ props: WidgetProps; codec: Codec; surface: Surface }>;
const IDLE = 300;

/**
 * One draft, outside React: the text of one element until it is committed. A keystroke costs one timer and one call to the
 * listeners of typed text; it renders and validates nothing.
 */
class DraftState {
  readonly first: string;
  readonly keys: Keys;
  private readonly ref: Place;
  private readonly now: Latest;
  private pending = false;
  /** The text of the element; kept here too, because a draft outlives its element by a moment. */
  private typed = "";
  private composing = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private known: unknown;

  constructor(ref: Place, now: Latest) {
    this.ref = ref;
    this.now = now;
    this.known = now.current.props.value;
    this.first = now.current.codec.format(this.known);
    this.keys = {
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

  readonly type = (text: string): void => {
    const { props, surface } = this.now.current;
    this.pending = true;
    this.typed = text;
    surface.onText?.(text);
    props.runtime.session.typed();
    this.rest();
  };

  private rest(): void {
    clearTimeout(this.timer);
    if (this.composing || this.now.current.props.ui.commit === "blur") return;
    this.timer = setTimeout(() => afterPointer(this.flush), IDLE);
  }

  /** What a commit would put into the data, for the device's draft. */
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
    props.runtime.session.commitField(props.path, this.known);
  };

  /** Blur: commit, then show the value the way it is written. */
  private readonly settle = (): void => {
    this.flush();
    const element = this.ref.current;
    if (element && element !== document.activeElement) this.show(this.known);
  };

  /** Shows values that come from elsewhere, without React; what was typed here draws nothing. Returns what ends it. */
  follow(session: FormSession, id: string): () => void {
    this.adopt();
    return session.subscribe(id, this.adopt);
  }

  /** A value from elsewhere (prefill, resume, another field) replaces the text; one that was typed here is not written back. */
  private readonly adopt = (): void => {
    const { path, runtime } = this.now.current.props;
    const value = runtime.session.value(path);
    if (this.pending || Object.is(value, this.known)) return;
    this.known = value;
    this.show(value);
  };

  private show(value: unknown): void {
    const element = this.ref.current;
    const { codec, surface } = this.now.current;
    const written = codec.format(value);
    if (surface.show) surface.show(written);
    else if (element && element.value !== written) element.value = written;
    else return;
    surface.onText?.(written);
  }
}

/** A text of which one way of writing is kept. */
export const written = (normalise: (text: string) => string): Codec => ({
  parse: (text) => normalise(text) || undefined,
  format: (value) => (value === undefined || value === null ? "" : String(value)),
});

export const plainText = written(trimText);

/** Attributes of an element that the browser owns the text of. */
interface Draft<E extends TextElement> extends Keys {
  ref: RefObject<E | null>;
  defaultValue: string;
  onInput: () => void;
}

export function useDraft<E extends TextElement>(props: WidgetProps, codec: Codec, surface?: Surface): Draft<E> {
  const ref = useRef<E>(null);
  const state = useDraftState(ref, props, codec, surface);
  const onInput = () => state.type(ref.current?.value ?? "");
  return { ref, defaultValue: state.first, onInput, ...state.keys };
}

/** For a control that writes its own element: it passes on what was typed, and `show` gives it what to display. */
export function useTypedDraft<E extends TextElement>(props: WidgetProps, codec: Codec, surface: Surface) {
  const ref = useRef<E>(null);
  const state = useDraftState(ref, props, codec, surface);
  return { ref, first: state.first, type: state.type, keys: state.keys };
}

function useDraftState(ref: Place, props: WidgetProps, codec: Codec, surface: Surface = NOWHERE): DraftState {
  const now = useRef({ props, codec, surface });
  now.current = { props, codec, surface };
  const draft = useRef<DraftState | null>(null);
  draft.current ??= new DraftState(ref, now);
  const state = draft.current;
  const { id } = props;
  const { session } = props.runtime;
  useLayoutEffect(() => state.follow(session, id), [state, session, id]);
  useEffect(() => {
    const forget = session.registerDraft(id, state);
    return () => {
      state.flush();
      forget();
    };
  }, [state, session, id]);
  return state;
}

const NOWHERE: Surface = {};
