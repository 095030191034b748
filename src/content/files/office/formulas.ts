// Judges what a document computes: fields of Word by a list of those that stay in the document, formulas of Excel by what would leave
// the workbook.
import allowed from "../allowed.json" with { type: "json" };
import { Refused, TooComplex } from "../effort.ts";
import { isSafeLink, isSafeOfficeLink } from "../links.ts";

/** Fields ([ECMA-376] 17.16.5) that show something of the document, its properties, its user or the day. */
const FIELDS = new Set(allowed.fields);

/** @throws {Refused} for a field that loads something or runs something. */
function judgeField(instruction: string): void {
  const [name = "", ...values] = instruction.match(/^\s*(?:=|[^\s"\\{}=]+)|"[^"]*"|\S+/g) ?? [];
  const field = name.trim().toUpperCase();
  const target = readTarget(values);
  const isSafe =
    (field !== "HYPERLINK" || isSafeOfficeLink(target)) && (field !== "INCLUDEPICTURE" || /^cid:/i.test(target));
  if (field !== "" && !(FIELDS.has(field) && isSafe)) throw new Refused("file_unsafe.external", instruction);
}

/** The first value that is not a switch, nor what belongs to one. */
function readTarget(values: string[]): string {
  const target = values.find((value, index) => !/^\\.$/.test(value) && !/^\\[lot]$/i.test(values[index - 1] ?? ""));
  return target?.replaceAll('"', "") ?? "";
}

/** Takes the place of a nested field, whose result is unknown, in the instruction around it. */
const INNER = "\ufffc";

export interface Fields {
  begin(): void;
  /** A piece of an instruction: Word divides one over any number of elements. */
  add(text: string): void;
  /** The instruction ends, its result begins. */
  separate(): void;
  end(): void;
  /** @throws {Refused} */
  judge(): void;
}

export function createFields(): Fields {
  const instructions: string[] = [];
  /** The instructions of the fields around this place; undefined in the result of one. */
  const around: (string | undefined)[] = [];
  const add = (text: string) => {
    const last = around.at(-1);
    if (last !== undefined) around[around.length - 1] = last + text;
  };
  const end = () => {
    const instruction = around.pop();
    if (instruction !== undefined) instructions.push(instruction);
  };
  return {
    begin() {
      add(INNER);
      around.push("");
    },
    add,
    separate() {
      end();
      around.push(undefined);
    },
    end,
    judge() {
      while (around.length > 0) end();
      for (const instruction of instructions) judgeField(instruction);
    },
  };
}

/** Reads the fields of an XML part. */
export function readFieldTag(fields: Fields, name: string, attributes: Record<string, string>): void {
  if (name !== "fldSimple" && name !== "fldChar") return;
  const read = (local: string) => Object.entries(attributes).find(([key]) => key.endsWith(local))?.[1] ?? "";
  if (name === "fldSimple") {
    fields.begin();
    fields.add(read("instr"));
    fields.end();
  }
  const step = { begin: fields.begin, separate: fields.separate, end: fields.end }[read("fldCharType")];
  step?.();
}

const FORMULAS = new Set([
  "f",
  "formula",
  "formula1",
  "formula2",
  "definedName",
  "calculatedColumnFormula",
  "totalsRowFormula",
]);
/** Excel accepts none that is longer. */
const LONGEST_FORMULA = 8_192;
/** Functions that fetch something or call a library. */
const REACHES_OUT = /\b(?:WEBSERVICE|IMAGE|RTD|DDE|CALL|REGISTER(?:\.ID)?|EXEC|SQL\.REQUEST|STOCKHISTORY)\s*\(/i;
const LINK = /\bHYPERLINK\s*\([^"]*"((?:[^"]|"")*)"/gi;
/** Texts, and names of sheets, which may contain anything. */
const QUOTED = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g;

/** @throws {Refused} for a formula that fetches something, exchanges data (DDE) or links elsewhere. */
export function judgeText(element: string, text: string): void {
  const links = element === "HyperlinkBase" ? [text] : [];
  if (FORMULAS.has(element)) {
    if (text.length > LONGEST_FORMULA) throw new TooComplex();
    const code = text.replace(QUOTED, "");
    if (code.includes("|") || REACHES_OUT.test(code)) throw new Refused("file_unsafe.external", text);
    links.push(...[...text.matchAll(LINK)].map(([, target = ""]) => target));
  }
  if (!links.every(isSafeLink)) throw new Refused("file_unsafe.external", text);
}
