// Parses texts at publish, so that no message parser ships to the browser. A text that is no ICU message is a finding.
import { parse } from "@formatjs/icu-messageformat-parser";
import type { JsonObject } from "#engine/schema/types.ts";
import type { JsonFile } from "../read/files/readJson.ts";
import { error, type Finding } from "../read/findings/finding.ts";
import { t } from "../read/findings/translate.ts";

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
    ? t`a brace that is not closed`
    : /EMPTY/.test(why)
      ? t`braces with nothing in them`
      : t`braces that cannot be read`;
  return [t`"${text}" has ${what}`, t`write a value as {name}, and a brace of its own in single quotes: '{'`];
}

/** The names of the values that a message uses, sorted: both languages must use the same. */
export function findArguments(ast: MessageAst): string[] {
  return [...new Set(ast.flatMap((element) => argumentsIn(element as unknown as JsonObject)))].sort();
}

/** The name of a value in quotes, which makes it a text like any other. */
export function findQuoted(ast: MessageAst): string | undefined {
  const literals = ast.map(({ type, value }: { type: number; value?: unknown }) => (type === 0 ? String(value) : ""));
  return literals.map((text) => /\{\w+\}/.exec(text)?.[0]).find((name) => name !== undefined);
}

/** Element types: 0 literal, 7 the # of a plural, 8 tag. Everything else carries the name of a value. */
function argumentsIn({ type, value, children, options }: JsonObject): string[] {
  const texts = type !== 0 && type !== 7 && typeof value === "string" ? [value] : [];
  const parts = [children, ...Object.values(options ?? {}).map((option) => option.value)];
  return [...texts, ...parts.filter(Array.isArray).flatMap((part: MessageAst) => findArguments(part))];
}
