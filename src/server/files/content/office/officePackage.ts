// Judges zip archives: Office packages (.docx, .xlsx) by their content types and relationships, which decide what
// Office loads whatever the names are. Archives attached to a mail are judged by their members.

import { readZip, type ZipMember } from "../containers/zipFile.ts";
import type { Danger, Effort } from "../effort.ts";
import { beginsContainer, isProgramName } from "../programs.ts";
import { findRelationDanger, findTypeDanger, readTags } from "./officeRelations.ts";

/** Parts with macros, controls or embedded files, by the names that Office gives them. The sheet of a chart is allowed. */
const DANGEROUS_PART =
  /vbaProject|vbaData|\/activeX\/|\/macrosheets\/|oleObject|\/embeddings\/[^/]{1,80}\.(?:bin|xlsm|xls|docm|doc)$/i;
const TYPES = "[content_types].xml";
const MAIN_TYPES: [string, RegExp][] = [
  ["docx", /wordprocessingml\.document\.main\+xml|ms-word\.document\.macroEnabled\.main\+xml/i],
  ["xlsx", /spreadsheetml\.sheet\.main\+xml|ms-excel\.sheet\.macroEnabled\.main\+xml/i],
];

const findTypes = (members: ZipMember[]) => members.find(({ name }) => name.toLowerCase() === TYPES);

/**
 * The extension that belongs to an Office package, macros or not, or null for any other archive. @throws {TooComplex}
 */
export async function packageKind(bytes: Buffer, effort: Effort): Promise<string | null> {
  const types = findTypes((await readZip(bytes, effort)) ?? []);
  if (!types) return null;
  const listed = readTags(types.read()).map(({ attributes }) => attributes.get("contenttype") ?? "");
  return MAIN_TYPES.find(([, type]) => listed.some((contentType) => type.test(contentType)))?.[0] ?? null;
}

type Inspect = (content: Buffer) => Promise<Danger | null>;

/** `inspect` judges a member that is a container or a program. @throws {TooComplex} */
export async function findZipDanger(bytes: Buffer, effort: Effort, inspect: Inspect): Promise<Danger | null> {
  const members = await readZip(bytes, effort);
  // Damaged beyond reading: nothing opens it.
  if (!members) return null;
  if (members.some(({ isEncrypted }) => isEncrypted)) return "file_unsafe.encrypted";
  if (members.some(({ name }) => isProgramName(name) || DANGEROUS_PART.test(name))) return "file_unsafe";
  const types = findTypes(members);
  const active = types && findPackageDanger(readTags(types.read()), members);
  if (active) return active;
  for (const member of members) {
    // Of a package the texts are too large to be unpacked for nothing.
    const isText = types && !/\.eml$/i.test(member.name) && !beginsContainer(member.peek());
    const danger = isText ? null : await inspect(member.read());
    if (danger) return danger;
  }
  return null;
}

function findPackageDanger(types: ReturnType<typeof readTags>, members: ZipMember[]): Danger | null {
  const extensions = new Set(members.map(({ name }) => name.split(".").at(-1)?.toLowerCase() ?? ""));
  if (types.some((tag) => findTypeDanger(tag, extensions))) return "file_unsafe";
  const relations = members.filter(({ name }) => name.toLowerCase().endsWith(".rels"));
  const dangers = relations.flatMap((member) => readTags(member.read()).map(findRelationDanger));
  return dangers.includes("file_unsafe") ? "file_unsafe" : (dangers.find((danger) => danger !== null) ?? null);
}
