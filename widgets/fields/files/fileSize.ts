// 412 kB, 3,8 MB: sizes as people write them. A file's is rounded up and a limit down, so that what is too large by a little
// does not look as if it fitted.
import type { Text } from "../../runtime/text.ts";

const KB = 1024;

function inWords(bytes: number, text: Text, round: (size: number) => number): string {
  const kilobytes = Math.max(Math.min(1, bytes), round(bytes / KB));
  if (kilobytes < KB) return text("common.file_size.kb", { size: kilobytes });
  return text("common.file_size.mb", { size: round((bytes / KB / KB) * 10) / 10 });
}

export const fileSize = (bytes: number, text: Text): string => inWords(bytes, text, Math.ceil);

export const sizeLimit = (bytes: number, text: Text): string => inWords(bytes, text, Math.floor);
