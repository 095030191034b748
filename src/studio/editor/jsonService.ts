// Completion and hover of one JSON file, by the meta-schemas. At the cursor they are joined by an enumeration of the names
// that the product has for that place. Runs in the page and loads nothing.
import { getLocation, type JSONPath } from "jsonc-parser";
import {
  getLanguageService,
  type JSONSchema,
  type LanguageService,
  MarkupKind,
  type Range,
  TextDocument,
} from "vscode-json-languageservice";
import { toPointer } from "#engine/fields/fieldPath.ts";
import type { JsonObject } from "#engine/schema/types.ts";

/** A name of the product, with its label or text. */
export interface OfferedName {
  name: string;
  detail: string;
}

interface JsonCompletion {
  label: string;
  detail: string;
  /** What is written, with `${1}` where the cursor goes on. */
  template: string;
  /** What the text in the file is compared with: the label, in quotes where they are written. */
  filter: string;
  from: number;
  to: number;
}

export type OfferNames = (pointer: string, on: "key" | "value") => Promise<readonly OfferedName[]>;

const ROOT = "file:///";
const META = `${ROOT}schemas/meta/`;
/** The description of the file together with what is offered at the cursor. */
const HERE = `${ROOT}here.json`;
const PLAIN = [MarkupKind.PlainText];

export class JsonService {
  readonly #file: string;
  readonly #metas: Record<string, JsonObject>;
  readonly #offer: OfferNames;
  readonly #service: LanguageService;

  constructor(file: string, metas: Record<string, JsonObject>, offer: OfferNames) {
    this.#file = file;
    this.#metas = metas;
    this.#offer = offer;
    const completionItem = { documentationFormat: PLAIN };
    this.#service = getLanguageService({
      workspaceContext: {
        resolveRelativePath: (path, from) => (from === ROOT + file ? HERE : new URL(path, from).href),
      },
      clientCapabilities: { textDocument: { completion: { completionItem }, hover: { contentFormat: PLAIN } } },
    });
  }

  async complete(text: string, offset: number): Promise<JsonCompletion[]> {
    const { path, isAtPropertyKey } = getLocation(text, offset);
    const on = isAtPropertyKey ? "key" : "value";
    const names = await this.#offer(toPointer(path.map((segment) => String(segment) || "x")), on);
    const { document, parsed } = this.#open(text, enumerate(path, on, names));
    const list = await this.#service.doComplete(document, document.positionAt(offset), parsed);
    return (list?.items ?? []).flatMap((item) => {
      const edit = item.textEdit;
      if (!edit || !("range" in edit)) return [];
      const detail = names.find(({ name }) => name === JSON.parse(quote(item.label)))?.detail;
      return {
        label: item.label,
        detail: detail ?? (item.documentation ? asText(item.documentation) : (item.detail ?? "")),
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the place of the cursor is written so
        template: edit.newText.replace(/\$(\d)/g, "${$1}"),
        filter: item.filterText ?? item.label,
        ...this.#stretch(document, edit.range),
      };
    });
  }

  async hover(text: string, offset: number): Promise<{ lines: string[]; from: number; to: number } | null> {
    const { document, parsed } = this.#open(text);
    const hover = await this.#service.doHover(document, document.positionAt(offset), parsed);
    if (!hover?.range) return null;
    const contents = [hover.contents].flat();
    const lines = contents.flatMap((part) => asText(part).split("\n\n"));
    // The service writes Markdown, in which a full stop has a backslash.
    const plain = lines.filter(Boolean).map((line) => line.replace(/\\([^\w\s])/g, "$1"));
    return { lines: plain, ...this.#stretch(document, hover.range) };
  }

  #open(text: string, offered?: JSONSchema) {
    const document = TextDocument.create(ROOT + this.#file, "json", 1, text);
    const meta = /"\$schema"\s*:\s*"[^"]*?([^/"]+)"/.exec(text)?.[1];
    const own: JSONSchema[] = meta !== undefined && Object.hasOwn(this.#metas, meta) ? [{ $ref: META + meta }] : [];
    const metas = Object.entries(this.#metas).map(([name, schema]) => ({ uri: META + name, schema }));
    const here = { uri: HERE, schema: { allOf: [...own, ...(offered ? [offered] : [])] } };
    this.#service.configure({ schemas: [...metas, here] });
    return { document, parsed: this.#service.parseJSONDocument(document) };
  }

  #stretch(document: TextDocument, { start, end }: Range) {
    return { from: document.offsetAt(start), to: document.offsetAt(end) };
  }
}

const asText = (part: string | { value: string }) => (typeof part === "string" ? part : part.value);

const quote = (label: string) => (label.startsWith('"') ? label : JSON.stringify(label));

/** A schema that allows nothing but the names at a place. */
function enumerate(path: JSONPath, on: "key" | "value", names: readonly OfferedName[]): JSONSchema | undefined {
  if (names.length === 0) return undefined;
  const keys = Object.fromEntries(names.map(({ name, detail }) => [name, { description: detail }]));
  const around = on === "key" ? path.slice(0, -1) : path;
  const values = { enum: names.map(({ name }) => name), enumDescriptions: names.map(({ detail }) => detail) };
  const place: JSONSchema = on === "key" ? { properties: keys } : values;
  return around.reduceRight<JSONSchema>(
    (inner, segment) => (typeof segment === "number" ? { items: inner } : { properties: { [segment]: inner } }),
    place,
  );
}
