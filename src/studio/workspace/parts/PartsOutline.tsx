// Below the steps in the outline: lists, facts, rules over answers, questions, documents, and the cases and journeys that prove the
// product. What is selected is in the address.
import { useMemo } from "react";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { useOriginTitles } from "../../step/OriginChoice.tsx";
import { writeSetting } from "../../step/setting.ts";
import { listParts, NEW_KINDS, type NewKind, PART_KINDS, type PartKind, type ProductPart } from "../model/parts.ts";
import { Name } from "../panel/Inputs.tsx";
import { useAddress } from "../panel/useAddress.ts";
import { useWorkspace } from "../useWorkspace.ts";
import { useSay, type WordKey } from "../words.ts";
import styles from "./Parts.module.css";

/** What is selected below the steps. A case or journey is what the form has its answers of. */
export interface PartSelection {
  kind: PartKind | "case" | "journey";
  name: string;
}

/** The part in the address. Selecting a step or field leaves it. */
export function usePart(): [PartSelection | null, (part: PartSelection) => void] {
  const [search, setAddress] = useAddress();
  const [kind, ...rest] = (search.get("part") ?? "").split(" ");
  const part = kind ? ({ kind, name: rest.join(" ") } as PartSelection) : null;
  const select = ({ kind: next, name }: PartSelection) =>
    setAddress((before) => {
      const isOrigin = next === "case" || next === "journey";
      const changed = writeSetting(before, isOrigin ? { origin: { kind: next, name } } : {});
      changed.set("part", `${next} ${name}`);
      return changed;
    });
  return [part, select];
}

interface Entry {
  name: string;
  label: string;
}

const canAdd = (kind: PartSelection["kind"]): kind is NewKind => NEW_KINDS.some((each) => each === kind);

export function PartsOutline({ onAdd }: { onAdd(kind: NewKind): void }) {
  const say = useSay();
  const { product, content, selection } = useWorkspace();
  const language = useLanguage();
  const [part, select] = usePart();
  const { requests, makeCase } = useOriginTitles();
  const listed = useMemo(() => listParts(content, language), [content, language]);
  const parts = Map.groupBy(listed, ({ kind }) => kind);
  const entries: [PartSelection["kind"], readonly Entry[]][] = [
    ...PART_KINDS.map((kind): [PartKind, ProductPart[]] => [kind, parts.get(kind) ?? []]),
    ["case", (product.cases[selection.step] ?? []).map(({ name }) => ({ name, label: makeCase(name).title }))],
    ["journey", requests.filter(({ kind }) => kind === "journey").map(({ name, title }) => ({ name, label: title }))],
  ];
  return (
    <section className={styles.parts} aria-label={say("parts")}>
      {entries
        .filter(([kind, listed]) => listed.length > 0 || canAdd(kind))
        .map(([kind, listed]) => (
          <details key={kind} open={part?.kind === kind || undefined}>
            <summary>{say("partCount", { name: say(`part_${kind}` as WordKey), count: listed.length })}</summary>
            <ul>
              {listed.map(({ name, label }) => (
                <li key={name}>
                  <button
                    type="button"
                    aria-current={part?.kind === kind && part.name === name ? "true" : undefined}
                    title={label}
                    onClick={() => select({ kind, name })}
                  >
                    <Name {...{ label, name }} />
                  </button>
                </li>
              ))}
            </ul>
            {canAdd(kind) && (
              <Button small kind="quiet" icon="plus" onClick={() => onAdd(kind)}>
                {say("addTitle", { kind: say(`kind_${kind}`) })}
              </Button>
            )}
          </details>
        ))}
    </section>
  );
}
