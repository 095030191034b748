// Reads content files and says in words why one is no JSON. Never throws on content: a broken file is a finding.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { JsonObject } from "#engine/types.ts";
import { error, type Finding } from "./finding.ts";

export interface JsonFile {
  /** Path as findings name it. */
  file: string;
  path: string;
  content: JsonObject;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Null when the file could not be read as JSON; then a finding says why. */
export function readJson(path: string, base: string, findings: Finding[]): JsonFile | null {
  const file = relative(base, path);
  const report = (place: string, sentence: string, hint: string) => {
    findings.push(error(file, place, sentence, hint));
    return null;
  };
  const bytes = readBytes(path);
  if (!bytes) return report("", "the file cannot be read", "check that it exists and may be read");
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    const hint = 'save it as UTF-8 in your editor ("Save with encoding"); it was probably saved as Windows-1252';
    return report(firstForeign(bytes), "the file is not written in UTF-8, so its accents would be lost", hint);
  }
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content !== "object" || content === null || Array.isArray(content))
      return report("", "the file must hold one object", "start it with { and end it with }");
    for (const { key, position } of doubledKeys(text)) {
      report(placeIn(text, position), `"${key}" is there twice`, "only the last one counts; remove one of the two");
    }
    return { file, path, content: content as JsonObject };
  } catch (reason) {
    const message = reason instanceof Error ? reason.message : String(reason);
    const position = /position (\d+)/.exec(message)?.[1];
    const place = placeIn(text, position === undefined ? text.length : Number(position));
    const hint = "look for a missing or extra comma, quote or bracket just before this place";
    return report(place, `this is no valid JSON (${message})`, hint);
  }
}

function readBytes(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/** Where the first byte stands that is no UTF-8. */
function firstForeign(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return placeIn(text, Math.max(text.indexOf("\uFFFD"), 0));
}

interface Doubled {
  key: string;
  /** Where the second one stands. */
  position: number;
}

/** Strings whole, and the signs that open, close and separate. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/**
 * A key that is written twice in one object: JSON.parse keeps the last and says nothing, so that a change of the first would
 * do nothing. Reads text that JSON.parse has accepted.
 */
function doubledKeys(text: string): Doubled[] {
  const found: Doubled[] = [];
  /** Keys of the objects that are open; null for a list. */
  const open: (Set<string> | null)[] = [];
  let last = { token: "", position: 0 };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === ":") {
      const key = JSON.parse(last.token) as string;
      if (open.at(-1)?.has(key)) found.push({ key, position: last.position });
      open.at(-1)?.add(key);
    } else if ("{[".includes(token)) open.push(token === "{" ? new Set() : null);
    else if ("}]".includes(token)) open.pop();
    last = { token, position: index };
  }
  return found;
}

/** Line and column of a position, as an editor counts them. */
function placeIn(text: string, position: number): string {
  const lines = text.slice(0, position).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
