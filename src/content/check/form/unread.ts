// Files beside the content that are not read: an unreferenced table or document, a step that the manifest does not
// list. Their author thinks that they count.
import { existsSync, readdirSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { findPicturePath } from "../../publish/pictures.ts";
import { type Catalogue, findDocumentPath, type ProductFiles } from "../../read/catalogue.ts";
import { type Finding, note } from "../../read/findings/finding.ts";
import { findPlain } from "../../read/plainContent.ts";

/** By the ending of what content may hold, how such a file is read. Other files, such as the sheet of a table, are the author's own. */
const READ_BY: Record<string, string> = {
  ".json": "add its step to product.json, or remove the file",
  ".csv": 'write { "csv": … } with its name where its rows belong, or remove the file',
  ".pdf": "name it in documents of product.json, or remove the file",
  ".svg": 'name it in "icon" of product.json, or remove the file',
};
/** Of the folder of pictures every file. */
const PICTURE = "name it between the fields of a step, or remove the file";

export function unreadFiles(product: ProductFiles, { base, findings }: Catalogue): Finding[] {
  const { manifest, steps, texts, tariff, tariffs, questions, professions, handover, directory } = product;
  const later = tariffs.map(({ file }) => file);
  const forms = steps.flatMap(({ schema, ui }) => [schema, ui]);
  const productFiles = [
    manifest,
    tariff,
    questions,
    professions,
    handover,
    ...later,
    ...forms,
    ...Object.values(texts),
  ];
  const read = productFiles.flatMap((file) => [
    file?.path ?? "",
    ...(file?.tables ?? []).map((table) => join(base, table.file)),
  ]);
  const icon = join(directory, String(manifest.content.icon));
  // Unreadable parts are reported already and must not be removed.
  const broken = findings.map(({ file }) => join(base, file));
  const pictures = steps.flatMap(({ ui }) =>
    findPlain(ui.content).flatMap(({ content }) => (content.picture ? findPicturePath(product, content.picture) : [])),
  );
  return notRead(directory, base, [...read, ...broken, ...findDocumentPaths(product), ...pictures, icon]);
}

/** Documents for several products that none of them names. */
export const unreadDocuments = ({ base, directory, products }: Catalogue): Finding[] =>
  notRead(join(directory, "shared", "documents"), base, products.flatMap(findDocumentPaths));

const findDocumentPaths = (product: ProductFiles): string[] =>
  Object.values(Object(product.manifest.content.documents)).map((path) => findDocumentPath(product, String(path)));

function notRead(folder: string, base: string, read: readonly string[]): Finding[] {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const readPaths = new Set(read);
  // A broken path, which is reported already, was meant for one of them.
  const isMissing = (kind: string) => read.some((path) => extname(path) === kind && !existsSync(path));
  return names.sort().flatMap((name) => {
    const hint = /^pictures\/.*\./.test(name) ? PICTURE : READ_BY[extname(name).toLowerCase()];
    const path = join(folder, name);
    if (hint === undefined || readPaths.has(path) || isMissing(extname(path))) return [];
    return [note(relative(base, path), "", "nothing reads this file", hint)];
  });
}
