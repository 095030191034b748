// Which rows of the outline have a mark, because a finding is about them or about what is inside them.
import type { CheckAnswer } from "../../server/calls.ts";
import type { Content } from "./content.ts";
import type { OutlineNode } from "./outline.ts";

/** The ids of what is around a node. */
export function findAround(nodes: readonly OutlineNode[], id: string): string[] {
  for (const node of nodes) {
    if (node.id === id) return [node.id];
    const inside = findAround(node.children, id);
    if (inside.length > 0) return [node.id, ...inside];
  }
  return [];
}

export const flatten = (nodes: readonly OutlineNode[]): OutlineNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]);

/** The nodes whose rules or layout a finding is about, and what is around them. */
export function findWrong(
  nodes: readonly OutlineNode[],
  findings: CheckAnswer["findings"],
  content: Content,
): Set<string> {
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
