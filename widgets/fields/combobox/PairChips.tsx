// The chosen pairs as chips with a remove button each. After a removal the focus goes to the next chip, else to the
// field that adds one, so that it is never lost.
import { type RefObject, useEffect, useRef } from "react";
import { useText } from "../../runtime/text.ts";
import fieldTemplateStyles from "../../templates/FieldTemplate.module.css";
import { isSecondPress } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { announce } from "../../ui/LiveRegion.tsx";
import styles from "./PairChips.module.css";
import pairStyles from "./ProfessionPair.module.css";

export interface ChosenPair {
  key: string;
  profession: string;
  sector: string;
  /** No longer in the list. */
  gone: boolean;
}

interface PairChipsProps {
  pairs: ChosenPair[];
  readonly: boolean;
  fallback: RefObject<HTMLElement | null>;
  onRemove: (index: number) => void;
}

export function PairChips({ pairs, readonly, fallback, onRemove }: PairChipsProps) {
  const text = useText();
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<number | null>(null);
  useEffect(() => {
    const index = removed.current;
    if (index === null) return;
    removed.current = null;
    const buttons = list.current?.querySelectorAll<HTMLElement>("button") ?? [];
    (buttons[Math.min(index, buttons.length - 1)] ?? fallback.current)?.focus();
  });
  const remove = (index: number) => {
    removed.current = index;
    onRemove(index);
    announce(text("wizard.field.profession.removed", { profession: pairs[index]?.profession ?? "" }));
  };
  return (
    <div className={`${fieldTemplateStyles.field} ${pairStyles.chosen}`}>
      <span className={fieldTemplateStyles.label}>{text("wizard.field.profession.chosen")}</span>
      {pairs.length === 0 && <p className={fieldTemplateStyles.help}>{text("wizard.field.profession.none_chosen")}</p>}
      {pairs.length > 0 && (
        <ul className={styles.chips} ref={list} aria-label={text("wizard.field.profession.chosen")}>
          {pairs.map((pair, index) => (
            <li className={pair.gone ? `${styles.chip} ${styles.gone}` : styles.chip} key={pair.key}>
              {pair.profession} <small>{pair.gone ? text("common.select.no_longer_available") : pair.sector}</small>
              {!readonly && (
                <button
                  type="button"
                  aria-label={text("wizard.field.profession.remove", { profession: pair.profession })}
                  onClick={(event) => !isSecondPress(event) && remove(index)}
                >
                  <Icon name="close" small />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
