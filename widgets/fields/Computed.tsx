// A value that follows from other answers, with their names. Takes the focus only from a link to its error.
import { useIntl } from "react-intl";
import type { Schema } from "#engine/schema/schema.ts";
import type { Language } from "#engine/schema/types.ts";
import { writeNumber } from "#engine/values/formats.ts";
import { writeNotation } from "#engine/values/notations.ts";
import type { FieldUi, WidgetProps } from "../runtime/runtime.ts";
import { type Text, useText } from "../runtime/text.ts";
import fieldTemplateStyles from "../templates/FieldTemplate.module.css";
import { Unbroken } from "../ui/text/Unbroken.tsx";
import styles from "./Computed.module.css";

interface Place {
  ui: FieldUi;
  schema: Schema;
  language: Language;
}

function writeValue(value: unknown, { ui, schema, language }: Place, text: Text): string {
  if (value === undefined) return text("wizard.computed.unknown");
  if (typeof value === "boolean") return text(value ? "common.answer.yes" : "common.answer.no");
  if (typeof value !== "number") return writeNotation(schema.format, String(value), language);
  const currency = ui.currency as string | undefined;
  return writeNumber(value, language, { money: ui.format === "currency", currency, unit: ui.unit });
}

export default function ComputedWidget({ id, value, schema, ui, labelId, describedBy, runtime }: WidgetProps) {
  const text = useText();
  const { language } = runtime;
  const { formatList } = useIntl();
  const reads = (ui.reads as string[] | undefined) ?? [];
  return (
    <>
      <output className={styles.value} id={id} tabIndex={-1} aria-labelledby={labelId} aria-describedby={describedBy}>
        <Unbroken>{writeValue(value, { ui, schema, language }, text)}</Unbroken>
      </output>
      {reads.length > 0 && (
        <p className={fieldTemplateStyles.help} data-part="help">
          {text("wizard.computed.from", { fields: formatList(reads) })}
        </p>
      )}
    </>
  );
}
