// Judges the content of one file. Runs in a thread of its own (`checkThread.ts`), as a file can take a quarter of a second.
import { carriesProgram } from "./activeContent.ts";
import { type FileKind, fileKind } from "./fileKinds.ts";
import { isEncrypted } from "./pdfActs.ts";

export interface CheckedFile {
  name: string;
  content: Uint8Array;
}
/** A code of a refusal, or what the file is. */
export type ContentVerdict = { kind: FileKind } | { refused: "file_content" | "file_unsafe" | "file_unsafe.encrypted" };

export default async function checkContent({ name, content }: CheckedFile): Promise<ContentVerdict> {
  const kind = await fileKind(name, content);
  if (!kind) return { refused: "file_content" };
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!(await carriesProgram(kind.extension, bytes))) return { kind };
  return { refused: kind.extension === "pdf" && isEncrypted(bytes) ? "file_unsafe.encrypted" : "file_unsafe" };
}
