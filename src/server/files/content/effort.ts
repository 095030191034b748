// Limits the work that checking one file may take, however it is built: files are checked one after the other.

/** Far more than any legitimate file of 2 MB needs. */
const MOST_BYTES = 48 * 1_048_576;
const MOST_STREAMS = 20_000;
const MOST_PARTS = 500;
/** Containers inside containers. A mail that was forwarded ten times is still legitimate. */
const MOST_DEPTH = 20;

/**
 * Why a file is refused: it can run something or contains a file, it loads something from elsewhere, a password protects it, or
 * it cannot be checked.
 */
export type Danger = "file_unsafe" | "file_unsafe.external" | "file_unsafe.encrypted" | "file_unsafe.complex";

/** Thrown when a file needs more work than is allowed. */
export class TooComplex extends Error {}

export interface Effort {
  /** Records work: bytes unpacked or scanned again, streams or members of a container, parts of a mail. @throws {TooComplex} */
  spend(work: { bytes?: number; streams?: number; parts?: number }): void;
  bytesLeft(): number;
  /** Runs the check of a container that is inside another. @throws {TooComplex} */
  enter<T>(check: () => Promise<T>): Promise<T>;
}

export function startEffort(): Effort {
  const left = { bytes: MOST_BYTES, streams: MOST_STREAMS, parts: MOST_PARTS };
  let depth = 0;
  return {
    spend({ bytes = 0, streams = 0, parts = 0 }) {
      left.bytes -= bytes;
      left.streams -= streams;
      left.parts -= parts;
      if (Math.min(left.bytes, left.streams, left.parts) < 0) throw new TooComplex();
    },
    bytesLeft: () => Math.max(0, left.bytes),
    async enter(check) {
      if (depth >= MOST_DEPTH) throw new TooComplex();
      depth += 1;
      try {
        return await check();
      } finally {
        depth -= 1;
      }
    },
  };
}
