// One draft, outside React: what is typed in one text until it is committed. A keystroke costs one timer and tells who
// keeps typed text; it renders nothing and judges nothing.
import type { RefObject } from "react";
import type { PendingText } from "#engine/drafts.ts";
import type { FormSession } from "#engine/session.ts";
import { afterPointer } from "./pointer.ts";
import type { WidgetProps } from "./runtime.ts";

export interface Codec {
  /** Text to value; a text that is no value is passed on as it is, for the rules to judge. Empty gives undefined. */
  parse(text: string): unknown;
  format(value: unknown): string;
}

/** Where the text stands when that is not the element alone. */
export interface Surface {
  /** Tells of every text, typed or shown. */
  onText?: ((text: string) => void) | undefined;
  /** Writes a text that was not typed; without it the element gets it. */
  show?: (text: string) => void;
}

export interface Keys {
  onBlur: () => void;
  onCompositionStart: () => void;
  onCompositionEnd: () => void;
}

export type TextElement = HTMLInputElement | HTMLTextAreaElement;
export type Place = RefObject<TextElement | null>;
type Latest = RefObject<{ props: WidgetProps; codec: Codec; surface: Surface }>;
const IDLE = 300;

export class DraftState {
  readonly first: string;
  readonly keys: Keys;
  private readonly ref: Place;
  private readonly now: Latest;
  private pending = false;
  /** What stands in the element; kept here too, because a draft outlives its element by one moment. */
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
    props.runtime.session.commitField(props.path, this.known);
  };

  /** Blur: commit, then show the value the way it is written. */
  private readonly settle = (): void => {
    this.flush();
    const element = this.ref.current;
    if (element && element !== document.activeElement) this.show(this.known);
  };

  /** Shows the values that come from elsewhere without React: what was typed itself draws nothing. Answers how to stop. */
  follow(session: FormSession, id: string): () => void {
    this.adopt();
    return session.subscribe(id, this.adopt);
  }

  /** A value from elsewhere (prefill, resume, another field) replaces the text; one's own does not come back. */
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
