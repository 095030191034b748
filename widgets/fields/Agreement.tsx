// An agreement with the document's link inside the label: opening the document never ticks the box.

import { fieldUi } from "../fieldUi.ts";
import type { WidgetProps } from "../runtime.ts";
import { useHasText, useText } from "../text.ts";
import { CheckLine } from "./Checkbox.tsx";

const MARK = "\u0000";

export function AgreementWidget(props: WidgetProps<boolean>) {
  const { path, ui, label, runtime } = props;
  const text = useText();
  const has = useHasText();
  const root = fieldUi(runtime.uiSchema).texts as string | undefined;
  const own = ui.texts as string | undefined;
  const prefixes = [own, root && `${root}.${path.at(-1)}`, `wizard.field.${path.at(-1)}`];
  const base = prefixes.find((prefix) => prefix !== undefined && has(`${prefix}.link`));
  const sentence = base ? text(`${base}.label`, { link: MARK }) : label;
  const [before = "", after] = sentence.split(MARK);
  return (
    <CheckLine {...props}>
      {before}
      {base && after !== undefined && (
        <DocumentLink name={text(`${base}.link`)} href={runtime.services.linkTo?.(linkKey(ui.document, path))} />
      )}
      {after}
    </CheckLine>
  );
}

function linkKey(document: unknown, path: readonly string[]): string {
  return `documents.${typeof document === "string" ? document : path.at(-1)}`;
}

function DocumentLink({ name, href }: { name: string; href: string | undefined }) {
  const text = useText();
  if (!href) return name;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {name}
      <span className="sr"> ({text("common.opens_new_window")})</span>
    </a>
  );
}
