import { inEachLanguage, type Language } from "#engine/values/languages.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { makeAct, setText } from "../model/fieldActs.ts";
import type { Words } from "../model/members.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay } from "../words.ts";
import { BothTexts } from "./Inputs.tsx";
import type { FieldActs, FieldProps, Question } from "./useFieldActs.ts";

export function Ask({ text, answer }: Question) {
  const say = useSay();
  return (
    <div className={styles.ask} role="alertdialog" aria-label={text}>
      <p>{text}</p>
      <div className="actions">
        <Button kind="primary" small onClick={() => answer("all")}>
          {say("forAll")}
        </Button>
        <Button small onClick={() => answer("product")}>
          {say("forProduct")}
        </Button>
        <Button kind="quiet" small onClick={() => answer(null)}>
          {say("cancel")}
        </Button>
      </div>
    </div>
  );
}

interface Props extends FieldProps {
  fieldActs: FieldActs;
  /** The end of its key. */
  kind: string;
  label: string;
  /** What the journal calls it. */
  name: Words | string;
  isLong?: boolean;
  /** It is changed for all products that share it. */
  isForAll?: boolean;
}

/** A text of a field or of one of its choices, in both languages. */
export function FieldTexts({ content, field, fieldActs, kind, label, name, isLong = false, isForAll }: Props) {
  const found = inEachLanguage((language) => content.findText(field, kind, language));
  const write = (language: Language, typed: string) => {
    const sentence = inBoth("setMember", { field: fieldActs.label, member: name, value: typed });
    const merge = `${field.step} ${field.names} ${kind} ${language}`;
    return fieldActs.run(
      (place, current, scope) => makeAct(sentence, setText(current, place, { kind, language, scope }, typed), merge),
      !isForAll && found[language].isShared,
    );
  };
  const texts = inEachLanguage((language) => found[language].text) as Partial<Words>;
  return <BothTexts label={label} texts={texts} isLong={isLong} onChange={write} />;
}
