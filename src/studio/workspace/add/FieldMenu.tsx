// What one does with a field, section or step of the outline: move it, copy it, rename it, delete it. By button, by keys or by drag.
import { useState } from "react";
import { Menu, Button as MenuButton, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { inEachLanguage } from "#engine/values/languages.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { productPath } from "../../data.ts";
import type { FieldChange } from "../../server/edit/fieldChanges.ts";
import type { Content } from "../model/content.ts";
import { makeAct } from "../model/fieldActs.ts";
import type { Words } from "../model/members.ts";
import { flatten, type OutlineNode, type Selection } from "../model/outline.ts";
import type { Acts, Outcome } from "../useActs.ts";
import { useWorkspace } from "../useWorkspace.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay, type WordKey } from "../words.ts";
import { DeleteDialog, MoveDialog, RenameDialog } from "./FieldDialogs.tsx";
import { copyNode, insertSection, moveBeside, moveEntry, readSection } from "./moveActs.ts";
import { isSharedStep, takeStep } from "./ownStep.ts";

const ACTS = {
  field: ["moveUp", "moveDown", "moveTo", "copy", "rename", "delete"],
  section: ["moveUp", "moveDown", "moveTo", "copy", "delete"],
  step: ["moveUp", "moveDown", "copy", "delete"],
  content: [],
} as const;
export type OutlineAct = (typeof ACTS)["field"][number];
type Side = "before" | "after";

const holderOf = ({ step, names }: Selection) => [step, ...names.slice(0, -1)].join(".");
const fieldsIn = ({ children }: OutlineNode): OutlineNode[] =>
  children.flatMap((child) => (child.kind === "field" ? [child] : child.kind === "section" ? fieldsIn(child) : []));
/** The fields that a node is about, by the names that lead to each. */
const namesOf = (node: OutlineNode): string[] =>
  (node.kind === "field" ? [node] : fieldsIn(node)).map(({ names }) => names.join("."));

/** The next place up or down: over the border of a section, and after the last field of a step in the next one. */
function findNeighbour(
  content: Content,
  outline: readonly OutlineNode[],
  node: OutlineNode,
  by: 1 | -1,
): [OutlineNode, Side] | undefined {
  const rows = flatten(outline.filter(({ step }) => content.isForm(step)));
  const parentOf = (child: OutlineNode) => rows.find(({ children }) => children.includes(child));
  const level = rows.filter(({ kind, names }) => kind === "field" && names.length === node.names.length);
  const target = level[level.indexOf(node) + by];
  const isOver = target && parentOf(target) !== parentOf(node);
  return target && [target, by > 0 === isOver ? "before" : "after"];
}

/** The acts of the outline, and the question that some of them ask first. */
export function useOutlineMenu() {
  const say = useSay();
  const { content, acts, outline, select } = useWorkspace();
  const [asked, setAsked] = useState<{ act: OutlineAct; node: OutlineNode }>();
  const describe = (key: WordKey, node: OutlineNode, value = "") => {
    const field = node.kind === "field" ? content.findField(node.step, node.names) : undefined;
    return inBoth(key, { field: field ? content.labelOf(field) : inEachLanguage(() => node.label), value });
  };
  const cannot = () => announce(say("cannotMove"), "assertive");
  const move = async (node: OutlineNode, target: OutlineNode, side: Side) => {
    setAsked(undefined);
    const isBeside = node.kind === "field" && holderOf(node) === holderOf(target);
    const isOfStep = node.names.length <= 1 && target.names.length === 1 && node.step !== target.step;
    if (!isBeside && !isOfStep) return cannot();
    if (!isBeside) {
      const names = namesOf(node);
      const isMoved = await leaveStep(
        { content, acts },
        { node, names, sentence: describe("moved", node) },
        { target, side },
      );
      return isMoved && select({ step: target.step, names: names.slice(0, 1) });
    }
    const beside = { name: target.names.at(-1) ?? "", side };
    await acts.run((current) => makeAct(describe("moved", node), moveBeside(current, node, beside) ?? []));
    select(node);
    announce(say("moved", { field: node.label }));
  };
  const moveOne = async (node: OutlineNode, by: 1 | -1) => {
    if (node.kind === "field") {
      const next = findNeighbour(content, outline, node, by);
      return next ? move(node, ...next) : cannot();
    }
    if (!moveEntry(content, node, by)) return cannot();
    await acts.run((current) => makeAct(describe("moved", node), moveEntry(current, node, by) ?? []));
  };
  const run = async (act: OutlineAct, node: OutlineNode) => {
    if (act === "moveUp" || act === "moveDown") return moveOne(node, act === "moveUp" ? -1 : 1);
    if (act !== "copy") return setAsked({ act, node });
    const copy = copyNode(content, node);
    if (!copy) return announce(say("cannotCopy"));
    await acts.run((current) => makeAct(describe("copied", node), copyNode(current, node)?.edits ?? []));
    return select(copy.selection);
  };
  const change = async (key: WordKey, node: OutlineNode, to?: string) => {
    const isStep = node.kind === "step";
    const wanted: FieldChange = { step: node.step, fields: namesOf(node), isStep, ...(to && { to }) };
    const refusal = await acts.send(productPath(content.product, "field"), {
      sentence: describe(key, node, to),
      ...wanted,
    });
    if (refusal !== undefined) return refusal;
    const around = node.names.slice(0, -1);
    const other = isStep ? outline.find(({ step }) => step !== node.step)?.step : undefined;
    select({ step: other ?? node.step, names: to ? [...around, to] : around });
    setAsked(undefined);
    return undefined;
  };
  return {
    run,
    move,
    dialog: asked && <Question {...asked} {...{ change, move }} onClose={() => setAsked(undefined)} />,
  };
}

/** Moves fields to another step, with all that names them: one act of several patches. Returns whether it is written. */
async function leaveStep(
  { content, acts }: { content: Content; acts: Acts },
  { node, names, sentence }: { node: OutlineNode; names: string[]; sentence: Words },
  { target: { step, names: beside }, side }: { target: OutlineNode; side: Side },
): Promise<boolean> {
  const merge = `${node.id} ${Date.now()}`;
  const section = node.kind === "section" ? readSection(content, node) : undefined;
  const shared = [node.step, step].filter((each) => isSharedStep(content, each));
  for (const each of shared) await acts.run((current) => makeAct(sentence, takeStep(current, each).edits, merge));
  const wanted: FieldChange = { step: node.step, fields: names, toStep: step, merge };
  const refusal = await acts.send(productPath(content.product, "field"), { sentence, ...wanted });
  if (refusal !== undefined && shared.length > 0) await acts.step("undo");
  if (refusal !== undefined) return false;
  await acts.run((current) => {
    const name = beside[0] ?? "";
    const placed = section
      ? insertSection(current, section, step, name)
      : moveBeside(current, { step, names }, { name, side });
    return makeAct(sentence, placed ?? [], merge);
  });
  return true;
}

interface QuestionProps {
  act: OutlineAct;
  node: OutlineNode;
  onClose(): void;
  change(key: WordKey, node: OutlineNode, to?: string): Promise<Outcome>;
  move(node: OutlineNode, target: OutlineNode, side: Side): Promise<unknown>;
}

function Question({ act, change, move, ...props }: QuestionProps) {
  const { node } = props;
  if (act === "rename") return <RenameDialog {...props} onRename={(to) => change("renamed", node, to)} />;
  if (act === "delete")
    return <DeleteDialog {...props} fields={namesOf(node)} onDelete={() => change("deleted", node)} />;
  return <MoveDialog {...props} onMove={(last) => void move(node, last, "after")} />;
}

export function FieldMenu({ node, onAct }: { node: OutlineNode; onAct(act: OutlineAct, node: OutlineNode): void }) {
  const say = useSay();
  const label = say("actsOf", { field: node.label });
  return (
    <MenuTrigger>
      <MenuButton className={styles.handle!} aria-label={label}>
        <Icon name="menu" small />
      </MenuButton>
      <Popover className={styles.menu!}>
        <Menu aria-label={label} onAction={(key) => onAct(key as OutlineAct, node)}>
          {ACTS[node.kind].map((act) => (
            <MenuItem key={act} id={act} className={styles.kind!}>
              {say(act)}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

const KEYS: Record<string, OutlineAct> = {
  "Alt ArrowUp": "moveUp",
  "Alt ArrowDown": "moveDown",
  "Alt ArrowRight": "moveTo",
  Delete: "delete",
  F2: "rename",
};

/** The keys of the outline: Alt with an arrow moves, to the right to another place, Delete deletes, F2 renames. Undefined: the row has no such act. */
export function actOfKey({ key, altKey }: { key: string; altKey: boolean }, node: OutlineNode): OutlineAct | undefined {
  const act = KEYS[altKey ? `Alt ${key}` : key];
  return ACTS[node.kind].find((each) => each === act);
}
