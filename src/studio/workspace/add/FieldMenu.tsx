// What one does with the selected field: move it, copy it, rename it, delete it. By button, or by keys in the outline.
import { useState } from "react";
import { Menu, Button as MenuButton, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Icon } from "#widgets/ui/Icon.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { makeAct } from "../model/fieldActs.ts";
import type { Selection } from "../model/outline.ts";
import { productPath } from "../useActs.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay, type WordKey } from "../words.ts";
import { DeleteDialog, type FieldMenuProps, RenameDialog } from "./FieldDialogs.tsx";
import { copyField, moveBeside, moveBy } from "./moveActs.ts";

const ACTS = ["moveUp", "moveDown", "copy", "rename", "delete"] as const;
export type FieldAct = (typeof ACTS)[number];

/** The acts of the selected field, and the question that some of them ask first. */
export function useFieldMenu(props: FieldMenuProps) {
  const { acts, selection, label, content, onSelect } = props;
  const say = useSay();
  const [asked, setAsked] = useState<"rename" | "delete">();
  const describe = (key: WordKey, value = "") => inBoth(key, { field: label, value });
  const run = async (act: FieldAct) => {
    if (act === "rename" || act === "delete") return setAsked(act);
    if (act === "copy") {
      const name = copyField(content, selection)?.name;
      if (!name) return announce(say("cannotCopy"));
      await acts.run((current) => makeAct(describe("copied"), copyField(current, selection)?.edits ?? []));
      return onSelect({ ...selection, names: [...selection.names.slice(0, -1), name] });
    }
    const by = act === "moveUp" ? -1 : 1;
    if (!moveBy(content, selection, by)) return announce(say("cannotMove"));
    await acts.run((current) => makeAct(describe("moved"), moveBy(current, selection, by) ?? []));
    announce(say("moved", { field: label }));
  };
  const move = async (moved: Selection, other: string, side: "before" | "after") => {
    const field = content.findField(moved.step, moved.names);
    const sentence = inBoth("moved", { field: field ? content.labelOf(field) : (moved.names.at(-1) ?? "") });
    await acts.run((current) => makeAct(sentence, moveBeside(current, moved, { name: other, side }) ?? []));
    onSelect(moved);
  };
  const close = () => setAsked(undefined);
  const send = async (key: WordKey, to?: string) => {
    const body = {
      sentence: describe(key, to),
      step: selection.step,
      field: selection.names.join("."),
      ...(to && { to }),
    };
    const reason = await acts.send(productPath(content.product, "field"), body);
    if (reason !== undefined) return reason;
    onSelect({
      step: selection.step,
      names: to ? [...selection.names.slice(0, -1), to] : selection.names.slice(0, -1),
    });
    close();
    return undefined;
  };
  const dialog =
    asked === "rename" ? (
      <RenameDialog {...props} onClose={close} onRename={(to) => send("renamed", to)} />
    ) : asked === "delete" ? (
      <DeleteDialog {...props} onClose={close} onDelete={() => send("deleted")} />
    ) : null;
  return { run, move, dialog };
}

export function FieldMenu({ label, onAct }: { label: string; onAct(act: FieldAct): void }) {
  const say = useSay();
  return (
    <MenuTrigger>
      <MenuButton className={styles.handle!} aria-label={say("actsOf", { field: label })}>
        <Icon name="menu" small />
      </MenuButton>
      <Popover className={styles.menu!}>
        <Menu aria-label={say("actsOf", { field: label })} onAction={(key) => onAct(key as FieldAct)}>
          {ACTS.map((act) => (
            <MenuItem key={act} id={act} className={styles.kind!}>
              {say(act)}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** The keys of the outline: Alt with an arrow moves, Delete deletes, F2 renames. */
export function actOfKey({ key, altKey }: { key: string; altKey: boolean }): FieldAct | undefined {
  if (altKey) return key === "ArrowUp" ? "moveUp" : key === "ArrowDown" ? "moveDown" : undefined;
  return key === "Delete" ? "delete" : key === "F2" ? "rename" : undefined;
}
