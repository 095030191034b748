// The outline of the product as a tree: steps, sections, fields and the fields of records. A row that is wrong has a mark.
import { type ReactNode, useEffect, useState } from "react";
import { Button, Collection, type Key, Tree, TreeItem, TreeItemContent } from "react-aria-components";
import { Button as UiButton } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import type { CheckAnswer } from "../server/calls.ts";
import type { Content } from "./model/content.ts";
import type { OutlineNode, Selection } from "./model/outline.ts";
import styles from "./Workspace.module.css";
import { useSay } from "./words.ts";

interface Props {
  nodes: OutlineNode[];
  selection: Selection;
  findings: CheckAnswer["findings"];
  content: Content;
  onSelect(selection: Selection): void;
  /** Below the steps. */
  children: ReactNode;
  onAdd(): void;
}

const nodeId = ({ step, names }: Selection) => (names.length > 0 ? `${step} ${names.join(".")}` : step);

/** The ids of what is around a node. */
function findAround(nodes: readonly OutlineNode[], id: string): string[] {
  for (const node of nodes) {
    if (node.id === id) return [node.id];
    const inside = findAround(node.children, id);
    if (inside.length > 0) return [node.id, ...inside];
  }
  return [];
}

export function Outline({ nodes, selection, findings, content, onSelect, onAdd, children }: Props) {
  const say = useSay();
  const id = nodeId(selection);
  const [expanded, setExpanded] = useState<Set<Key>>(() => new Set(findAround(nodes, id)));
  useEffect(() => {
    setExpanded((before) => new Set([...before, ...findAround(nodes, id)]));
  }, [nodes, id]);
  const byId = new Map(flatten(nodes).map((node) => [node.id, node]));
  const wrong = findWrong(nodes, findings, content);
  const choose = (key: Key) => {
    const node = byId.get(String(key));
    if (node && (node.kind === "field" || node.kind === "step")) onSelect({ step: node.step, names: node.names });
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
      <Tree
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
      >
        {(node) => <Row node={node} wrong={wrong} />}
      </Tree>
      {children}
    </nav>
  );
}

const flatten = (nodes: readonly OutlineNode[]): OutlineNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]);

/** The nodes whose rules or layout a finding is about, and what is around them. */
function findWrong(nodes: readonly OutlineNode[], findings: CheckAnswer["findings"], content: Content): Set<string> {
  const wrong = new Set<string>();
  for (const node of flatten(nodes)) {
    if (node.kind !== "field" && node.kind !== "step") continue;
    const files = [content.findStepFile(node.step, "schema"), content.findStepFile(node.step, "ui")];
    const name = node.names.at(-1);
    const isAbout = ({ file, place }: { file: string; place: string }) =>
      files.includes(file) && (name === undefined ? place === "" : place.split("/").includes(name));
    if (findings.some(isAbout)) for (const around of findAround(nodes, node.id)) wrong.add(around);
  }
  return wrong;
}

function Row({ node, wrong }: { node: OutlineNode; wrong: Set<string> }) {
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
            <span className={styles.rowLabel}>{node.label}</span>
            {node.isConditional && <small className={styles.condition}>{say("conditionalShort")}</small>}
            {wrong.has(node.id) && <Icon name="warn" small label={say("wrong")} />}
          </div>
        )}
      </TreeItemContent>
      <Collection items={node.children}>{(child) => <Row node={child} wrong={wrong} />}</Collection>
    </TreeItem>
  );
}
