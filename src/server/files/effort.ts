// How much work one file may make, however it is built: everything is looked at while all offices wait for this process.

/** Far more than any honest file of 2 MB holds. */
const MOST_BYTES = 32 * 1_048_576;
const MOST_STREAMS = 20_000;
export const MOST_PARTS = 200;

export interface Effort {
  /** Unpacked or looked at once more, in bytes; streams of a paper; parts of a mail. False: that was more than there was left. */
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
