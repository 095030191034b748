// What changes between two contents: a row for each difference in what is published. Shared fields and steps are compared
// in each product that uses them. Remarks for an editor (`$schema`) are left out.
import { basename } from "node:path";
import type { JsonObject } from "#engine/schema/types.ts";
import { findDocuments, findIcon } from "../publish/documents.ts";
import { findPictures } from "../publish/pictures.ts";
import { allProducts, type Catalogue, tariffFileOn } from "../read/catalogue.ts";
import type { JsonFile } from "../read/files/readJson.ts";
import { t } from "../read/findings/translate.ts";
import { findDifferences, type Part, type Row, type Sides } from "./differences.ts";
import { Labels } from "./labels.ts";

export function compareContent(old: Catalogue, now: Catalogue): Row[] {
  const find = (catalogue: Catalogue, key: string) => allProducts(catalogue).find((product) => product.key === key);
  const keys = [...new Set([old, now].flatMap(allProducts).map(({ key }) => key))].sort();
  const products = keys.flatMap((key) => {
    const [before, after] = [find(old, key), find(now, key)];
    if (before && after) return compareProduct({ old: new Labels(before, old), now: new Labels(after, now) });
    const labels = new Labels((before ?? after)!, before ? old : now);
    const part = { product: key, part: "product", file: labels.product.manifest.file };
    return findDifferences(part, before && labels.name, after && labels.name);
  });
  return [...products, ...compareShared(old, now)];
}

interface ContentPart extends Omit<Part, "product" | "sides"> {
  content: unknown;
}

function compareProduct(sides: Sides): Row[] {
  const { key } = sides.now.product;
  const versions = [sides.old, sides.now].flatMap(({ product }) => product.tariffs.map(({ from }) => from));
  const [before, after] = [sides.old, sides.now].map((labels) => listParts(labels, new Set(versions.sort())));
  const rows = [...new Map([...after!, ...before!]).keys()].flatMap((name) => {
    const [from, to] = [before!.get(name), after!.get(name)];
    const { content: _content, ...part } = (to ?? from)!;
    return findDifferences({ ...part, product: key, sides }, from?.content, to?.content);
  });
  return [...rows, ...compareFiles(sides)].map((row) => {
    const isText = row.part.startsWith("text");
    const step = isText && sides.now.stepOfText(row.where.split(" · ").at(-1)!);
    return step ? { ...row, part: step } : row;
  });
}

/** What is published of a product, by name. */
function listParts({ product, steps }: Labels, versions: Iterable<string>): Map<string, ContentPart> {
  const { manifest, texts, tariffs } = product;
  const { $schema: _editor, documents: _documents, ...published } = manifest.content;
  const parts: ContentPart[] = [
    { part: "product", file: manifest.file, content: { ...published, tariffs: tariffs.map(({ from }) => from) } },
  ];
  for (const { key, schema, ui } of product.steps)
    parts.push(
      { part: key, file: schema.file, step: "schema", content: steps[key]?.schema },
      { part: key, file: ui.file, step: "layout", content: steps[key]?.ui },
    );
  const add = (part: string, file: JsonFile | undefined) => {
    if (file) parts.push({ part, file: file.file, content: withoutEditor(file.content) });
  };
  for (const [language, file] of Object.entries(texts)) add(`text (${language})`, file);
  for (const name of ["questions", "professions", "tariff", "handover"] as const) add(name, product[name]);
  // What is valid from that day on.
  for (const from of versions) add(t`tariff from ${from}`, tariffFileOn(product, from));
  return new Map(parts.map((part) => [`${part.part} ${part.step}`, part]));
}

const withoutEditor = ({ $schema: _editor, ...content }: JsonObject): JsonObject => content;

/** Documents, pictures and icons by their content. A release contains none: then only their names are compared. */
function compareFiles({ old, now }: Sides): Row[] {
  const list = ({ product, catalogue }: Labels): [string, string][] =>
    [
      ...findDocuments(product, catalogue, []),
      ...findPictures(product, []),
      ...[findIcon(product, []) ?? []].flat(),
    ].map(({ name, file }) => [name, file]);
  const names = ({ product }: Labels): Record<string, string> =>
    Object.fromEntries(Object.keys(Object(product.manifest.content.documents)).map((name) => [name, name]));
  const { key, manifest } = now.product;
  const part = { product: key, part: "documents", file: manifest.file };
  const [before, after] = [new Map(list(old)), new Map(list(now))];
  const both = [...before.keys()].filter((name) => after.has(name));
  const contents = (files: Map<string, string>) => Object.fromEntries(both.map((name) => [name, files.get(name)]));
  return [
    ...findDifferences(part, names(old), names(now)),
    ...findDifferences(part, contents(before), contents(after)),
  ];
}

const IN_STEPS =
  /^schemas\/shared\/(?:.*\.schema\.json|fields\.ui\.json|(?:product|questions|handover)\.json|steps\/.*)$/;
const SHARED = /^schemas\/(?:shared|rates|portal)\//;

/** What belongs to no single product: texts that all share, rates, and the words of papers and lists. */
function compareShared(old: Catalogue, now: Catalogue): Row[] {
  const [before, after] = [old, now].map((catalogue) => {
    const files = catalogue.files.filter(({ file }) => SHARED.test(file) && !IN_STEPS.test(file));
    const forms = new Set(catalogue.portal?.steps.flatMap(({ schema, ui }) => [schema.file, ui.file]));
    return new Map(files.flatMap(({ file, content }) => (forms.has(file) ? [] : [[file, withoutEditor(content)]])));
  }) as [Map<string, JsonObject>, Map<string, JsonObject>];
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((file) => {
    const part = basename(file, ".json");
    return findDifferences({ product: null, part, file }, before.get(file), after.get(file));
  });
}
