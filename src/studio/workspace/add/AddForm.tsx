// What one kind needs before it is added: its words in both languages, its name in the files, its choices, columns or source.
import { type FormEvent, useState } from "react";
import { inEachLanguage } from "#engine/values/languages.ts";
import { Button } from "#widgets/ui/Button.tsx";
import type { Edit } from "../../server/edit/patch.ts";
import { makeName } from "../model/choiceActs.ts";
import type { Content } from "../model/content.ts";
import { makeAct } from "../model/fieldActs.ts";
import type { Selection } from "../model/outline.ts";
import { addPart, listTakenParts } from "../model/parts.ts";
import type { Target } from "../model/places.ts";
import { DraftTexts } from "../panel/Inputs.tsx";
import { Refusal } from "../panel/TextField.tsx";
import { usePart } from "../parts/PartsOutline.tsx";
import { useWorkspace } from "../useWorkspace.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay } from "../words.ts";
import { Judgement, Source, Where } from "./AddChoices.tsx";
import { IsRequired, Parts } from "./AddParts.tsx";
import { nameField } from "./addActs.ts";
import { addQuestion } from "./addStepActs.ts";
import {
  type AddKind,
  type Form,
  findWrong,
  hasItem,
  hasLines,
  hasName,
  hasParts,
  hasWords,
  isAsked,
  isField,
  isNew,
  makeEdits,
  START,
  tidyForm,
} from "./form.ts";
import { isSharedStep, takeStep } from "./ownStep.ts";

interface Props {
  kind: AddKind;
  onClose(): void;
  onBack(): void;
}

/** Where it comes: after the selection, or into it where that is a list or a group. */
function findTarget({ step, names }: Selection, place: Form["place"]): Target {
  if (place === "in" || names.length === 0) return { step, around: names, after: null };
  return { step, around: names.slice(0, -1), after: names.at(-1) ?? null };
}

const TEXTS = [
  ["words", hasWords],
  ["item", hasItem],
] as const;

export function AddForm({ kind, onClose, onBack }: Props) {
  const say = useSay();
  const { content, selection, acts, select } = useWorkspace();
  const [form, setForm] = useState(START);
  const [refusal, setRefusal] = useState<string>();
  const change = (values: Partial<Form>) => setForm((before) => ({ ...before, ...values }));
  const target = findTarget(selection, form.place);
  const [, selectPart] = usePart();
  const nameAs = (words: string) =>
    isNew(kind) ? makeName(words, listTakenParts(content, kind)) : nameField(content, target, words);
  const name = form.name || nameAs(form.words.nl);
  const isOfShared = isSharedStep(content, selection.step) && kind !== "step" && kind !== "question" && !isNew(kind);
  const showAdded = (planned: readonly Edit[]) => {
    if (isField(kind)) select({ step: target.step, names: [...target.around, name] });
    // So that what is added next comes into the new step.
    const [, step] = /([^/]+)\.schema\.json$/.exec(planned.find(({ path }) => path.length === 0)?.file ?? "") ?? [];
    if (kind === "step" && step) select({ step, names: [] });
    if (kind === "question") selectPart({ kind, name: addQuestion(content, form.list, form).name });
    if (isNew(kind)) selectPart({ kind, name: addPart(content, kind, name, form.words).name });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = findWrong(kind, form, name, nameAs(name) !== name);
    if (wrong) return setRefusal(say(wrong));
    const made = (current: Content): Edit[] | undefined => {
      const own = isOfShared ? takeStep(current, selection.step) : undefined;
      const edits = makeEdits(own?.content ?? current, { kind, form: tidyForm(form), name, target });
      return edits && [...(own?.edits ?? []), ...edits];
    };
    const planned = made(content);
    if (!planned) return setRefusal(say("refuseSection"));
    const words = hasWords(kind) ? form.words : inEachLanguage(() => name);
    const sentence = inBoth("added", { kind: inBoth(`kind_${kind}`), name: words });
    const reason = await acts.run((current) => makeAct(sentence, made(current) ?? []));
    if (reason !== undefined) return setRefusal(reason ?? undefined);
    showAdded(planned);
    onClose();
  };
  return (
    <form className={styles.addForm} onSubmit={(event) => void submit(event)}>
      {TEXTS.map(([name, isThere]) =>
        isThere(kind) ? (
          <DraftTexts
            key={name}
            label={(language) => say(name, { language })}
            value={form[name]}
            onChange={(texts) => change({ [name]: texts })}
            isFirst={name === "words"}
          />
        ) : null,
      )}
      {hasName(kind) && (
        <label className={styles.text}>
          <span>{say("fileName")}</span>
          <input className={styles.input} value={name} onChange={({ target: { value } }) => change({ name: value })} />
        </label>
      )}
      {hasLines(kind) && (
        <DraftTexts
          label={(language) => say(kind === "rows" ? "rows" : "choices", { language })}
          isLong
          value={form.lines}
          onChange={(lines) => change({ lines })}
        />
      )}
      {hasParts(kind) && (
        <Parts value={form.parts} canRequire={hasItem(kind)} onChange={(parts) => change({ parts })} />
      )}
      <Source kind={kind} form={form} target={target} onChange={(source) => change({ source })} />
      {kind === "question" && <Judgement form={form} onChange={change} />}
      {kind === "step" && (
        <Parts value={[form.first]} onChange={([first = form.first]) => change({ first })} isOne canRequire />
      )}
      {isAsked(kind) && <IsRequired label={say("group_answer")} form={form} onChange={change} />}
      {isField(kind) && <Where form={form} onChange={change} />}
      {isOfShared && <p className="small">{say("takesStep")}</p>}
      <Refusal reason={refusal} />
      <div className="actions">
        <Button kind="primary" type="submit">
          {say("doAdd")}
        </Button>
        <Button onClick={onBack}>{say("back")}</Button>
      </div>
    </form>
  );
}
