// Sizes of files in words: beside "at most 2 MB" a file that is larger by a little does not read as 2 MB.
import { expect, test } from "vitest";
import { fileSize, sizeLimit } from "#widgets/fields/files/fileSize.ts";

const MB = 1024 * 1024;
const say = (key: string, values?: Record<string, unknown>) => `${values?.size} ${key.split(".").at(-1)}`;

test.each([
  [0, "0 kb", "0 kb"],
  [1, "1 kb", "1 kb"],
  [1024, "1 kb", "1 kb"],
  [1025, "2 kb", "1 kb"],
  [MB - 1, "1 mb", "1023 kb"],
  [1.43 * MB, "1.5 mb", "1.4 mb"],
  [2 * MB, "2 mb", "2 mb"],
  [2 * MB + 1, "2.1 mb", "2 mb"],
])("%d bytes of a file are %s, as a limit %s", (bytes, size, limit) => {
  expect(fileSize(bytes, say)).toBe(size);
  expect(sizeLimit(bytes, say)).toBe(limit);
});
