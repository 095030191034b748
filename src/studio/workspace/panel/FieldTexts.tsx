import type { JsonObject, Language } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { makeAct, setText } from "../model/fieldActs.ts";
import type { Member } from "../model/members.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay } from "../words.ts";
import { TextField } from "./TextField.tsx";
import type { FieldActs, FieldProps, Question } from "./useFieldActs.ts";

export interface RowProps extends FieldProps {
  member: Member;
  rules: JsonObject;
  layout: JsonObject;
  fieldActs: FieldActs;
}

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

export function Texts({ content, field, member, fieldActs }: RowProps) {
  const kind = member.path[0] ?? "";
  const say = useSay();
  const shown = useLanguage();
  return (
    <div className={styles.both}>
      {LANGUAGES.map((language) => {
        const { text, isShared } = content.findText(field, kind, language);
        const write = (typed: string) => {
          const words = (code: Language) => ({
            field: fieldActs.label[code],
            member: member.words[code],
            value: typed,
          });
          const sentence = inBoth("setMember", { nl: words("nl"), fr: words("fr") });
          const merge = `${field.step} ${field.names} ${kind} ${language}`;
          return fieldActs.run(
            (place, current, scope) => ({
              ...makeAct(sentence, setText(current, place, { kind, language, scope }, typed)),
              merge,
            }),
            isShared,
          );
        };
        const isElsewhere = LANGUAGES.some((other) => content.findText(field, kind, other).text !== undefined);
        return (
          <TextField
            key={language}
            label={`${member.words[shown]}, ${language}`}
            language={language}
            value={text ?? ""}
            isLong={member.as === "long"}
            hint={text === undefined && isElsewhere ? say("missing") : undefined}
            onChange={write}
          />
        );
      })}
    </div>
  );
}
