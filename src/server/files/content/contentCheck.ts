// Judges the content of one file by what is allowed in its kind. Runs in a thread of its own (`checkThread.ts`), as a file can take
// seconds.
import { type Danger, Refused, startEffort } from "#content/files/effort.ts";
import { type FileKind, judgeFile } from "#content/files/judgeFile.ts";

export interface CheckedFile {
  name: string;
  content: Uint8Array;
}
/** What the file is, or the code of a refusal and the part of the file that is refused. */
export type ContentVerdict =
  | { kind: FileKind }
  | { refused: "file_content" | "file_unsafe.slow" | Danger; part?: string | undefined };

/** A file that takes too much work is refused as such. */
export default async function checkContent({ name, content }: CheckedFile): Promise<ContentVerdict> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  try {
    return { kind: await judgeFile(name, bytes, startEffort()) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.code, part: error.part };
    throw error;
  }
}
