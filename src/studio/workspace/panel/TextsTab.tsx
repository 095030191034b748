// Every text of a field by its key or by its member beside the field, in both languages: its own, those of its choices and of the fields in it.
import type { Language } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { makeAct, writeTexts } from "../model/fieldActs.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay } from "../words.ts";
import { TextField } from "./TextField.tsx";
import { type FieldProps, useFieldActs } from "./useFieldActs.ts";

export function TextsTab(props: FieldProps) {
  const say = useSay();
  const { content, field } = props;
  const { run, label } = useFieldActs(props);
  return (
    <div className={styles.properties}>
      {content.listKinds(field).map((kind) => (
        <div key={kind} className={styles.both}>
          {LANGUAGES.map((language) => {
            const { text, place, path } = content.findText(field, kind, language);
            const name = place.file.includes("/texts.") ? path[0]! : path.slice(0, -1).join(".");
            const write = (typed: string) => {
              const words = (code: Language) => ({ field: label[code], member: name, value: typed });
              const sentence = inBoth("setMember", { nl: words("nl"), fr: words("fr") });
              return run(
                (current, files) => ({
                  ...makeAct(
                    sentence,
                    writeTexts(files, [{ ...files.findText(current, kind, language), value: typed || undefined }]),
                  ),
                  merge: `${field.step} ${field.names} ${kind} ${language}`,
                }),
                false,
              );
            };
            return (
              <TextField
                key={language}
                label={`${name}, ${language}`}
                language={language}
                value={text ?? ""}
                hint={text === undefined ? say("missing") : undefined}
                isLong
                onChange={write}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}
