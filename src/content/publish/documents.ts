// What a product publishes as it is, with its release and under a name that changes with the content, so that what a broker agreed
// to can always be shown again: documents beside its schemas or the shared ones, and an icon of its own where it has none of the
// portal's.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, extname, join, sep } from "node:path";
import { Refused, startEffort } from "../files/effort.ts";
import { judgePdf } from "../files/pdf/judgePdf.ts";
import { type Catalogue, findDocumentPath, type ProductFiles, readManifest } from "../read/catalogue.ts";
import { readBytes } from "../read/files/readJson.ts";
import { error, type Finding } from "../read/findings/finding.ts";
import { t } from "../read/findings/translate.ts";
import { findEmpty, findUnsafe, ICON, readTags } from "./drawings.ts";

export interface PublishedDocument {
  /** As the manifest names it. */
  name: string;
  file: string;
  content: Buffer;
}

/** The documents that can be published. The others are findings. */
export function findDocuments(product: ProductFiles, catalogue: Catalogue, findings: Finding[]): PublishedDocument[] {
  const { documents } = readManifest(product);
  return Object.entries(documents ?? {}).flatMap(([name, path]) => {
    const report = (sentence: string, hint: string) => {
      findings.push(error(product.manifest.file, `/documents/${name}`, sentence, hint));
      return [];
    };
    const full = findDocumentPath(product, path);
    const content = readInside(full, [product.directory, catalogue.directory]);
    if (!content) return report(t`there is no file "${path}"`, t`put it in the folder documents of the product`);
    const refused = findRefused(content);
    if (refused?.code === "file_content")
      return report(t`"${path}" is not a PDF document`, t`save it as PDF; other kinds are not shown everywhere`);
    if (refused) {
      const why = `${refusedWords()[refused.code]} (${refused.part ?? t`structure`})`;
      return report(`"${path}" ${why}`, t`print it to a new PDF`);
    }
    return [{ name, file: publishedName(product.key, full, content), content }];
  });
}

/** Null when there is no file, or it is a link to one outside the folders. */
export function readInside(path: string, folders: string[]): Buffer | null {
  if (!existsSync(path)) return null;
  const real = realpathSync(path);
  return folders.some((folder) => real.startsWith(realpathSync(folder) + sep)) ? readBytes(real) : null;
}

/** By the hash of the content: documents rarely change, and are published again with every text that does. */
const judged = new Map<string, Refused | undefined>();

/** Documents are judged as the files that brokers add. */
function findRefused(content: Buffer): Refused | undefined {
  const hash = hashContent(content);
  if (!judged.has(hash)) judged.set(hash, judge(content));
  return judged.get(hash);
}

function judge(content: Buffer): Refused | undefined {
  try {
    judgePdf(content, startEffort());
    return undefined;
  } catch (refused) {
    if (refused instanceof Refused) return refused;
    throw refused;
  }
}

const hashContent = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

const refusedWords = (): Record<Exclude<Refused["code"], "file_content">, string> => ({
  file_unsafe: t`has a script, a form that changes, a file or a command in it`,
  "file_unsafe.external": t`refers to another file or sends something`,
  "file_unsafe.encrypted": t`is protected by a password`,
  "file_unsafe.attachment": t`has a file in it`,
  "file_unsafe.complex": t`cannot be read as all programs would read it`,
});

export function publishedName(key: string, path: string, content: Buffer): string {
  const extension = extname(path);
  const hash = hashContent(content).slice(0, 12);
  return `${key}.${basename(path, extension)}.${hash}${extension}`;
}

/** Null: the product has one of the portal's, or its own cannot be published. The latter is a finding. */
export function findIcon(product: ProductFiles, findings: Finding[]): PublishedDocument | null {
  const { icon } = readManifest(product);
  const report = (sentence: string, hint: string) => {
    findings.push(error(product.manifest.file, "/icon", sentence, hint));
    return null;
  };
  if (typeof icon !== "string" || !icon.endsWith(".svg")) return null;
  const path = join(product.directory, icon);
  if (!existsSync(path))
    return report(t`there is no file "${icon}"`, t`put it in the folder of the product, beside product.json`);
  const content = readFileSync(path);
  const wrong = findUnsafe(content, ICON) ?? findUnlikeIcon(content);
  if (wrong) return report(`"${icon}" ${wrong}`, t`schemas/changes.md shows one that is right`);
  return { name: "icon", file: publishedName(product.key, path, content), content };
}

/** What makes a safe drawing no icon, in words. */
function findUnlikeIcon(content: Buffer): string | undefined {
  const tags = readTags(content);
  if (!/ viewBox="0 0 20 20"/.test(tags[0]?.[3] ?? "")) return t`has no viewBox="0 0 20 20", the size of every icon`;
  const named = tags.filter(([, , , attributes]) => / id="i"/.test(attributes ?? ""));
  return named.length === 1 ? findEmpty(content) : t`has no <g id="i"> around its shapes, by which it is shown`;
}
