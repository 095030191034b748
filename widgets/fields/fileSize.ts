// 412 kB, 3,8 MB: sizes as people write them.
import type { Text } from "../text.ts";

const KB = 1024;

export function fileSize(bytes: number, text: Text): string {
  if (bytes < KB * KB) return text("common.file_size.kb", { size: Math.max(1, Math.round(bytes / KB)) });
  return text("common.file_size.mb", { size: Math.round((bytes / KB / KB) * 10) / 10 });
}
