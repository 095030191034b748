// An agreement with the document's link inside the label: opening the document never ticks the box.
import { agreementText } from "../agreementText.ts";
import type { WidgetProps } from "../runtime.ts";
import { useHasText, useText } from "../text.ts";
import { NewWindowLink } from "../ui/NewWindowLink.tsx";
import { CheckLine } from "./Checkbox.tsx";

export function AgreementWidget(props: WidgetProps<boolean>) {
  const { path, ui, runtime } = props;
  const name = path.at(-1) ?? "";
  const { before, link, after } = agreementText({ name, ui, rootUi: runtime.uiSchema }, useText(), useHasText());
  const href = runtime.services.linkTo?.(`documents.${typeof ui.document === "string" ? ui.document : name}`);
  return (
    <CheckLine {...props}>
      {before}
      {link && (href ? <NewWindowLink href={href}>{link}</NewWindowLink> : link)}
      {after}
    </CheckLine>
  );
}
