// The content as files: products, portal forms, shared parts, rates. Reads and groups them. Its only findings are files
// that are missing or not valid JSON.
import { basename, dirname, join, resolve } from "node:path";
import type { Manifest } from "#engine/schema/types.ts";
import { findExplained, type StepQuestions } from "./expectedAnswers.ts";
import { withTables } from "./files/csvTables.ts";
import { Memory } from "./files/memory.ts";
import { type JsonFile, jsonFiles, readJson } from "./files/readJson.ts";
import type { Finding } from "./findings/finding.ts";
import { type ProductFiles, ProductReader, subdirectories } from "./productReader.ts";
import { SharedContent } from "./shared/sharedContent.ts";
import { readSharedLists } from "./shared/sharedLists.ts";

export type { ProductFiles };

export interface Catalogue {
  /** Findings name files from here. */
  base: string;
  directory: string;
  /** Folders of products, also those that hold no product that can be read. */
  keys: string[];
  products: ProductFiles[];
  portal: ProductFiles | null;
  sharedTexts: Record<string, JsonFile>;
  rates: JsonFile | null;
  /** Every JSON file of the content except meta-schemas and shapes of calls. */
  files: JsonFile[];
  findings: Finding[];
}

/** With the portal's own forms, which are looked at as a product. */
export const allProducts = ({ products, portal }: Catalogue): ProductFiles[] =>
  portal ? [...products, portal] : products;

/** The tariff that is valid on a first day of cover. */
export const tariffFileOn = ({ tariff, tariffs }: ProductFiles, day: string): JsonFile | undefined =>
  tariffs.findLast(({ from }) => from <= day)?.file ?? tariff;

/** Whether tests and the studio alone publish the product: its folder is not among the products. */
export const isExample = ({ directory, home }: ProductFiles): boolean => directory !== home;

/** Returns the path of a document as the manifest names it. */
export const findDocumentPath = ({ directory, home }: ProductFiles, path: string): string =>
  resolve(path.startsWith("documents/") ? directory : home, path);

/** The manifest as typed data. The meta-schema has checked its shape. */
export function readManifest(product: ProductFiles): Manifest {
  return product.manifest.content as unknown as Manifest;
}

/** Returns a product as cases and journeys see it. */
export function findAsking(product: ProductFiles): StepQuestions & Pick<Manifest, "key" | "flows"> {
  const { steps, flows } = readManifest(product);
  const found = product.steps.map(({ key, schema }) => [key, findExplained(schema.content)] as const);
  const explained = Object.fromEntries(found.flatMap(([key, record]) => (record ? [[key, record]] : [])));
  return { key: product.key, flows, steps, questions: product.questions?.content ?? null, explained };
}

/** The example products beside the cases and journeys. */
export const findExamples = (fixturesDir: string): string => join(resolve(fixturesDir), "products");

/** `examplesDir`: the folder of the example products. Absent: only the products of the content. */
export function readCatalogue(schemasDir: string, memory = new Memory(), examplesDir?: string): Catalogue {
  const directory = resolve(schemasDir);
  const base = dirname(directory);
  const findings: Finding[] = [];
  const read = new Map<string, JsonFile>();
  const parts = ["shared", "rates", "portal", "products"].map((part) => join(directory, part));
  for (const folder of [...parts, ...(examplesDir === undefined ? [] : [examplesDir])]) {
    for (const path of jsonFiles(folder)) {
      const file = readJson(path, base, findings, memory);
      if (file) read.set(path, withTables(file, base, findings, memory));
    }
  }
  const products = subdirectories(join(directory, "products"));
  const examples = examplesDir === undefined ? [] : subdirectories(examplesDir);
  const folders = [...products, ...examples];
  const shared = new SharedContent(join(directory, "shared"), (path) => read.get(path), memory);
  findings.push(
    ...shared.findUnusedQuestions(folders.flatMap((folder) => read.get(join(folder, "questions.json")) ?? [])),
  );
  const lists = readSharedLists(join(directory, "shared", "lists"), base, findings, memory);
  const reader = new ProductReader({ read, base, directory, findings, shared, lists, memory });
  return {
    base,
    directory,
    keys: folders.map((folder) => basename(folder)),
    products: [
      ...products.flatMap((folder) => reader.product(folder) ?? []),
      ...examples.flatMap((folder) => reader.example(folder, products) ?? []),
    ],
    portal: reader.portal(join(directory, "portal")),
    sharedTexts: reader.texts(join(directory, "shared")),
    rates: read.get(join(directory, "rates", "rates.json")) ?? null,
    files: [...read.values()],
    findings,
  };
}
