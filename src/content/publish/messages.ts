// Parses texts at publish, so that no message parser ships to the browser. A text that is no ICU message is a finding.
import { parse } from "@formatjs/icu-messageformat-parser";
import type { JsonObject } from "#engine/schema/types.ts";
import type { JsonFile } from "../read/files/readJson.ts";
import { error, type Finding } from "../read/findings/finding.ts";

/** A message as react-intl takes it precompiled. */
type MessageAst = ReturnType<typeof parse>;

export function parseMessage(text: string): MessageAst {
  return parse(text, { ignoreTag: true, captureLocation: false });
}

export function textEntries(content: JsonObject): [string, string][] {
  return Object.entries(content).filter((entry): entry is [string, string] => {
    return !entry[0].startsWith("$") && typeof entry[1] === "string";
  });
}

export function compileTexts(
  files: readonly (JsonFile | undefined)[],
  findings: Finding[],
): Record<string, MessageAst> {
  const compiled: Record<string, MessageAst> = {};
  for (const file of files) {
    for (const [key, text] of file ? textEntries(file.content) : []) {
      try {
        compiled[key] = parseMessage(text);
      } catch (reason) {
        findings.push(error(file!.file, `/${key}`, ...messageError(text, reason)));
      }
    }
  }
  return compiled;
}

/** What a text that cannot be parsed lacks, in words. */
export function messageError(text: string, reason: unknown): [sentence: string, hint: string] {
  const why = reason instanceof Error ? reason.message : "";
  const what = /BRACE|UNCLOSED/.test(why)
    ? "a brace that is not closed"
    : /EMPTY/.test(why)
      ? "braces with nothing in them"
      : "braces that cannot be read";
  return [`"${text}" has ${what}`, "write a value as {name}, and a brace of its own in single quotes: '{'"];
}

/** The names of the values that a message uses, sorted: both languages must use the same. */
export function findArguments(ast: MessageAst): string[] {
  return [...new Set(ast.flatMap((element) => argumentsIn(element as unknown as JsonObject)))].sort();
}

/** A value in quotes, as it is written: it is a text like any other. `isCounted`: inside a plural form, where # is the number. */
export const findQuoted = (ast: MessageAst, isCounted = false): string | undefined =>
  ast.map((element) => quotedIn(element as unknown as JsonObject, isCounted)).find((written) => written !== undefined);

function quotedIn({ type, value, children, options }: JsonObject, isCounted: boolean): string | undefined {
  if (type === 0) return (isCounted ? COUNTED_VALUE : VALUE).exec(String(value))?.[0];
  const forms = Object.values(options ?? {}).map((option) => option.value);
  const parts = [children, ...forms].filter(Array.isArray);
  return parts.map((part) => findQuoted(part, isCounted || type === 6)).find((written) => written !== undefined);
}

const VALUE = /\{\s*\w+\s*(?:\}|,[^}]*\}?)/;
const COUNTED_VALUE = new RegExp(`${VALUE.source}|#`);

/** Element types: 0 literal, 6 plural, 7 the # of a plural, 8 tag. Everything else carries the name of a value. */
function argumentsIn({ type, value, children, options }: JsonObject): string[] {
  const texts = type !== 0 && type !== 7 && typeof value === "string" ? [value] : [];
  const parts = [children, ...Object.values(options ?? {}).map((option) => option.value)];
  return [...texts, ...parts.filter(Array.isArray).flatMap((part: MessageAst) => findArguments(part))];
}
