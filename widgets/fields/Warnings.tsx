// The rules of a field that are not true and that the broker may confirm: a notice for each, with a box to tick. One that was shown
// stays until it is true or confirmed, also while the focus is in its field; a confirmed one stays, so that the tick can be taken back.
import { useEffect, useSyncExternalStore } from "react";
import { confirmationPath, shownFieldId, type Warning } from "#engine/expressions/warnings.ts";
import { errorMessage } from "../errors.ts";
import type { WidgetProps } from "../runtime/runtime.ts";
import { useText } from "../runtime/text.ts";
import { announce } from "../ui/LiveRegion.tsx";
import { Notice } from "../ui/notice/Notice.tsx";
import checkboxStyles from "./choice/Checkbox.module.css";
import styles from "./Warnings.module.css";

type Props = Pick<WidgetProps, "id" | "path" | "schema" | "ui" | "readonly" | "runtime">;

export default function Warnings(props: Props) {
  const { session, step } = props.runtime;
  useSyncExternalStore(session.subscribeAll, session.version);
  const fieldWarnings = session
    .warnings()
    .filter(({ error }) => shownFieldId(step, error, session.data()) === props.id);
  const shown = fieldWarnings.filter(({ error, isConfirmed }) => isConfirmed || session.visible(error.id));
  return shown.map((warning) => <WarningNotice key={warning.error.id} warning={warning} {...props} />);
}

function WarningNotice({ warning, path, schema, ui, readonly, runtime }: Props & { warning: Warning }) {
  const text = useText();
  const { session, language } = runtime;
  const { error, isConfirmed } = warning;
  const { id, keyword, params } = error;
  const message = errorMessage(error, { ui, schema, language }, text);
  useEffect(() => {
    if (isConfirmed) return;
    session.touch(id);
    announce(message);
  }, [session, id, isConfirmed, message]);
  const confirm = (checked: boolean) => {
    session.commitField(confirmationPath(path, keyword), checked ? params.reads : undefined);
  };
  return (
    <Notice tone="warning" title={<span id={`${id}__warning`}>{message}</span>}>
      <p>{text("wizard.warning.help")}</p>
      <div className={`${checkboxStyles.line} ${styles.confirm}`}>
        <input
          className={checkboxStyles.check}
          id={id}
          type="checkbox"
          checked={isConfirmed}
          aria-required
          aria-disabled={readonly || undefined}
          aria-describedby={`${id}__warning`}
          onChange={(event) => !readonly && confirm(event.target.checked)}
        />
        <label htmlFor={id}>{text("wizard.warning.confirm")}</label>
      </div>
    </Notice>
  );
}
