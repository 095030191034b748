// Every text of a field by its key or by its member beside the field, in both languages: its own, those of its choices and of the fields in it.
import { DEFAULT_LANGUAGE } from "#engine/values/languages.ts";
import styles from "../Workspace.module.css";
import { FieldTexts } from "./FieldTexts.tsx";
import { type FieldProps, useFieldActs } from "./useFieldActs.ts";

export function TextsTab(props: FieldProps) {
  const { content, field } = props;
  const fieldActs = useFieldActs(props);
  return (
    <div className={styles.properties}>
      {content.listKinds(field).map((kind) => {
        const { place, path } = content.findText(field, kind, DEFAULT_LANGUAGE);
        const name = place.file.includes("/texts.") ? path[0]! : path.slice(0, -1).join(".");
        return <FieldTexts key={kind} {...props} {...{ fieldActs, kind, name }} label={name} isLong isForAll />;
      })}
    </div>
  );
}
