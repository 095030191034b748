// The calls that read and change content files: the files of a product, an act of patches, undo and redo, a typed text, and the names
// that an editor offers.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { getLocation } from "jsonc-parser";
import { findCandidates, findDefinitions } from "#content/names/candidates.ts";
import { type ContentIndex, leadsTo } from "#content/names/contentIndex.ts";
import type { Name } from "#content/names/names.ts";
import { placeAt } from "#content/read/files/places.ts";
import { parseFile } from "#content/read/files/readJson.ts";
import type { Finding } from "#content/read/findings/finding.ts";
import { toPointer } from "#engine/fields/fieldPath.ts";
import type { Language } from "#engine/schema/types.ts";
import { sentence, text, whole } from "./bodies.ts";
import { isText, readContent } from "./contentFiles.ts";
import { addFieldChanges } from "./fieldChanges.ts";
import { addNewContent } from "./newContent.ts";
import type { Act, AnswerPatch, ChangedFiles, Patcher } from "./patch.ts";

export type { Act, ChangedFiles, Edit } from "./patch.ts";

export interface FileOnDisk {
  file: string;
  text: string;
}

/** Why a text that is not saved is not JSON. */
export type FileFinding = Finding;

/** An act as the list of changes shows it. */
export interface ListedAct {
  sentence: Record<Language, string>;
  at: string;
  undone: boolean;
  pieces: { file: string; removed: string; inserted: string }[];
}

interface NamesRoute {
  Querystring: { file: string; pointer: string; on: "key" | "value" };
}
interface DefinitionsRoute {
  Querystring: { file: string; offset: number };
}
interface SaveRoute {
  Body: FileOnDisk & { was: string };
}

const namesQuery = whole({ file: text, pointer: text, on: { enum: ["key", "value"] } });
const definitionsQuery = whole({ file: text, offset: { type: "integer" } });
const edit = whole({ file: text, path: { type: "array" } });
const actBody = whole({ sentence, edits: { type: "array", items: edit, minItems: 1 } });

interface EditingParts {
  base: string;
  patcher: Patcher;
  index: ContentIndex;
  /** Answers with the texts that were written, before they are published. */
  answer: AnswerPatch;
  /** Publishes the saved file and notifies open pages at once, without waiting for the file watcher. */
  saved(): Promise<void>;
}

export function addEditing(app: FastifyInstance, parts: EditingParts): void {
  addActs(app, parts);
  addFiles(app, parts);
  addUses(app, parts);
  addFieldChanges(app, parts);
  addNewContent(app, parts);
  addNames(app, parts);
}

function addActs(app: FastifyInstance, { patcher, answer }: EditingParts): void {
  app.get("/studio/acts", async () => listActs(patcher));
  app.post<{ Body: Act }>("/studio/acts", { schema: { body: actBody } }, async ({ body }) => answer(patcher.act(body)));
  app.post("/studio/acts/undo", async () => answer(patcher.undo()));
  app.post("/studio/acts/redo", async () => answer(patcher.redo()));
}

function listActs({ journal }: Patcher): ListedAct[] {
  return journal.acts.map(({ sentence, at, splices }, index) => {
    const pieces = splices.map(({ file, removed, inserted }) =>
      isText(file) ? { file, removed, inserted } : { file, removed: "", inserted: "" },
    );
    return { sentence, at, undone: index >= journal.done, pieces };
  });
}

/** A place where a field is named. */
export interface FieldUse {
  file: string;
  line: number;
  column: number;
  /** Pointer in a JSON file. */
  place?: string;
}

export interface FieldUses {
  uses: FieldUse[];
  /** Products that use the shared definition of the field. */
  products: string[];
}

interface UsesRoute {
  Params: { product: string };
  Querystring: { step: string; field: string; shared?: string };
}

function addNames(app: FastifyInstance, { index }: EditingParts): void {
  app.get<NamesRoute>("/studio/names", { schema: { querystring: namesQuery } }, async ({ query }) =>
    findCandidates(index, query.file, query.pointer, query.on),
  );
  app.get<DefinitionsRoute>("/studio/definitions", { schema: { querystring: definitionsQuery } }, async ({ query }) =>
    findDefinitions(index, query.file, query.offset).map(
      ({ file, offset }): FieldUse => ({ file, ...placeAt(index.find(file)?.text ?? "", offset) }),
    ),
  );
}

function addUses(app: FastifyInstance, { index }: EditingParts): void {
  app.get<UsesRoute>("/studio/products/:product/uses", async ({ params: { product }, query }) => {
    const { step, field, shared } = query;
    const names = index.names();
    const files = new Map(index.files().map(({ file, text: content }) => [file, content]));
    const isOfProduct = (name: Name) => name.product === product || name.product === null;
    const used = names.filter(
      (name) => name.kind === "field" && name.step === step && isOfProduct(name) && leadsTo(name.name, field),
    );
    const holders = names.filter(({ kind, name, defines }) => kind === "shared" && name === shared && !defines);
    return {
      uses: used.map(({ file, offset }) => {
        const text = files.get(file) ?? "";
        const place = file.endsWith(".json") ? toPointer(getLocation(text, offset).path.map(String)) : "";
        return { file, place, ...placeAt(text, offset) };
      }),
      products: [...new Set(holders.map((name) => name.product ?? name.file))],
    } satisfies FieldUses;
  });
}

function addFiles(app: FastifyInstance, { base, patcher, index, saved }: EditingParts): void {
  /** The product's own files first, then those shared by all products. */
  const filesOf = (product: string) => {
    const files = index.files();
    const parts = ["schemas/products", "fixtures/products", "schemas", "fixtures/steps"];
    const folders = parts.map((part) => `${part}/${product}/`);
    return [
      ...folders.flatMap((folder) => files.filter(({ file }) => file.startsWith(folder))),
      ...files.filter(({ file }) => file.startsWith(`fixtures/journeys/${product}-`)),
      ...files.filter(({ file }) => /^(schemas\/(shared|rates)|fixtures\/(portfolio|steps\/shared))\//.test(file)),
    ];
  };
  app.get<{ Params: { product: string } }>("/studio/products/:product/files", async ({ params: { product } }) =>
    filesOf(product).map(({ file }) => file),
  );
  /** Without journeys and portfolio, which are long and which no panel edits. */
  app.get<{ Params: { product: string } }>("/studio/products/:product/texts", async ({ params: { product } }) => {
    const edited = filesOf(product).filter(({ file }) => /^(schemas|fixtures\/(products|steps))\//.test(file));
    return Object.fromEntries(edited.map(({ file, text: content }) => [file, content])) satisfies ChangedFiles;
  });
  app.get<{ Params: { product: string } }>("/studio/products/:product/pictures", async ({ params: { product } }) => {
    const folders = ["schemas", "fixtures"].map((part) => join(base, part, "products", product, "pictures"));
    return folders
      .filter(() => /^[\w-]+$/.test(product))
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => readdirSync(folder));
  });
  app.get("/studio/meta", async () => readMetas(base));
  app.get<{ Querystring: { file?: string } }>(
    "/studio/file",
    async ({ query: { file = "" } }): Promise<FileOnDisk> => ({ file, text: readContent(base, file) }),
  );
  app.post<{ Body: FileOnDisk }>(
    "/studio/file/faults",
    { schema: { body: whole({ file: text, text }) } },
    async ({ body }): Promise<FileFinding[]> => parseFile({ ...body, path: "" }).findings,
  );
  app.put<SaveRoute>("/studio/file", { schema: { body: whole({ file: text, text, was: text }) } }, async ({ body }) => {
    const name = body.file.slice(body.file.lastIndexOf("/") + 1);
    const words = { nl: `${name} bewerkt`, fr: `${name} modifié` };
    const files = patcher.type(body.file, body.was, body.text, words);
    await saved();
    return { files };
  });
}

/** The meta-schemas by the name of their file. */
function readMetas(base: string): Record<string, unknown> {
  const folder = join(base, "schemas/meta");
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return Object.fromEntries(names.map((name) => [name, JSON.parse(readFileSync(join(folder, name), "utf8"))]));
}
