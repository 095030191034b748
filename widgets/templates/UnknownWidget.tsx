// What stands where a ui-schema names a control that does not exist: the form around it keeps working.
import { useText } from "../text.ts";
import { Notice } from "../ui/Notice.tsx";
import fieldTemplateStyles from "./FieldTemplate.module.css";

export function UnknownWidget({ id, name }: { id: string; name: string }) {
  const text = useText();
  return (
    <div className={fieldTemplateStyles.field} id={id}>
      <Notice tone="danger" role="alert">
        <p>
          {text("error.unknown_field_type")} <code>{name}</code>
        </p>
      </Notice>
    </div>
  );
}
