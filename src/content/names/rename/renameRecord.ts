// What a rename leaves behind: the earlier name in `was` of product.json, so that quotations, requests and comparisons keep their
// answers, and the name under which the answer is handed over.
import { dirname, join, relative } from "node:path";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { renameAddress } from "#engine/fields/formerNames.ts";
import type { FormerNames } from "#engine/schema/types.ts";
import { leadsTo } from "../contentIndex.ts";
import { type ContentText, valueAt } from "../names.ts";
import { change, type Members, type Rename } from "./renameTexts.ts";

interface RecordPlan {
  members: Map<string, Members>;
  /** A file that the product did not have. */
  created: { file: string; text: string }[];
  notes: string[];
}

export function planRecord(files: readonly ContentText[], rename: Rename): RecordPlan {
  const manifest = files.find(({ file }) => file.endsWith(`/products/${rename.product}/product.json`));
  if (!manifest) return { members: new Map(), created: [], notes: [] };
  const said = "the earlier name recorded";
  const members = new Map([[manifest.file, { said, apply: (text: string) => recordName(text, rename) }]]);
  const handover = planHandover(files, rename, manifest);
  if (handover?.own) members.set(handover.own.file, handover.own);
  return { members, created: handover?.created ?? [], notes: handover ? [handover.note] : [] };
}

/**
 * Each earlier name leads to the name of today, and a name of today is not an earlier one. Fields around it have their names of today
 * in every address.
 */
function recordName(text: string, { step, field, to }: Rename): string {
  const formerNames = (JSON.parse(text).was ?? {}) as FormerNames;
  const now = { [`${step}.${field}`]: to };
  const addresses = Object.entries({ ...formerNames, ...now }).map(([address, name]) => {
    const end = address.lastIndexOf(".");
    return [renameAddress(now, address.slice(0, end)) + address.slice(end), name] as const;
  });
  const today = renameAddress(now, `${step}.${field}`);
  const was = Object.fromEntries(addresses.filter(([address]) => address !== today));
  const written = JSON.stringify(was, null, 1).replace(/\n */g, " ");
  // Not by `change`, which would spread a short object over several lines.
  const node = findNodeAtLocation(parseTree(text)!, ["was"]);
  if (!node) return text.replace(/\s*\}\s*$/, `,\n  "was": ${written}\n}\n`);
  return `${text.slice(0, node.offset)}${written}${text.slice(node.offset + node.length)}`;
}

interface HandoverPlan {
  own?: Members & { file: string };
  created?: RecordPlan["created"];
  note: string;
}

/**
 * Receivers of a product on offer know the name, so it stays. In a product that was never on offer, as one that is being made after
 * another, a name of ours follows the field.
 */
function planHandover(
  files: readonly ContentText[],
  { step, field, to }: Rename,
  manifest: ContentText,
): HandoverPlan | undefined {
  const { offered, was } = JSON.parse(manifest.text) as { offered?: boolean; was?: FormerNames };
  const ownFile = join(dirname(manifest.file), "handover.json");
  const read = (file: string) => files.find((candidate) => candidate.file === file);
  const [shared, productFile] = [read("schemas/shared/handover.json"), read(ownFile)];
  const named = [shared, productFile].flatMap((file) =>
    Object.entries(Object(valueAt(JSON.parse(file?.text ?? "{}"), "/fields"))),
  );
  const standard = named.findLast(([path]) => leadsTo(`${step}.${field}`, renameAddress(was, path)))?.[1];
  if (typeof standard !== "string") return undefined;
  const keeps = `Other systems receive the answer as "${standard}" (handover.json)`;
  const name = `own.${to.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())}`;
  // The name of a field inside another is made of more than its own name.
  if (offered !== false || !standard.startsWith("own.") || field.includes("."))
    return { note: `${keeps}, as before. If it has another meaning now, write another name there.` };
  const fields = { [`${step}.${to}`]: name };
  const note = `Other systems receive the answer as "${name}" (handover.json); it was "${standard}".`;
  if (productFile) {
    const apply = (text: string) => change(text, ["fields", `${step}.${to}`], name);
    return { own: { file: productFile.file, said: "the name for other systems", apply }, note };
  }
  const $schema = relative(dirname(ownFile), "schemas/meta/handover.schema.json");
  const content = { $schema, standard: JSON.parse(shared!.text).standard, fields };
  return { created: [{ file: ownFile, text: `${JSON.stringify(content, null, 2)}\n` }], note };
}
