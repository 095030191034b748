// Files that nothing reads, whose authors think that they count: an unreferenced table or document, a step that the manifest does not
// list, a product beside the folder of products, cases or journeys in a folder of another name.
import { existsSync, readdirSync } from "node:fs";
import { extname, join, relative, resolve } from "node:path";
import { findPicturePath } from "../../publish/pictures.ts";
import { type Catalogue, findDocumentPath, type ProductFiles } from "../../read/catalogue.ts";
import { error, type Finding, note } from "../../read/findings/finding.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { t } from "../../read/findings/translate.ts";
import { findPlain } from "../../read/plainContent.ts";

/** By the ending of what content may hold, how such a file is read. Other files, such as the sheet of a table, are the author's own. */
const adviseReading = (): Record<string, string> => ({
  ".json": t`add its step to product.json, or remove the file`,
  ".csv": t`write { "csv": … } with its name where its rows belong, or remove the file`,
  ".pdf": t`name it in documents of product.json, or remove the file`,
  ".svg": t`name it in "icon" of product.json, or remove the file`,
});

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
  const hints = adviseReading();
  // Every file in the folder of pictures is one.
  const picture = t`name it between the fields of a step, or remove the file`;
  const isMissing = (kind: string) => read.some((path) => extname(path) === kind && !existsSync(path));
  return names.sort().flatMap((name) => {
    const hint = /^pictures\/.*\./.test(name) ? picture : hints[extname(name).toLowerCase()];
    const path = join(folder, name);
    if (hint === undefined || readPaths.has(path) || isMissing(extname(path))) return [];
    return [note(relative(base, path), "", t`nothing reads this file`, hint)];
  });
}

const OF_SCHEMAS = ["api", "meta", "portal", "products", "rates", "shared"];
const OF_FIXTURES = ["journeys", "portfolio", "products", "steps"];
/** What an author writes for the content. */
const CONTENT = /\.(?:json|csv|pdf|svg|png|jpg|webp)$/i;

export function misplaced(schemasDir: string, fixturesDir: string, base: string): Finding[] {
  return [
    ...unknownIn(resolve(schemasDir), base, OF_SCHEMAS),
    ...unknownIn(resolve(fixturesDir), base, OF_FIXTURES),
    ...[join(schemasDir, "products"), join(fixturesDir, "products"), join(fixturesDir, "steps")].flatMap((folder) =>
      filesIn(resolve(folder), base, t`move it into the folder of its product, or remove it`),
    ),
  ];
}

function unknownIn(folder: string, base: string, knownNames: readonly string[]): Finding[] {
  const all = knownNames.join(", ");
  const folders = entries(folder).filter(
    (entry) => entry.isDirectory() && !knownNames.includes(entry.name) && !entry.name.startsWith("."),
  );
  return [
    ...folders.map(({ name }) => {
      const hint = existsSync(join(folder, name, "product.json"))
        ? t`move it to ${relative(base, join(folder, "products"))}`
        : meantOr(knownNames, name, t`the folders here are ${all}: move what is in it there, or remove it`);
      return error(relative(base, join(folder, name)), "", t`nothing reads this folder`, hint);
    }),
    ...filesIn(folder, base, t`move it to the folder where it belongs, one of ${all}, or remove it`),
  ];
}

const filesIn = (folder: string, base: string, hint: string): Finding[] =>
  entries(folder)
    .filter((entry) => entry.isFile() && CONTENT.test(entry.name))
    .map(({ name }) => error(relative(base, join(folder, name)), "", t`nothing reads a file at this place`, hint));

const entries = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { withFileTypes: true }).sort((a, b) => a.name.localeCompare(b.name)) : [];
