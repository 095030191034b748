// The vocabulary of widgets: what a ui-schema may call a control, and how its frame looks. Heavy controls are loaded with
// the first step that shows one. An unknown name is not here; the field then says so in place.
import { type ComponentType, lazy } from "react";
import type { JsonObject } from "#engine/types.ts";
import { AgreementWidget } from "./fields/Agreement.tsx";
import { CardsWidget } from "./fields/Cards.tsx";
import { CheckboxWidget } from "./fields/Checkbox.tsx";
import { CoveragesWidget } from "./fields/Coverages.tsx";
import { CurrencyWidget } from "./fields/Currency.tsx";
import { EmailWidget } from "./fields/Email.tsx";
import { IntegerWidget } from "./fields/Integer.tsx";
import { KvkWidget } from "./fields/Kvk.tsx";
import { PostalCodeWidget } from "./fields/PostalCode.tsx";
import { QuestionsWidget } from "./fields/Questions.tsx";
import { RadioWidget } from "./fields/Radio.tsx";
import { SelectWidget } from "./fields/Select.tsx";
import { SwitchWidget } from "./fields/Switch.tsx";
import { TextWidget } from "./fields/Text.tsx";
import { TextareaWidget } from "./fields/Textarea.tsx";
import { YesNoWidget } from "./fields/YesNo.tsx";
import type { FieldUi, WidgetProps } from "./runtime.ts";

/**
 * `line`: label above one control. `group`: a fieldset around several. `own`: the widget draws label and error itself.
 * `object`: no widget at all, the members are fields of their own.
 */
export type FrameKind = "line" | "group" | "own" | "hidden" | "object";

export interface WidgetEntry {
  kind: FrameKind;
  // biome-ignore lint/suspicious/noExplicitAny: each widget states the type of its own value
  component?: ComponentType<WidgetProps<any>>;
  lazy?: boolean;
  /** Marks required fields with a star. */
  star?: boolean;
  /** Name of the field that this widget draws inside itself. */
  companion?(ui: FieldUi): string | undefined;
}

/** Loads once. What is there already answers at once, so that React draws nothing else in its place first. */
function kept<T>(load: () => Promise<T>): () => Promise<T> {
  let there: T | undefined;
  // biome-ignore lint/suspicious/noThenProperty: React's lazy reads it without a wait, which no promise allows
  const atOnce = { then: (take: (module: T | undefined) => unknown) => take(there) };
  return () => {
    if (there !== undefined) return atOnce as unknown as Promise<T>;
    return load().then((module) => {
      there = module;
      return module;
    });
  };
}

/** How each heavy control is loaded; who cannot wait for one on the page asks for it before. */
export const heavy = {
  date: kept(() => import("./fields/Date.tsx")),
  "profession-pair": kept(() => import("./fields/ProfessionPair.tsx")),
  dropzone: kept(() => import("./fields/Dropzone.tsx")),
};
const DateWidget = lazy(heavy.date);
const ProfessionPairWidget = lazy(heavy["profession-pair"]);
const DropzoneWidget = lazy(heavy.dropzone);

/** The heavy controls that these ui-schemas name. One that cannot be had now is asked for again where it stands. */
export async function loadHeavy(uiSchemas: readonly JsonObject[]): Promise<void> {
  const words = JSON.stringify(uiSchemas);
  const named = Object.entries(heavy).filter(([name]) => words.includes(`"${name}"`));
  await Promise.all(named.map(([, load]) => Promise.resolve(load()).catch(() => undefined)));
}

const line = (component: WidgetEntry["component"]): WidgetEntry => ({ kind: "line", component, star: true });
const group = (component: WidgetEntry["component"]): WidgetEntry => ({ kind: "group", component, star: true });
const own = (component: WidgetEntry["component"]): WidgetEntry => ({ kind: "own", component });

export const widgets: Record<string, WidgetEntry> = {
  text: line(TextWidget),
  textarea: line(TextareaWidget),
  email: line(EmailWidget),
  kvk: line(KvkWidget),
  currency: line(CurrencyWidget),
  integer: line(IntegerWidget),
  "postal-code": line(PostalCodeWidget),
  date: { ...line(DateWidget), lazy: true },
  select: line(SelectWidget),
  radio: group(RadioWidget),
  "yes-no": group(YesNoWidget),
  cards: group(CardsWidget),
  coverages: { ...group(CoveragesWidget), star: false },
  "profession-pair": { ...group(ProfessionPairWidget), lazy: true, companion: (ui) => ui.sector as string | undefined },
  dropzone: { ...group(DropzoneWidget), lazy: true },
  switch: own(SwitchWidget),
  checkbox: own(CheckboxWidget),
  agreement: own(AgreementWidget),
  questions: own(QuestionsWidget),
  hidden: { kind: "hidden" },
};

const OBJECT: WidgetEntry = { kind: "object" };
const BY_TYPE: Record<string, string> = { string: "text", number: "currency", integer: "integer", boolean: "yes-no" };

/** The widget that the ui-schema names, else one that fits the type; undefined when it names one that does not exist. */
export function widgetOf(schema: JsonObject, ui: FieldUi): WidgetEntry | undefined {
  const name = (ui.field as string | undefined) ?? ui.widget;
  if (name !== undefined) return Object.hasOwn(widgets, name) ? widgets[name] : undefined;
  if (schema.enum) return widgets.select;
  if (schema.type === "object") return OBJECT;
  return widgets[BY_TYPE[String(schema.type)] ?? ""];
}
