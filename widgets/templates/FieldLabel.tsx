// A label: name, star or "optional", and, outside the name it gives, the button that explains the field in place.
import { memo, type ReactNode } from "react";
import { type FieldUi, useRuntime } from "../runtime/runtime.ts";
import { type Text, useText } from "../runtime/text.ts";
import { useTooltip } from "../ui/Tooltip.tsx";
import fieldTemplateStyles from "./FieldTemplate.module.css";

interface FieldLabelProps {
  id: string;
  labelId: string;
  label: string;
  required: boolean;
  /** Required fields of this kind carry a star. */
  star: boolean;
  ui: FieldUi;
  /** The name of a group, or of a section: no <label>. */
  group?: boolean | undefined;
  /** The group itself announces that it is required. In any other group its name does. */
  radios?: boolean | undefined;
  /** Its value follows from answers, so that it is neither required nor optional. */
  computed?: boolean | undefined;
}

/** The sign that an answer is required. Screen readers get it from the control or from `words`. */
export function Star({ words }: { words?: string | undefined }) {
  const star = (
    <span className={fieldTemplateStyles.required} aria-hidden="true">
      *
    </span>
  );
  if (!words) return star;
  return (
    <>
      {star}
      <span className="visually-hidden">{` (${words})`}</span>
    </>
  );
}

/** A value or an error of the field leaves its name as it is. */
export const FieldLabel = memo(function FieldLabel(props: FieldLabelProps) {
  const name = buildName(props, useText());
  return props.ui.tooltip ? <Explained {...props} name={name} /> : name;
});

/** No component: every field has one. */
function buildName(props: FieldLabelProps, text: Text): ReactNode {
  const { id, labelId, label, required, star, ui, group, radios, computed } = props;
  const words = (
    <>
      {ui.around && <span className="visually-hidden">{`${ui.around} – `}</span>}
      {label}
      {required && star && (
        <>
          {"\u00a0"}
          <Star words={group && !radios ? text("common.required") : undefined} />
        </>
      )}
      {!required && !computed && (
        <>
          {" "}
          <span className={fieldTemplateStyles.optional}>{`(${text("common.optional")})`}</span>
        </>
      )}
    </>
  );
  if (!group) {
    return (
      <label className={fieldTemplateStyles.label} data-part="label" id={labelId} htmlFor={id}>
        {words}
      </label>
    );
  }
  return (
    <span className={fieldTemplateStyles.label} id={labelId}>
      {words}
    </span>
  );
}

function Explained({ id, label, ui, name }: FieldLabelProps & { name: ReactNode }) {
  const { services } = useRuntime();
  const tooltip = useTooltip({ field: label, content: ui.tooltip, onOpen: () => services.onTooltip?.(id) });
  return (
    <>
      <span className={fieldTemplateStyles.explained}>
        {name}
        {tooltip.button}
      </span>
      {tooltip.panel}
    </>
  );
}
