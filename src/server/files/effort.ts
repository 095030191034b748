// Limits the work that checking one file may take, however it is built: files are checked one after the other.
/** Far more than any legitimate file of 2 MB needs. */
const MOST_BYTES = 32 * 1_048_576;
const MOST_STREAMS = 20_000;
export const MOST_PARTS = 200;

export interface Effort {
  /** Records work: bytes unpacked or scanned again, streams of a PDF, parts of a mail. False when the limit is exceeded. */
  spend(work: { bytes?: number; streams?: number; parts?: number }): boolean;
  bytesLeft(): number;
}

export function startEffort(): Effort {
  const left = { bytes: MOST_BYTES, streams: MOST_STREAMS, parts: MOST_PARTS };
  return {
    spend({ bytes = 0, streams = 0, parts = 0 }) {
      left.bytes -= bytes;
      left.streams -= streams;
      left.parts -= parts;
      return Math.min(left.bytes, left.streams, left.parts) >= 0;
    },
    bytesLeft: () => Math.max(0, left.bytes),
  };
}
