// Adding by click or keyboard: a list of kinds in the words of forms, then what the kind needs. One act writes all of it.
import { useEffect, useRef, useState } from "react";
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField, useFilter } from "react-aria-components";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import styles from "../Workspace.module.css";
import { useSay } from "../words.ts";
import { AddForm } from "./AddForm.tsx";
import { ADD_KINDS, type AddKind } from "./form.ts";

export function AddDialog({ first, onClose }: { first: AddKind | undefined; onClose(): void }) {
  const say = useSay();
  const [kind, setKind] = useState(first);
  const title = kind ? say("addTitle", { kind: say(`kind_${kind}`) }) : say("add");
  return (
    <Dialog title={title} onClose={onClose}>
      {kind ? (
        <AddForm kind={kind} onClose={onClose} onBack={() => setKind(undefined)} />
      ) : (
        <PickList
          label={say("kinds")}
          items={ADD_KINDS.map((each) => [each, say(`kind_${each}`)] as const)}
          onChoose={(each) => setKind(each as AddKind)}
        />
      )}
    </Dialog>
  );
}

interface PickProps {
  label: string;
  items: readonly (readonly [id: string, text: string])[];
  onChoose(id: string): void;
}

/** A list in which one searches and chooses, by mouse or keyboard. */
export function PickList({ label, items, onChoose }: PickProps) {
  const say = useSay();
  const { contains } = useFilter({ sensitivity: "base" });
  const input = useRef<HTMLInputElement>(null);
  // After the dialog, which begins at its title.
  useEffect(() => queueMicrotask(() => input.current?.focus()), []);
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={say("search")} className={styles.search!}>
        <Input ref={input} placeholder={say("search")} className={styles.input!} />
      </SearchField>
      <ListBox
        aria-label={label}
        className={styles.kinds!}
        selectionMode="none"
        onAction={(key) => onChoose(String(key))}
        renderEmptyState={() => say("noKind")}
      >
        {items.map(([id, text]) => (
          <ListBoxItem key={id} id={id} className={styles.kind!}>
            {text}
          </ListBoxItem>
        ))}
      </ListBox>
    </Autocomplete>
  );
}
