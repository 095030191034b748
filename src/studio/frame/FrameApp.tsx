// The page inside a frame of the studio: a step's form alone, as wide as its frame, so that it is drawn as on a screen
// of that width. The studio's page hands over what to render. Both work on the same session, so they exchange no
// messages.
import { type ReactNode, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { fieldId } from "#engine/fields/fieldPath.ts";
import { addConditions, type knownConditions } from "#engine/rules/conditions.ts";
import { documentOrder } from "#engine/schema/schemaTree.ts";
import { CONVENTIONS } from "#engine/values/languages.ts";
import { loadNotations } from "#engine/values/notations.ts";
import { TextDefaults } from "#widgets/runtime/text.ts";
import { LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import type { PreviewProduct } from "../data.ts";
import type { Words } from "../language/words.ts";
import type { OpenStep } from "../step/openStep.ts";
import { StepForm } from "./StepForm.tsx";
import "../studio.css";

export interface FrameContent {
  product: PreviewProduct;
  /** Those of the studio's page. A frame has modules of its own, so what a loaded bundle made known there is not known here. */
  conditions: ReturnType<typeof knownConditions>;
  words: Words;
  open: OpenStep;
  /** Names of the field that is selected, from the outside in, with dots between. As a text it is the same after each render. */
  selected: string;
  /** A field was clicked or entered. */
  onField(name: string): void;
  onHeight(pixels: number): void;
}

declare global {
  interface Window {
    /** Null: nothing any more. */
    draw?: (drawn: FrameContent | null) => void;
  }
}

export const READY = "studio-ready";

export function startFrame(container: HTMLElement): void {
  const root = createRoot(container);
  let latest: FrameContent | null = null;
  window.draw = (drawn) => {
    latest = drawn;
    // At once, because the frame goes away next, and what listens to the session must not outlive it.
    if (!drawn) return flushSync(() => root.render(null));
    addConditions(drawn.conditions);
    void loadNotations(JSON.stringify(drawn.product.bundle.steps)).then(() => {
      if (latest === drawn) root.render(<DrawnStep {...drawn} />);
    });
  };
  window.frameElement?.dispatchEvent(new Event(READY));
}

const SETTLED_MS = 5000;

/** Marks the selected field and brings it into view. */
function useSelected(open: OpenStep, selected: string): void {
  useEffect(() => {
    const id = fieldId(open.step, selected.split("."));
    const named = selected ? document.querySelector(`[id="${id}"], [id^="${id}"]`) : null;
    const holder = named?.closest("[data-field]") ?? named?.parentElement;
    const show = () => holder?.scrollIntoView({ block: "nearest" });
    holder?.setAttribute("data-studio-selected", "");
    show();
    // A new form has its height a moment later.
    const other = new AbortController();
    addEventListener("resize", show, { signal: AbortSignal.any([other.signal, AbortSignal.timeout(SETTLED_MS)]) });
    return () => {
      other.abort();
      holder?.removeAttribute("data-studio-selected");
    };
  }, [open, selected]);
}

function DrawnStep(drawn: Omit<FrameContent, "conditions">) {
  const { product, words, open, selected, onField, onHeight } = drawn;
  useSelected(open, selected);
  const { locale } = CONVENTIONS[words.language];
  useEffect(() => {
    document.documentElement.lang = words.language;
  }, [words]);
  return (
    <IntlProvider locale={locale} defaultLocale={locale} messages={words.messages as never} onError={() => undefined}>
      <TextDefaults value={words.defaults}>
        <Watched open={open} onField={onField} onHeight={onHeight}>
          <StepForm key={open.serial} product={product} words={words} open={open} />
        </Watched>
        <LiveRegion />
      </TextDefaults>
    </IntlProvider>
  );
}

type WatchedProps = Pick<FrameContent, "open" | "onField" | "onHeight"> & { children: ReactNode };

/** Reports to the studio's page what it cannot see from outside. */
function Watched({ children, ...props }: WatchedProps) {
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const drawn = container.current;
    if (!drawn) return;
    const choose = ({ target }: Event) => {
      const fieldName = target instanceof Element ? findField(target, latest.current.open) : undefined;
      if (fieldName !== undefined) latest.current.onField(fieldName);
    };
    const sizes = new ResizeObserver(() => latest.current.onHeight(drawn.getBoundingClientRect().height));
    sizes.observe(drawn);
    for (const event of ["click", "focusin"]) drawn.addEventListener(event, choose);
    return () => sizes.disconnect();
  }, []);
  return (
    <div className="studio-frame" ref={container}>
      {children}
    </div>
  );
}

function findField(target: Element, { step, source }: OpenStep): string | undefined {
  const holder = target.closest("[data-field]") ?? target;
  const named = holder.id.startsWith(`${step}_`) ? holder : holder.querySelector(`[id^="${step}_"]`);
  const names = documentOrder(source).toSorted((first, second) => second.length - first.length);
  return named ? names.find((name) => named.id.startsWith(fieldId(step, [name]))) : undefined;
}
