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

function placeOf(text: string, message: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  const before = text.slice(0, position === undefined ? text.length : Number(position));
  const lines = before.split("\n");
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

export function readJson(path: string, base: string, findings: Finding[]): JsonFile | null {
  const file = relative(base, path);
  let text: string;
  try {
    text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch {
    findings.push(error(file, "", "the file cannot be read", "check that it exists and may be read"));
    return null;
  }
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === "object" && content !== null && !Array.isArray(content)) {
      return { file, path, content: content as JsonObject };
    }
    findings.push(error(file, "", "the file must hold one object", "start it with { and end it with }"));
  } catch (reason) {
    const message = reason instanceof Error ? reason.message : String(reason);
    const hint = "look for a missing or extra comma, quote or bracket just before this place";
    findings.push(error(file, placeOf(text, message), `this is no valid JSON (${message})`, hint));
  }
  return null;
}
