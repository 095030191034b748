import { useState } from "react";
import { Button as DragButton, GridList, GridListItem, useDragAndDrop } from "react-aria-components";
import { inEachLanguage } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { addChoice, findChoices, removeChoice, setChoices } from "../model/choiceActs.ts";
import { makeAct } from "../model/fieldActs.ts";
import { EMPTY, isWhole } from "../model/members.ts";
import { useWorkspace } from "../useWorkspace.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay, type WordKey } from "../words.ts";
import { FieldTexts } from "./FieldTexts.tsx";
import { DraftTexts } from "./Inputs.tsx";
import { Refusal } from "./TextField.tsx";
import type { FieldProps } from "./useFieldActs.ts";

export function Choices({ fieldActs }: FieldProps) {
  const say = useSay();
  const language = useLanguage();
  const { content } = useWorkspace();
  const { field } = fieldActs;
  const values = findChoices(field, "all")?.values ?? [];
  const wordsOf = (value: unknown) =>
    inEachLanguage((code) => content.findText(field, `option.${String(value)}`, code).text ?? String(value));
  const nameOf = (value: unknown) => wordsOf(value)[language];
  const describe = (key: WordKey, value: unknown = "") =>
    inBoth(key, { field: fieldActs.label, value: wordsOf(value) });
  const order = (next: unknown[]) =>
    void fieldActs.run((place, _content, scope) => makeAct(describe("choicesMoved"), setChoices(place, next, scope)));
  const move = (index: number, by: number) => order(values.toSpliced(index, 1).toSpliced(index + by, 0, values[index]));
  const remove = (value: unknown) =>
    void fieldActs.run((place, current, scope) =>
      makeAct(describe("choiceRemoved", value), removeChoice(current, place, value, scope)),
    );
  const listActs = (value: unknown, index: number): [WordKey, string, boolean, () => void][] => [
    ["up", "up", index === 0, () => move(index, -1)],
    ["down", "down", index === values.length - 1, () => move(index, 1)],
    ["remove", "trash", values.length === 1, () => remove(value)],
  ];
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": String(key) })),
    onReorder({ keys, target }) {
      const moved = values.filter((value) => keys.has(String(value)));
      const others = values.filter((value) => !keys.has(String(value)));
      const index =
        others.findIndex((value) => String(value) === target.key) + (target.dropPosition === "after" ? 1 : 0);
      order(others.toSpliced(index, 0, ...moved));
    },
  });
  if (values.length === 0) return null;
  return (
    <>
      <GridList aria-label={say("group_choices")} className={styles.choices!} dragAndDropHooks={dragAndDropHooks}>
        {values.map((value, index) => (
          <GridListItem key={String(value)} id={String(value)} textValue={nameOf(value)} className={styles.choice!}>
            <DragButton slot="drag" className={styles.handle!}>
              <Icon name="menu" small />
            </DragButton>
            <span className={styles.rowLabel}>{nameOf(value)}</span>
            {listActs(value, index).map(([key, icon, off, act]) => (
              <DragButton
                key={key}
                aria-label={say(key, { name: nameOf(value) })}
                isDisabled={off}
                onPress={act}
                className={styles.handle!}
              >
                <Icon name={icon} small />
              </DragButton>
            ))}
          </GridListItem>
        ))}
      </GridList>
      {values.map((value) => (
        <FieldTexts
          key={String(value)}
          fieldActs={fieldActs}
          kind={`option.${String(value)}`}
          label={String(value)}
          name={String(value)}
        />
      ))}
      <NewChoice fieldActs={fieldActs} />
    </>
  );
}

function NewChoice({ fieldActs }: FieldProps) {
  const say = useSay();
  const [words, setWords] = useState(EMPTY);
  const [refusal, setRefusal] = useState<string>();
  const add = async () => {
    if (!isWhole(words)) return setRefusal(say("refuseEmpty"));
    const sentence = inBoth("choiceAdded", { field: fieldActs.label, value: words });
    const reason = await fieldActs.run((place, current, scope) =>
      makeAct(sentence, addChoice(current, place, words, scope)),
    );
    setRefusal(reason ?? undefined);
    if (reason === undefined) setWords(EMPTY);
  };
  return (
    <fieldset className={styles.newChoice} aria-label={say("addChoice")}>
      <DraftTexts label={(code) => `${say("addChoice")}, ${code}`} value={words} onChange={setWords} />
      <Button small icon="plus" onClick={() => void add()}>
        {say("addChoice")}
      </Button>
      <Refusal reason={refusal} />
    </fieldset>
  );
}
