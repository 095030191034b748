// What an editor asks at a place of a content file: what may stand there, what stands there, where it comes from, who uses it,
// and what the check says. Nothing here changes a file. `text` is what the editor holds, saved or not.
import { findNodeAtOffset, getLocation, type Node, parse } from "jsonc-parser";
import { LANGUAGES } from "#engine/languages.ts";
import { RULE_NAMES } from "#engine/rules.ts";
import type { Finding } from "../finding.ts";
import { type Place, placeAt, treeOf } from "../places.ts";
import { ContentIndex, isSame } from "./contentIndex.ts";
import { type Described, describePlace } from "./described.ts";
import { type ContentText, escapeSegment, findProduct, findStep, type Name, ROWS, type Row } from "./names.ts";

export interface Location extends Place {
  file: string;
  offset: number;
  length: number;
}

export interface Completion {
  label: string;
  /** What it is. */
  detail: string;
  insert: string;
  from: number;
  to: number;
}

export interface Hover {
  lines: string[];
  from: number;
  to: number;
}

export interface Diagnostic {
  from: number;
  to: number;
  level: Finding["level"];
  message: string;
}

type Wanted = Pick<Name, "kind" | "product"> & { step: string };

export class LanguageService {
  readonly index: ContentIndex;

  constructor(schemasDir: string, fixturesDir: string) {
    this.index = new ContentIndex(schemasDir, fixturesDir);
  }

  definition(file: string, offset: number, text?: string): Location[] {
    return this.references(file, offset, text, true);
  }

  references(file: string, offset: number, text?: string, definesOnly = false): Location[] {
    const open = this.#open(file, text);
    const name = open && this.#nameAt(open, offset);
    if (!name) return [];
    const same = this.index.names(open).filter((one) => isSame(one, name) && (one.defines || !definesOnly));
    const texts = new Map([...this.index.files(), open].map((one) => [one.file, one.text]));
    return same.map((one) => ({
      file: one.file,
      offset: one.offset,
      length: one.length,
      ...placeAt(texts.get(one.file) ?? "", one.offset),
    }));
  }

  complete(file: string, offset: number, text?: string): Completion[] {
    const open = this.#open(file, text);
    if (!open) return [];
    const { path, isAtPropertyKey } = getLocation(open.text, offset);
    const pointer = path.map((segment) => `/${escapeSegment(String(segment)) || "x"}`).join("");
    const on = isAtPropertyKey ? "key" : "value";
    const content: unknown = parse(open.text);
    const found = ROWS.filter((row) => row.on === on && row.files.test(file)).flatMap((row) => {
      const match = row.path.exec(pointer);
      if (!match) return [];
      const wanted = {
        kind: row.kind,
        step: findStep(row, match, file, content),
        product: findProduct(file, content, pointer),
      };
      return this.#candidates(row, wanted, open);
    });
    const described = found.length > 0 ? [] : offered(describePlace(open, this.index.base, path), on);
    return placeChoices([...found, ...described], open, offset);
  }

  hover(file: string, offset: number, text?: string): Hover | null {
    const open = this.#open(file, text);
    const node = open && findNodeAtOffset(treeOf(open) ?? ({} as Node), offset, true);
    if (!open || !node) return null;
    const name = this.#nameAt(open, offset);
    const { description } = describePlace(open, this.index.base, getLocation(open.text, offset).path);
    const lines = [...(name ? explain(name, this.#read(open)) : []), ...(description ? [description] : [])];
    if (lines.length === 0) return null;
    return name
      ? { lines, from: name.offset, to: name.offset + name.length }
      : { lines, from: node.offset, to: node.offset + node.length };
  }

  /** The findings of the check in one file, as stretches of it. */
  diagnose(findings: readonly Finding[], file: string, text?: string): Diagnostic[] {
    const open = this.#open(file, text);
    if (!open) return [];
    const starts = [0, ...[...open.text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    return findings
      .filter((finding) => finding.file === file)
      .map(({ line = 1, column = 1, level, sentence, hint }) => {
        const from = Math.min((starts[line - 1] ?? 0) + column - 1, open.text.length);
        const node = findNodeAtOffset(treeOf(open) ?? ({} as Node), from, true);
        const end = node && node.type !== "object" && node.type !== "array" ? node.offset + node.length : from + 1;
        return {
          from,
          to: Math.min(Math.max(end, from + 1), open.text.length),
          level,
          message: `${sentence}; ${hint}`,
        };
      });
  }

  #open(file: string, text: string | undefined): ContentText | undefined {
    const saved = this.index.find(file);
    return saved && text !== undefined && text !== saved.text ? { ...saved, text } : saved;
  }

  #nameAt(open: ContentText, offset: number): Name | undefined {
    return this.index.namesIn(open).find((name) => name.offset <= offset && offset <= name.offset + name.length);
  }

  #candidates({ form }: Row, { kind, product, step }: Wanted, open: ContentText): Choice[] {
    if (kind === "rule") return RULE_NAMES.map((label) => ({ label, detail: "rule" }));
    const all = this.#read(open);
    const defined = all.names
      .filter((name) => name.defines && name.kind === kind)
      .filter((name) => name.product === product || name.product === null || product === null);
    const labels = defined
      .filter((name) => kind !== "field" || form === "address" || name.step === step)
      .map((name) => ({ label: this.#write(name, form), detail: explain(name, all)[0] ?? kind }));
    return kind === "step" ? [...labels, { label: "request", detail: "the request block" }] : labels;
  }

  #write({ name, step }: Name, form: Row["form"]): string {
    if (form === "address") return `${step}.${name}`;
    if (form === "pointer") return `/${name}`;
    return form === "reference" ? `../../shared/fields.schema.json#/definitions/${name}` : name;
  }

  /** Reads every file: once for a question, however many names it is about. */
  #read(open: ContentText): Content {
    const files = new Map([...this.index.files(), open].map((file) => [file.file, file]));
    return { names: [...files.values()].flatMap((file) => this.index.namesIn(file)), files };
  }
}

interface Content {
  names: Name[];
  files: ReadonlyMap<string, ContentText>;
}

/** What it says on the screen, and how it is written where it is defined. */
function explain(name: Name, { names, files }: Content): string[] {
  const written = (one: Name) => {
    const file = files.get(one.file);
    const node = file && findNodeAtOffset(treeOf(file) ?? ({} as Node), one.offset, true);
    const value = node?.parent?.type === "property" ? node.parent.children?.[1] : node;
    return value && file
      ? file.text
          .slice(value.offset, value.offset + value.length)
          .replace(/\s+/g, " ")
          .slice(0, 200)
      : "";
  };
  const labels = ["text", "field"].includes(name.kind) ? findLabels(name, names).map(written) : [];
  if (name.kind === "text") return labels;
  const definitions = names.filter((one) => one.defines && isSame(one, name));
  return [...labels, ...definitions.map((one) => `${one.file}: ${written(one)}`)];
}

interface Choice {
  label: string;
  detail: string;
}

/** The text itself, or the label that a field has by convention, in each language. */
function findLabels({ kind, name, step, product }: Name, names: readonly Name[]): Name[] {
  const keys =
    kind === "text"
      ? [name]
      : [`${step}.${name}`, `field.${name}`, `wizard.field.${name}`].map((key) => `${key}.label`);
  const texts = names.filter((one) => one.kind === "text" && one.defines && [product, null].includes(one.product));
  const key = keys.find((each) => texts.some((one) => one.name === each));
  return LANGUAGES.flatMap(
    (language) => texts.find((one) => one.name === key && one.file.endsWith(`.${language}.json`)) ?? [],
  );
}

function offered({ members, choices }: Described, on: Row["on"]): Choice[] {
  return on === "key" ? members : choices.map((label) => ({ label, detail: "" }));
}

/** In the place of the text that the cursor is in; else with quotes of its own. */
function placeChoices(choices: readonly Choice[], open: ContentText, offset: number): Completion[] {
  const node = findNodeAtOffset(treeOf(open) ?? ({} as Node), offset, true);
  const inside = node?.type === "string" && node.offset < offset && offset < node.offset + node.length;
  const [from, to] = inside ? [node.offset + 1, node.offset + node.length - 1] : [offset, offset];
  const once = new Map(choices.map((choice) => [choice.label, choice]));
  return [...once.values()].map(({ label, detail }) => {
    const plain = /^-?\d|^(true|false|null)$/.test(label);
    return { label, detail, from, to, insert: inside || plain ? label : JSON.stringify(label) };
  });
}
