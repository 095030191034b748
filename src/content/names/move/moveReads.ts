// The edits of what reads a field that moves to another step, and of what the field itself reads: an address `<step>.<field>` or
// `.<field>` beside it.
import { type Edit, findNodeAtLocation, parseTree } from "jsonc-parser";
import { toPointer } from "#engine/fields/fieldPath.ts";
import type { Name } from "../names.ts";
import { isInDefinition, type Move, pathOf, rulesOf } from "./move.ts";

type FileEdit = Edit & { file: string };

const isSibling = ({ files }: Move, { file, offset }: Name): boolean =>
  files.get(file)!.text.slice(offset - 2, offset) === '".';

/** Whether rules read answers of their own step with a dot before them. */
const readsBeside = (move: Move, name: Name): boolean =>
  /\/(?:rules|computed|startsWith)(?:\/|$)/.test(toPointer(pathOf(move, name).map(String)));

/** Returns the edits of a place that names the step beside the field. */
export function followAddress(move: Move, name: Name): FileEdit[] {
  const { step, toStep } = move;
  const { file, offset } = name;
  const { text } = move.files.get(file)!;
  const start = offset - step.length - 1;
  const isBeside = file === rulesOf(move, toStep) && readsBeside(move, name);
  if (text.slice(start, offset) === `${step}.`)
    return [{ file, offset: start, length: step.length, content: isBeside ? "" : toStep }];
  if (isSibling(move, name))
    return isInDefinition(move, name) ? [] : [{ file, offset: offset - 1, length: 0, content: toStep }];
  const path = pathOf(move, name);
  const node = path[0] === "prefill" && findNodeAtLocation(parseTree(text)!, [...path.slice(0, -1), "step"]);
  return node ? [{ file, offset: node.offset + 1, length: step.length, content: toStep }] : [];
}

/** What the field reads: answers that were beside it are of another step now, and those of its new step are beside it. */
export function readFromNewStep(move: Move): FileEdit[] {
  const { step, toStep, field } = move;
  const isRead = (name: Name) =>
    name.kind === "field" && !name.name.includes(".") && name.name !== field && isInDefinition(move, name);
  return move.names.filter(isRead).flatMap((name): FileEdit[] => {
    const { file, offset } = name;
    if (name.step === step && isSibling(move, name)) return [{ file, offset: offset - 1, length: 0, content: step }];
    if (name.step !== toStep || !readsBeside(move, name)) return [];
    return [{ file, offset: offset - toStep.length - 1, length: toStep.length, content: "" }];
  });
}
