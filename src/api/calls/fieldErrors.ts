// Reads the field errors of a refusal, in every shape that a back end may give (decisions 82): a list of
// {step, pointer, keyword or message}, or an object keyed by field with texts or lists of texts, nested or with dots in its
// keys. What cannot be read is left out: who shows a refusal has a general sentence for it.
import { toPointer } from "#engine/fields/fieldPath.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { asWire, text, type Wire } from "../wire/wire.ts";
import type { WireError } from "../wire/wireTypes.ts";

/** Pointer, dotted path or plain name: always a pointer. */
function readPointer(path: string): string {
  const plain = path.replace(/^#(?=\/|$)/, "");
  if (plain === "" || plain.startsWith("/")) return plain;
  return toPointer(plain.split(/[.[\]]+/).filter(Boolean));
}

const readMessage = (from: Wire) => text(from, "message", "text", "error", "detail");
const ruled = (from: Wire) => text(from, "keyword", "rule", "code");
const placed = (from: Wire) => text(from, "pointer", "field", "path", "property", "name");

/** One entry of a list. `parent` is the field that contains the list. */
function readEntry(entry: unknown, parent: string): WireError[] {
  if (typeof entry === "string") return readText(entry, parent);
  const from = asWire(entry);
  const [message, keyword] = [readMessage(from), ruled(from)];
  if (!message && !keyword) return readKeyed(from, parent);
  const step = text(from, "step");
  const error: WireError = {
    ...(step ? { step } : {}),
    pointer: parent + readPointer(placed(from)),
    keyword: keyword || "server",
    params: asWire(from.params) as JsonObject,
  };
  return [message ? { ...error, message } : error];
}

const readText = (message: string, pointer: string): WireError[] =>
  message.trim() ? [{ pointer, keyword: "server", params: {}, message: message.trim() }] : [];

function readKeyed(from: Wire, parent: string): WireError[] {
  return Object.entries(from).flatMap(([field, value]) => {
    const pointer = parent + readPointer(field);
    if (Array.isArray(value) && value.every((line) => typeof line === "string")) {
      return readText(value.join(" "), pointer);
    }
    return readAt(value, pointer);
  });
}

function readAt(value: unknown, parent: string): WireError[] {
  if (Array.isArray(value)) return value.flatMap((entry) => readEntry(entry, parent));
  if (typeof value === "string") return readText(value, parent);
  if (parent === "") return readKeyed(asWire(value), parent);
  return readEntry(value, parent);
}

export const readFieldErrors = (errors: unknown): WireError[] => readAt(errors, "");

/** A refusal regardless of its status: `success: false`, or field errors. */
export function isRefusal(body: unknown): boolean {
  const answer = asWire(body);
  return answer.success === false || (answer.success !== undefined && readFieldErrors(answer.errors).length > 0);
}
