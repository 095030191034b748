// Unpacks compressed bytes within the limits of the check.
import { constants, inflateRawSync } from "node:zlib";
import { type Effort, TooComplex } from "../effort.ts";

/**
 * Cut content gives what could be unpacked, and bytes after its end are ignored.
 * @throws {TooComplex} when the content is damaged or the result is too large.
 */
export function inflate(content: Buffer, effort: Effort): Buffer {
  try {
    const maxOutputLength = Math.max(1, effort.bytesLeft());
    const result = inflateRawSync(content, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    effort.spend({ bytes: result.length });
    return result;
  } catch {
    throw new TooComplex();
  }
}
