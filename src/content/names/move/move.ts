// What is known of a field that moves to another step, and where its step is written.
import { findNodeAtLocation, type JSONPath, parseTree } from "jsonc-parser";
import type { ContentText, Name } from "../names.ts";
import { type FieldAddress, findPath } from "../removeField.ts";

export interface Wanted extends FieldAddress {
  toStep: string;
}

export interface Move extends Wanted {
  files: Map<string, ContentText>;
  names: Name[];
  /** Where the field itself is named in files of the product. */
  uses: Name[];
  folder: string;
  /** Keys of the steps in their order. */
  steps: string[];
}

export const rulesOf = ({ folder }: Move, step: string): string => `${folder}/${step}.schema.json`;
export const casesOf = ({ product }: Move, step: string): string => `fixtures/steps/${product}/${step}.json`;
export const pathOf = ({ files }: Move, name: Name): JSONPath => findPath(files.get(name.file)!, name);

export const findDefinition = (move: Move): Name | undefined =>
  move.uses.find(({ defines, file }) => defines && file === rulesOf(move, move.step));

/** Whether a name is in the rules of the field. */
export function isInDefinition(move: Move, { file, offset }: Name): boolean {
  const definition = findDefinition(move);
  if (file !== definition?.file) return false;
  const node = findNodeAtLocation(parseTree(move.files.get(file)!.text)!, pathOf(move, definition))!;
  return offset > node.offset && offset < node.offset + node.length;
}
