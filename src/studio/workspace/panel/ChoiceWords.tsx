// The words of a choice in both languages, and a new choice.
import { useState } from "react";
import type { Language } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { addChoice } from "../model/choiceActs.ts";
import { makeAct, setText } from "../model/fieldActs.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay } from "../words.ts";
import { TextField } from "./TextField.tsx";
import type { FieldActs, FieldProps } from "./useFieldActs.ts";

export interface ChoicesProps extends FieldProps {
  fieldActs: FieldActs;
}

export function ChoiceWords({ content, field, fieldActs, value }: ChoicesProps & { value: unknown }) {
  const kind = `option.${String(value)}`;
  return (
    <div className={styles.both}>
      {LANGUAGES.map((language) => {
        const { text, isShared } = content.findText(field, kind, language);
        const write = (typed: string) => {
          const words = (code: Language) => ({ field: fieldActs.label[code], member: String(value), value: typed });
          const sentence = inBoth("setMember", { nl: words("nl"), fr: words("fr") });
          return fieldActs.run(
            (place, current, scope) => ({
              ...makeAct(sentence, setText(current, place, { kind, language, scope }, typed)),
              merge: `${field.step} ${field.names} ${kind} ${language}`,
            }),
            isShared,
          );
        };
        return (
          <TextField
            key={language}
            label={`${String(value)}, ${language}`}
            language={language}
            value={text ?? ""}
            onChange={write}
          />
        );
      })}
    </div>
  );
}

export function NewChoice({ fieldActs }: ChoicesProps) {
  const say = useSay();
  const [words, setWords] = useState({ nl: "", fr: "" });
  const [refusal, setRefusal] = useState<string>();
  const add = async () => {
    if (!words.nl.trim() || !words.fr.trim()) return setRefusal(say("refuseEmpty"));
    const named = (code: Language) => ({ field: fieldActs.label[code], value: words[code] });
    const sentence = inBoth("choiceAdded", { nl: named("nl"), fr: named("fr") });
    const reason = await fieldActs.run((place, current, scope) =>
      makeAct(sentence, addChoice(current, place, words, scope)),
    );
    setRefusal(reason ?? undefined);
    if (reason === undefined) setWords({ nl: "", fr: "" });
  };
  return (
    <fieldset className={styles.both} aria-label={say("addChoice")}>
      {LANGUAGES.map((language) => (
        <label key={language} className={styles.text}>
          <span>{`${say("addChoice")}, ${language}`}</span>
          <input
            className={styles.input}
            lang={language}
            value={words[language]}
            onChange={({ target }) => setWords({ ...words, [language]: target.value })}
          />
        </label>
      ))}
      <Button small icon="plus" onClick={() => void add()}>
        {say("addChoice")}
      </Button>
      {refusal && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
    </fieldset>
  );
}
