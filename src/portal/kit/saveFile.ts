// Hands a fetched file to the browser, which saves it under its name.
import type { FetchedFile } from "#api/files.ts";

export function saveFile({ name, content }: FetchedFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
