// The outline of the product as a tree: steps, sections, fields and the fields of records. A row that is wrong has a mark.
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Button, Collection, type Key, Tree, TreeItem, TreeItemContent, useDragAndDrop } from "react-aria-components";
import { Button as UiButton } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { actOfKey, FieldMenu, type OutlineAct, useOutlineMenu } from "./add/FieldMenu.tsx";
import { findWrong } from "./findings/findAddress.ts";
import { findAround, findLast, flatten, type OutlineNode, type Selection } from "./model/outline.ts";
import { focusPanel } from "./Panes.tsx";
import { useWorkspace } from "./useWorkspace.ts";
import styles from "./Workspace.module.css";
import { useSay } from "./words.ts";

interface Props {
  /** Below the steps. */
  children: ReactNode;
  onAdd(): void;
}

const nodeId = ({ step, names }: Selection) => (names.length > 0 ? `${step} ${names.join(".")}` : step);

export function Outline({ onAdd, children }: Props) {
  const say = useSay();
  const menu = useOutlineMenu();
  const onAct = (...act: Parameters<typeof menu.run>) => void menu.run(...act);
  const { outline: nodes, selection, content, check, select: onSelect } = useWorkspace();
  const id = nodeId(selection);
  const [expanded, setExpanded] = useState<Set<Key>>(() => new Set(findAround(nodes, id)));
  useEffect(() => {
    setExpanded((before) => new Set([...before, ...findAround(nodes, id)]));
  }, [nodes, id]);
  const box = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    // Later than the event: while the focus moves from one input to the next, neither has it.
    const timer = setTimeout(() => {
      const isLost = document.activeElement?.matches("body, [role=treegrid]");
      // What had the focus may be gone after an act.
      if (isLost && hadFocus.current) box.current?.querySelector<HTMLElement>("[data-selected]")?.focus();
      hadFocus.current ||= !isLost;
    });
    return () => clearTimeout(timer);
  });
  const byId = new Map(flatten(nodes).map((node) => [node.id, node]));
  const lastIn = (node: OutlineNode | undefined) => (node && content.isForm(node.step) ? findLast(node) : undefined);
  const wrong = useMemo(() => findWrong(nodes, check?.findings ?? [], content), [nodes, check, content]);
  const choose = (key: Key) => {
    const node = byId.get(String(key));
    if (node && (node.kind === "field" || node.kind === "step")) onSelect({ step: node.step, names: node.names });
  };
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": String(key) })),
    shouldAcceptItemDrop: ({ key }) => lastIn(byId.get(String(key))) !== undefined,
    /** A field or section is dropped beside a field, or on a step or section, of which it becomes the last one. */
    onMove({ keys, target: { key, dropPosition } }) {
      const [moved, other] = [byId.get(String([...keys][0])), byId.get(String(key))];
      const isMoved = moved?.kind === "field" || moved?.kind === "section";
      const beside = dropPosition === "on" ? lastIn(other) : other;
      const side = dropPosition === "before" ? "before" : "after";
      if (isMoved && beside?.kind === "field") void menu.move(moved, beside, side);
    },
  });
  /** Before the tree, which moves the focus with the arrows. */
  const press = (event: KeyboardEvent) => {
    const row =
      event.target instanceof HTMLElement && !event.target.closest("button") && event.target.closest("[data-key]");
    const node = row ? byId.get(row.getAttribute("data-key") ?? "") : undefined;
    const act = node && actOfKey(event, node);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    onAct(act, node);
  };
  return (
    <nav className={styles.pane} aria-label={say("outline")}>
      <div className={styles.paneHead}>
        <h2>{say("outline")}</h2>
        <span className={styles.end} />
        <UiButton small icon="plus" onClick={onAdd} aria-keyshortcuts="Control+K">
          {say("add")}
        </UiButton>
      </div>
      <div ref={box} className={styles.treeBox} onKeyDownCapture={press} role="presentation">
        <Tree
          dragAndDropHooks={dragAndDropHooks}
          aria-label={say("steps")}
          className={styles.tree}
          items={nodes}
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          selectedKeys={[id]}
          expandedKeys={expanded}
          onExpandedChange={setExpanded}
          onSelectionChange={(keys) => keys !== "all" && [...keys].forEach(choose)}
          // A tap and the click of a screen reader are actions too.
          onAction={(key) => (key === id ? focusPanel() : choose(key))}
        >
          {(node) => <Row node={node} wrong={wrong} selected={id} onAct={onAct} />}
        </Tree>
      </div>
      {children}
      {menu.dialog}
    </nav>
  );
}

/** Scrolls the tree alone: in a narrow window the page scrolls too, and stays at the form. */
function showRow(label: HTMLElement | null): void {
  const tree = label?.closest('[role="treegrid"]');
  const below = label && tree ? label.getBoundingClientRect().top - tree.getBoundingClientRect().top : 0;
  if (tree && (below < 0 || below > tree.clientHeight - 28)) tree.scrollTop += below - tree.clientHeight / 2;
}

interface RowProps {
  node: OutlineNode;
  wrong: Set<string>;
  selected: string;
  onAct(act: OutlineAct, node: OutlineNode): void;
}

function Row({ node, wrong, selected, onAct }: RowProps) {
  const say = useSay();
  const marks = [node.isConditional && say("conditional"), wrong.has(node.id) && say("wrong")].filter(Boolean);
  return (
    <TreeItem id={node.id} textValue={[node.label, ...marks].join(", ")} className={styles.row!} data-kind={node.kind}>
      <TreeItemContent>
        {({ hasChildItems }) => (
          <div className={styles.rowBody}>
            {hasChildItems ? (
              <Button slot="chevron" className={styles.chevron!}>
                <Icon name="right" small />
              </Button>
            ) : (
              <span className={styles.chevron} />
            )}
            <span className={styles.rowLabel} ref={node.id === selected ? showRow : null}>
              {node.label}
            </span>
            {node.isConditional && <small className={styles.condition}>{say("conditionalShort")}</small>}
            {(node.kind === "section" || node.id === selected) && <FieldMenu node={node} onAct={onAct} />}
            {wrong.has(node.id) && <Icon name="warn" small label={say("wrong")} />}
          </div>
        )}
      </TreeItemContent>
      <Collection items={node.children}>{(child) => <Row node={child} {...{ wrong, selected, onAct }} />}</Collection>
    </TreeItem>
  );
}
