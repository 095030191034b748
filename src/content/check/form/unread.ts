// Files beside the content that are not read: an unreferenced table or document, a step that the manifest does not
// list. Also answers among the premium inputs that no price reads. Their author thinks that they count.
import { existsSync, readdirSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { FACTS } from "#engine/rules/facts.ts";
import { findPicturePath } from "../../publish/pictures.ts";
import { type Catalogue, findDocumentPath, type ProductFiles, readManifest } from "../../read/catalogue.ts";
import type { JsonFile } from "../../read/files/readJson.ts";
import { type Finding, unused } from "../../read/findings/finding.ts";
import { unknownStep } from "../../read/findings/reporting.ts";
import { findPlain } from "../../read/plainContent.ts";
import { answerExists, type Steps } from "../../read/steps/stepIndex.ts";
import { findSources } from "../rules/computed.ts";
import { answersRead } from "../rules/facts.ts";

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
    const about = /\.(?:schema|ui)\.json$/.test(name) ? { about: unknownStep(name.split(".")[0]!) } : {};
    return [{ ...unused(relative(base, path), "", "nothing reads this file", hint), ...about }];
  });
}

/** What asks for a new premium, and changes none: no price, no choice and no judgement depends on it. */
export function findUnpriced(product: ProductFiles, steps: Steps, tariffs: readonly JsonFile[]): Finding[] {
  const manifest = readManifest(product);
  const written = [manifest.lists, product.questions?.content, ...tariffs.map(({ content }) => content)];
  const facts = Object.keys(manifest.facts ?? {}).filter((name) => written.some((file) => reads(file, FACTS, name)));
  const priced = manifest.steps.filter(({ premium = [] }) => premium.length > 0);
  const asking = priced.flatMap(({ when }) => (when === undefined ? [] : answersRead(when, steps)));
  const readers = [...written, facts.flatMap((name) => findSources(steps, `${FACTS}.${name}`)), asking];
  return manifest.steps.flatMap(({ key, premium = [] }, index) =>
    [...premium.entries()].flatMap(([position, field]) => {
      if (!answerExists(steps, `${key}.${field}`) || readers.some((file) => reads(file, key, field))) return [];
      const sentence = `the premium is asked again after each change of ${key}.${field}, and no price reads it`;
      const hint = "remove it, or use it in tariff.json";
      return [unused(product.manifest.file, `/steps/${index}/premium/${position}`, sentence, hint)];
    }),
  );
}

/** Whether an answer is named in it: by its path, or as a member of a condition. */
function reads(value: unknown, step: string, field: string): boolean {
  if (typeof value === "string") return `${value}.`.startsWith(`${step}.${field}.`);
  if (Array.isArray(value)) return value.some((entry) => reads(entry, step, field));
  return Object.entries(Object(value)).some(([name, memberValue]) => name === field || reads(memberValue, step, field));
}
