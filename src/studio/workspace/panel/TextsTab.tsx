// Every text of a field by its key, in both languages: its own, those of its choices and of the fields in it.
import type { Language } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { makeAct, writeText } from "../model/fieldActs.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay } from "../words.ts";
import { TextField } from "./TextField.tsx";
import { type FieldProps, useFieldActs } from "./useFieldActs.ts";

export function TextsTab(props: FieldProps) {
  const say = useSay();
  const { content, field } = props;
  const { run, label } = useFieldActs(props);
  const beginnings = content.listKeys(field, "");
  const files = LANGUAGES.flatMap((language) => Object.values(content.textFiles(language)));
  const keys = new Set(files.flatMap((file) => Object.keys(content.read(file) ?? {})));
  const own = [...keys].filter((key) => beginnings.some((beginning) => key.startsWith(beginning)));
  const place = (key: string, language: Language) => {
    const { own, shared } = content.textFiles(language);
    return content.read(own)?.[key] === undefined && content.read(shared)?.[key] !== undefined ? shared : own;
  };
  return (
    <div className={styles.properties}>
      {own.map((key) => (
        <div key={key} className={styles.both}>
          {LANGUAGES.map((language) => {
            const file = place(key, language);
            const text = content.read(file)?.[key];
            const write = (typed: string) => {
              const words = (code: Language) => ({ field: label[code], member: key, value: typed });
              const sentence = inBoth("setMember", { nl: words("nl"), fr: words("fr") });
              return run(
                (_place, current) => ({
                  ...makeAct(sentence, writeText(current, { key, file }, typed || undefined)),
                  merge: `${key} ${language}`,
                }),
                false,
              );
            };
            return (
              <TextField
                key={language}
                label={`${key}, ${language}`}
                language={language}
                value={typeof text === "string" ? text : ""}
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
