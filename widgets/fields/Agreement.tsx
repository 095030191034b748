// An agreement with the document's link inside the label: opening the document never ticks the box.
import { agreementText } from "../agreementText.ts";
import type { WidgetProps } from "../runtime.ts";
import { useHasText, useText } from "../text.ts";
import { CheckLine } from "./Checkbox.tsx";

export function AgreementWidget(props: WidgetProps<boolean>) {
  const { path, ui, runtime } = props;
  const name = path.at(-1) ?? "";
  const { before, link, after } = agreementText({ name, ui, rootUi: runtime.uiSchema }, useText(), useHasText());
  const document = typeof ui.document === "string" ? ui.document : name;
  return (
    <CheckLine {...props}>
      {before}
      {link && <DocumentLink name={link} href={runtime.services.linkTo?.(`documents.${document}`)} />}
      {after}
    </CheckLine>
  );
}

function DocumentLink({ name, href }: { name: string; href: string | undefined }) {
  const text = useText();
  if (!href) return name;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {name}
      <span className="visually-hidden"> ({text("common.opens_new_window")})</span>
    </a>
  );
}
