// The error of a field, in forms and in the portal's own small forms alike.
import type { ReactNode } from "react";
import { Icon } from "../ui/Icon.tsx";
import { Unbroken } from "../ui/text/Unbroken.tsx";
import fieldTemplateStyles from "./FieldTemplate.module.css";

export function ErrorText({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={fieldTemplateStyles.error} data-part="error" id={id}>
      <Icon name="error" />
      <span>
        <Unbroken>{children}</Unbroken>
      </span>
    </p>
  );
}
