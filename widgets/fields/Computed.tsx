// A value that follows from other answers, with their names. Takes the focus only from a link to its error.
import { useIntl } from "react-intl";
import { writeValue } from "#engine/fields/controls.ts";
import type { WidgetProps } from "../runtime/runtime.ts";
import { type Text, useText } from "../runtime/text.ts";
import fieldTemplateStyles from "../templates/FieldTemplate.module.css";
import { Unbroken } from "../ui/text/Unbroken.tsx";
import styles from "./Computed.module.css";

function writeComputed(value: unknown, { ui, schema, runtime }: WidgetProps, text: Text): string {
  if (value === undefined) return text("wizard.computed.unknown");
  if (typeof value === "boolean") return text(value ? "common.answer.yes" : "common.answer.no");
  return writeValue(value, schema.format, ui, runtime.language);
}

export default function ComputedWidget(props: WidgetProps) {
  const { id, value, ui, labelId, describedBy } = props;
  const text = useText();
  const { formatList } = useIntl();
  const reads = (ui.reads as string[] | undefined) ?? [];
  return (
    <>
      <output className={styles.value} id={id} tabIndex={-1} aria-labelledby={labelId} aria-describedby={describedBy}>
        <Unbroken>{writeComputed(value, props, text)}</Unbroken>
      </output>
      {reads.length > 0 && (
        <p className={fieldTemplateStyles.help} data-part="help">
          {text("wizard.computed.from", { fields: formatList(reads) })}
        </p>
      )}
    </>
  );
}
