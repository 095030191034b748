import { useEffect, useRef } from "react";
import { DEFAULT_LANGUAGE, inEachLanguage, type Language } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { makeAct, setText } from "../model/fieldActs.ts";
import type { Words } from "../model/members.ts";
import { type FieldPlace, readAt } from "../model/places.ts";
import { useWorkspace } from "../useWorkspace.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay } from "../words.ts";
import { BothTexts } from "./Inputs.tsx";
import { type FieldProps, type Question, useFieldActs } from "./useFieldActs.ts";

/** It comes while one types, so it takes the focus with the next Tab, and gives it back. */
export function Ask({ text, answer }: Question) {
  const say = useSay();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const typed = document.activeElement;
    if (!(typed instanceof HTMLElement)) return;
    const enter = (event: KeyboardEvent) => {
      if (event.key !== "Tab" || event.shiftKey) return;
      event.preventDefault();
      box.current?.querySelector("button")?.focus();
    };
    typed.addEventListener("keydown", enter);
    return () => {
      typed.removeEventListener("keydown", enter);
      typed.focus();
    };
  }, []);
  return (
    <div ref={box} className={styles.ask} role="alertdialog" aria-label={text}>
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
export function FieldTexts({ fieldActs, kind, label, name, isLong, isForAll }: Props) {
  const { content } = useWorkspace();
  const { field } = fieldActs;
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

/** Every text of a field, in both languages: its own, those of its choices and of the fields in it. */
export function TextsTab({ field }: { field: FieldPlace }) {
  const say = useSay();
  const language = useLanguage();
  const { content, metas } = useWorkspace();
  const fieldActs = useFieldActs(field);
  const members = readAt(metas, ["texts.schema.json", "definitions", "field", "properties"]);
  return (
    <div className={styles.properties}>
      {content.listKinds(field).map((kind) => {
        const { place, path, text } = content.findText(field, kind, DEFAULT_LANGUAGE);
        const name = place.file.includes("/texts.") ? path[0]! : path.slice(0, -1).join(".");
        const words = kind.startsWith("option.")
          ? say("titled", { kind: say("kind_choice"), name: text ?? kind })
          : readAt(members, [kind, "words", language]);
        const label = String(words ?? name);
        return <FieldTexts key={kind} {...{ fieldActs, kind, name, label }} isLong isForAll />;
      })}
    </div>
  );
}
