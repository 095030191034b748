// Unpacks compressed bytes within the limits of the check.
import { constants, type ZlibOptions } from "node:zlib";
import { type Effort, TooComplex } from "../effort.ts";

type Unpack = (content: Buffer, options: ZlibOptions) => Buffer;

/** Of damaged content it returns what comes before the damage, as readers do. @throws {TooComplex} when the result is too large. */
export function inflate(content: Buffer, unpack: Unpack, effort: Effort): Buffer {
  const whole = tryInflate(content, unpack, effort);
  if (whole) return whole;
  // The longest beginning without an error.
  let best: Buffer = Buffer.alloc(0);
  let [good, bad] = [0, content.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const result = tryInflate(content.subarray(0, middle), unpack, effort);
    if (result) [good, best] = [middle, result];
    else bad = middle;
  }
  return best;
}

/** Undefined for damaged content. Cut content gives what could be unpacked, and bytes after its end are ignored. */
function tryInflate(content: Buffer, unpack: Unpack, effort: Effort): Buffer | undefined {
  try {
    const maxOutputLength = Math.max(1, effort.bytesLeft());
    const result = unpack(content, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    effort.spend({ bytes: result.length });
    return result;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") throw new TooComplex();
    if (error instanceof TooComplex) throw error;
    return undefined;
  }
}
