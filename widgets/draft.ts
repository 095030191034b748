// Typed text on its way to the data. While somebody types, nothing renders and nothing is judged: the browser owns the
// text. It is committed on blur, after 300 ms of rest (not in an IME composition, not for `commit: "blur"`) and on flush.
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { type Codec, DraftState, type Keys, type Place, type Surface, type TextElement } from "./draftState.ts";
import type { WidgetProps } from "./runtime.ts";

export type { Codec } from "./draftState.ts";

export const plainText: Codec = {
  parse: (text) => text.trim() || undefined,
  format: (value) => (value === undefined || value === null ? "" : String(value)),
};

/** Attributes of an element that the browser owns the text of. */
export interface Draft<E extends TextElement> extends Keys {
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

/** For a control that writes its own element: it says what was typed, and is told what to show. */
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
