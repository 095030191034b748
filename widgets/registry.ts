// The widgets by the names that a ui-schema uses, and the frame of each. Heavy ones are loaded with the first step that shows
// one. The field of an unknown name shows an error.

import { type ComponentType, lazy } from "react";
import type { ControlName } from "#engine/fields/controls.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { CardsWidget, MOST_CARDS } from "./fields/choice/Cards.tsx";
import { AgreementWidget, CheckboxWidget } from "./fields/choice/Checkbox.tsx";
import { CoveragesWidget } from "./fields/choice/Coverages.tsx";
import { RadioWidget, YesNoWidget } from "./fields/choice/Radio.tsx";
import { SelectWidget } from "./fields/choice/Select.tsx";
import { SwitchWidget } from "./fields/choice/Switch.tsx";
import { KvkWidget } from "./fields/Kvk.tsx";
import { CurrencyWidget, NumberWidget, YearWidget } from "./fields/number/NumberInput.tsx";
import { QuestionsWidget } from "./fields/questions/Questions.tsx";
import { TextWidget } from "./fields/Text.tsx";
import { TextareaWidget } from "./fields/Textarea.tsx";
import { heavy } from "./heavy.ts";
import { findChoices } from "./runtime/fieldUi.ts";
import type { FieldUi, WidgetProps } from "./runtime/runtime.ts";

/**
 * `line`: label above one control. `group`: several controls under one name. `own`: the widget draws label and error itself.
 * `object`: no widget at all, the members are fields of their own.
 */
type FrameKind = "line" | "group" | "own" | "hidden" | "object";

export interface WidgetEntry {
  kind: FrameKind;
  // biome-ignore lint/suspicious/noExplicitAny: each widget states the type of its own value
  component?: ComponentType<WidgetProps<any>>;
  lazy?: boolean;
  /** How much of a line it takes beside other fields. All of it, where this is missing. */
  width?: "short" | "medium";
  /** Shows its own value, as a draft does: an answer typed into it renders nothing. */
  typed?: boolean;
  /** Contains fields of its own, which report their focus themselves. */
  nested?: boolean;
  /** Marks required fields with a star. */
  star?: boolean;
  /** Shows a value that follows from answers: it is neither required nor optional. */
  computed?: boolean;
  /** The group is one choice of radios, which can be required as a whole. */
  radios?(schema: Schema, ui: FieldUi): boolean;
  /** The widget ties help and notes to a control inside the group. Without it they describe the group. */
  tied?: boolean;
  /** Name of the field that this widget draws inside itself. */
  companion?(ui: FieldUi): string | undefined;
}

const DateWidget = lazy(heavy.date);
const ProfessionPairWidget = lazy(heavy["profession-pair"]);
const CheckboxesWidget = lazy(heavy.checkboxes);
const ComputedWidget = lazy(heavy.computed);
const RecordListWidget = lazy(heavy.list);
const TableWidget = lazy(heavy.table);
const DropzoneWidget = lazy(heavy.dropzone);

const line = (component: WidgetEntry["component"]): WidgetEntry => ({ kind: "line", component, star: true });
const typed = (component: WidgetEntry["component"], width?: WidgetEntry["width"]): WidgetEntry => ({
  ...line(component),
  ...(width && { width }),
  typed: true,
});
const group = (component: WidgetEntry["component"]): WidgetEntry => ({ kind: "group", component, star: true });
const ownWidget = (component: WidgetEntry["component"]): WidgetEntry => ({ kind: "own", component, star: true });
const upTo = (most: number) => (schema: Schema, ui: FieldUi) => {
  const count = findChoices(schema, ui)?.length ?? 0;
  return count > 0 && count <= most;
};

const OBJECT: WidgetEntry = { kind: "object" };

const drawn: Record<ControlName, WidgetEntry> = {
  text: typed(TextWidget, "medium"),
  textarea: typed(TextareaWidget),
  email: typed(TextWidget, "medium"),
  kvk: typed(KvkWidget, "medium"),
  currency: typed(CurrencyWidget, "medium"),
  number: typed(NumberWidget, "short"),
  year: typed(YearWidget, "short"),
  "postal-code": typed(TextWidget, "short"),
  date: { ...line(DateWidget), lazy: true, width: "short" },
  select: { ...line(SelectWidget), width: "medium" },
  radio: { ...group(RadioWidget), radios: upTo(Number.POSITIVE_INFINITY) },
  "yes-no": { ...group(YesNoWidget), width: "medium", radios: () => true },
  cards: { ...group(CardsWidget), radios: upTo(MOST_CARDS) },
  coverages: { ...group(CoveragesWidget), star: false },
  "profession-pair": {
    ...group(ProfessionPairWidget),
    lazy: true,
    tied: true,
    companion: (ui) => ui.sector as string | undefined,
  },
  checkboxes: { ...group(CheckboxesWidget), lazy: true },
  computed: { kind: "line", component: ComputedWidget, width: "medium", lazy: true, computed: true },
  dropzone: { ...group(DropzoneWidget), lazy: true, tied: true },
  switch: { ...ownWidget(SwitchWidget), star: false },
  checkbox: ownWidget(CheckboxWidget),
  agreement: ownWidget(AgreementWidget),
  questions: ownWidget(QuestionsWidget),
  group: OBJECT,
  list: { ...group(RecordListWidget), lazy: true, typed: true, nested: true },
  table: { ...group(TableWidget), lazy: true, typed: true, nested: true },
  hidden: { kind: "hidden" },
};

/** What each takes is in `controls.ts`. */
export const widgets: Record<string, WidgetEntry> = drawn;

const BY_TYPE: Record<string, string> = { string: "text", number: "currency", integer: "number", boolean: "yes-no" };

/**
 * The widget that the ui-schema names, otherwise one that fits the type, or undefined when it names one that does not
 * exist.
 */
export function findWidget(schema: Schema, ui: FieldUi): WidgetEntry | undefined {
  const name = (ui.field as string | undefined) ?? ui.widget;
  if (name !== undefined) return Object.hasOwn(widgets, name) ? widgets[name] : undefined;
  if (schema.enum) return widgets.select;
  if (schema.type === "object") return OBJECT;
  return widgets[BY_TYPE[String(schema.type)] ?? ""];
}
