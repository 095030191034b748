// Every act of the studio is one patch on the text of content files. It is written whole or not at all, and only where the files
// still have what the act read. Undo and redo are patches too.
import { mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { parse } from "jsonc-parser";
import { editJson, formatJson, type JsonEdit } from "#content/read/files/formatJson.ts";
import { writeInOneMove } from "#content/read/files/writeInOneMove.ts";
import { t } from "#content/read/findings/translate.ts";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import { isText, NoContentFile, readContent, readIfThere, resolveContent } from "./contentFiles.ts";
import { Journal, type JournalAct } from "./journal.ts";
import { applySplice, findSplice, reverse, type Splice } from "./splice.ts";

/** One change at a place of a file. An empty path makes the file. */
export interface Edit extends JsonEdit {
  file: string;
  /** The value that the act read there. Absent: none. */
  was?: unknown;
}

export interface Act {
  sentence: JournalAct["sentence"];
  edits: Edit[];
  /** Successive acts with the same name are one: the keys of one word. */
  merge?: string | undefined;
}

/** The texts of the files that a patch changed. */
export type ChangedFiles = Record<string, string>;

export type AnswerPatch = (files: ChangedFiles) => { files: ChangedFiles };

/** A patch that is not written, and why. */
export class PatchRefused extends Error {
  readonly reason: "changed" | "unwritable" | "nothing" | "shape";
  readonly file: string;
  readonly place: string;

  constructor(reason: PatchRefused["reason"], file: string, place = "", message = "") {
    super(message || `${reason}: ${file}`);
    this.reason = reason;
    this.file = file;
    this.place = place;
  }
}

interface PatcherOptions {
  base: string;
  journalPath: string;
  now(): string;
  /** Throws for a text that the file must not have. */
  inspect(file: string, text: string): void;
}

export class Patcher {
  readonly journal: Journal;
  readonly #options: PatcherOptions;

  constructor(options: PatcherOptions) {
    this.#options = options;
    this.journal = new Journal(options.journalPath);
  }

  act({ sentence, edits, merge }: Act): ChangedFiles {
    const changed: ChangedFiles = {};
    for (const edit of edits) changed[edit.file] = applyEdit(changed[edit.file] ?? this.#read(edit.file), edit);
    return this.replace(changed, { sentence, merge });
  }

  /** Writes the texts of files that were made from what the files have now. */
  replace(changed: ChangedFiles, { sentence, merge }: Pick<Act, "sentence" | "merge">): ChangedFiles {
    for (const [file, text] of Object.entries(changed)) if (text !== "") this.#options.inspect(file, text);
    this.#record(changed, { sentence, merge });
    return changed;
  }

  /** Replaces the whole text of a file, as an editor does. Successive texts of one file are one act. */
  type(file: string, was: string, text: string, sentence: JournalAct["sentence"]): ChangedFiles {
    if (text === "") throw new PatchRefused("shape", file, "", t`the file is empty`);
    const current = readContent(this.#options.base, file);
    if (current !== was && current !== text) throw new PatchRefused("changed", file);
    this.#record({ [file]: text }, { sentence, merge: file });
    return { [file]: text };
  }

  /** Writes the files, and notes the act: in the place of the last one where both are one for the analyst. */
  #record(changed: ChangedFiles, { sentence, merge }: Pick<JournalAct, "sentence" | "merge">): void {
    const { last } = this.journal;
    const earlier = merge !== undefined && last?.merge === merge ? this.#before(last) : null;
    const files = [...new Set([...Object.keys(changed), ...Object.keys(earlier ?? {})])];
    const current = Object.fromEntries(files.map((file) => [file, this.#read(file)]));
    if (!this.#write(changed)) return;
    const splices = files.flatMap(
      (file) => findSplice(file, earlier?.[file] ?? current[file]!, changed[file] ?? current[file]!) ?? [],
    );
    const act = { sentence, at: this.#options.now(), splices, ...(merge !== undefined && { merge }) };
    if (earlier) this.journal.replaceLast(splices.length > 0 ? act : null);
    else this.journal.add(act);
  }

  /** The texts of its files before an act. Null where it can no longer be taken back. */
  #before({ splices }: JournalAct): ChangedFiles | null {
    const texts: ChangedFiles = {};
    for (const splice of splices) {
      const text = applySplice(this.#read(splice.file), reverse(splice));
      if (text === null) return null;
      texts[splice.file] = text;
    }
    return texts;
  }

  undo(): ChangedFiles {
    const { last } = this.journal;
    if (!last) throw new PatchRefused("nothing", "");
    const changed = this.#splice(last.splices.map(reverse).reverse());
    this.journal.move(-1);
    return changed;
  }

  redo(): ChangedFiles {
    const { next } = this.journal;
    if (!next) throw new PatchRefused("nothing", "");
    const changed = this.#splice(next.splices);
    this.journal.move(1);
    return changed;
  }

  #splice(splices: readonly Splice[]): ChangedFiles {
    const changed: ChangedFiles = {};
    for (const splice of splices) {
      const text = applySplice(changed[splice.file] ?? this.#read(splice.file), splice);
      if (text === null) throw new PatchRefused("changed", splice.file);
      changed[splice.file] = text;
    }
    this.#write(changed);
    return changed;
  }

  /** Empty for a file that an act makes. */
  #read = (file: string): string => readIfThere(this.#options.base, file) ?? "";

  /** Writes all files, or puts back those that were written before one failed. False where nothing differs. */
  #write(changed: ChangedFiles): boolean {
    const before = Object.keys(changed).map((file) => [file, this.#read(file)] as const);
    const different = before.filter(([file, text]) => text !== changed[file]);
    const written: (readonly [file: string, text: string])[] = [];
    try {
      for (const entry of different) {
        const [file] = entry;
        this.#put(file, changed[file]!);
        written.push(entry);
      }
    } catch (reason) {
      for (const [file, text] of written) this.#put(file, text);
      const file = different[written.length]?.[0] ?? "";
      throw new PatchRefused("unwritable", file, "", (reason as NodeJS.ErrnoException).code ?? String(reason));
    }
    return different.length > 0;
  }

  /** A file without a text goes: its step goes, or the act that made it is taken back. */
  #put(file: string, text: string): void {
    const path = resolveContent(this.#options.base, file, true);
    mkdirSync(dirname(path), { recursive: true });
    if (text === "") rmSync(path, { force: true });
    else writeInOneMove(path, isText(file) ? text : Buffer.from(text, "latin1"));
    // The empty folder of a product that is gone would be a product without files.
    if (readdirSync(dirname(path)).length === 0) rmdirSync(dirname(path));
  }
}

function applyEdit(text: string, edit: Edit): string {
  const { file, path, was, value, after, insert, rename } = edit;
  if (!isText(file)) throw new NoContentFile(file);
  if (file.endsWith(".csv")) return replaceTable(text, edit);
  if (path.length === 0) {
    if (text !== "") throw new PatchRefused("changed", file);
    return formatJson(JSON.stringify(value));
  }
  const content: unknown = parse(text);
  const isNew = path.at(-1) === -1 || insert === true;
  const current = isNew ? undefined : valueAt(content, path.map(String));
  if (!isNew && sameValue(current, value)) return text;
  if (!isNew && !sameValue(current, was)) throw new PatchRefused("changed", file, path.join("/"));
  try {
    return editJson(text, path, value, { after, insert, rename });
  } catch {
    throw new PatchRefused("changed", file, path.join("/"));
  }
}

/** A table is written whole: its value is its text. */
function replaceTable(text: string, { file, was, value }: Edit): string {
  if (text !== was && text !== value) throw new PatchRefused("changed", file);
  return String(value);
}
