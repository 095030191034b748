// Judges the content of one file. Runs in a thread of its own (`checkThread.ts`), as a file can take a quarter of a second.
import { findDanger } from "./activeContent.ts";
import { type Danger, TooComplex } from "./effort.ts";
import { type FileKind, fileKind } from "./fileKinds.ts";

export interface CheckedFile {
  name: string;
  content: Uint8Array;
}
/** A code of a refusal, or what the file is. */
export type ContentVerdict = { kind: FileKind } | { refused: "file_content" | Danger };

/** A file that takes too much work is refused as such. */
export default async function checkContent({ name, content }: CheckedFile): Promise<ContentVerdict> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  try {
    const kind = await fileKind(name, bytes);
    if (!kind) return { refused: "file_content" };
    const danger = await findDanger(kind.extension, bytes);
    return danger ? { refused: danger } : { kind };
  } catch (error) {
    if (error instanceof TooComplex) return { refused: "file_unsafe.complex" };
    throw error;
  }
}
