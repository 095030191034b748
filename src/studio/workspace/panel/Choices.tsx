import { Button as DragButton, GridList, GridListItem, useDragAndDrop } from "react-aria-components";
import type { Language } from "#engine/schema/types.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { findChoices, removeChoice, setChoices } from "../model/choiceActs.ts";
import { makeAct } from "../model/fieldActs.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay, type WordKey } from "../words.ts";
import { type ChoicesProps, ChoiceWords, NewChoice } from "./ChoiceWords.tsx";

export function Choices(props: ChoicesProps) {
  const say = useSay();
  const language = useLanguage();
  const { content, field, fieldActs } = props;
  const values = findChoices(field, "all")?.values ?? [];
  const nameOf = (value: unknown, code: Language = language) =>
    content.findText(field, `option.${String(value)}`, code).text ?? String(value);
  const describe = (key: WordKey, value: unknown = "") => {
    const words = (code: Language) => ({ field: fieldActs.label[code], value: nameOf(value, code) });
    return inBoth(key, { nl: words("nl"), fr: words("fr") });
  };
  const order = (next: unknown[]) =>
    void fieldActs.run((place, _content, scope) => makeAct(describe("choicesMoved"), setChoices(place, next, scope)));
  const move = (index: number, by: number) => {
    const next = values.toSpliced(index, 1).toSpliced(index + by, 0, values[index]);
    order(next);
  };
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
      <GridList aria-label={say("groupChoices")} className={styles.choices!} dragAndDropHooks={dragAndDropHooks}>
        {values.map((value, index) => (
          <GridListItem key={String(value)} id={String(value)} textValue={nameOf(value)} className={styles.choice!}>
            <DragButton slot="drag" className={styles.handle!}>
              <Icon name="menu" small />
            </DragButton>
            <span className={styles.rowLabel}>{nameOf(value)}</span>
            <IconButton
              icon="up"
              label={say("up", { name: nameOf(value) })}
              off={index === 0}
              onPress={() => move(index, -1)}
            />
            <IconButton
              icon="down"
              label={say("down", { name: nameOf(value) })}
              off={index === values.length - 1}
              onPress={() => move(index, 1)}
            />
            <IconButton
              icon="trash"
              label={say("remove", { name: nameOf(value) })}
              off={values.length === 1}
              onPress={() =>
                void fieldActs.run((place, current, scope) =>
                  makeAct(describe("choiceRemoved", value), removeChoice(current, place, value, scope)),
                )
              }
            />
          </GridListItem>
        ))}
      </GridList>
      {values.map((value) => (
        <ChoiceWords key={String(value)} {...props} value={value} />
      ))}
      <NewChoice {...props} />
    </>
  );
}

interface IconButtonProps {
  icon: string;
  label: string;
  off: boolean;
  onPress(): void;
}

const IconButton = ({ icon, label, off, onPress }: IconButtonProps) => (
  <DragButton aria-label={label} isDisabled={off} onPress={onPress} className={styles.handle!}>
    <Icon name={icon} small />
  </DragButton>
);
