// Limits the work that checking one file may take, however it is built, and names why a file is refused.

/** Far more than any legitimate file of 2 MB needs. */
const MOST_BYTES = 48 * 1_048_576;
const MOST_STREAMS = 20_000;
const MOST_PARTS = 500;
/** Containers inside containers. A mail that was forwarded ten times is still legitimate. */
const MOST_DEPTH = 20;
const LONGEST_PART = 120;

/**
 * Why a file is refused: it can run something or contains a file, it loads something from elsewhere, a password protects it, a mail
 * or an archive contains a kind that is not accepted, or it cannot be checked.
 */
export type Danger =
  | "file_unsafe"
  | "file_unsafe.external"
  | "file_unsafe.encrypted"
  | "file_unsafe.attachment"
  | "file_unsafe.complex";

/** `part`: what is refused, such as an attachment's name, the path of a part, the target of a link. */
export class Refused extends Error {
  readonly code: Danger | "file_content";
  readonly part: string | undefined;
  constructor(code: Danger | "file_content", part?: string) {
    super(code);
    this.code = code;
    this.part =
      part
        ?.replace(/\p{Cc}+/gu, " ")
        .trim()
        .slice(0, LONGEST_PART) || undefined;
  }
}

/** Thrown when a file needs more work than is allowed, or has no single meaning. */
export class TooComplex extends Refused {
  constructor(part?: string) {
    super("file_unsafe.complex", part);
  }
}

export interface Effort {
  /** Records work: bytes unpacked or scanned again, streams or members of a container, parts of a mail. @throws {TooComplex} */
  spend(work: { bytes?: number; streams?: number; parts?: number }): void;
  bytesLeft(): number;
  /** Judges a file that is inside another, and puts its name before the part that is refused. @throws {Refused} */
  enter(name: string, check: () => Promise<void>): Promise<void>;
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
    async enter(name, check) {
      if (depth >= MOST_DEPTH) throw new TooComplex(name);
      depth += 1;
      try {
        await check();
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        throw new Refused(error.code, [name, error.part].filter(Boolean).join(": "));
      } finally {
        depth -= 1;
      }
    },
  };
}
