// The documents of a product: files beside its schemas or the shared ones, published with its release under a name that
// changes with their content, so that what a broker agreed to can always be shown again.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, extname, resolve, sep } from "node:path";
import { type Catalogue, type ProductFiles, readManifest } from "./catalogue.ts";
import { error, type Finding } from "./finding.ts";

export interface PublishedDocument {
  /** As the manifest names it. */
  name: string;
  file: string;
  content: Buffer;
}

/** The documents that can be published; the others are findings. */
export function findDocuments(product: ProductFiles, catalogue: Catalogue, findings: Finding[]): PublishedDocument[] {
  const { documents } = readManifest(product);
  return Object.entries(documents ?? {}).flatMap(([name, path]) => {
    const report = (sentence: string, hint: string) => {
      findings.push(error(product.manifest.file, `/documents/${name}`, sentence, hint));
      return [];
    };
    const full = resolve(product.directory, path);
    const content = full.startsWith(catalogue.directory + sep) ? readContent(full) : null;
    if (!content) return report(`there is no file "${path}"`, "put it in the folder documents of the product");
    if (!content.subarray(0, 1024).includes("%PDF-"))
      return report(`"${path}" is no PDF document`, "save it as PDF; other kinds are not shown everywhere");
    return [{ name, file: publishedName(product.key, full, content), content }];
  });
}

function readContent(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

export function publishedName(key: string, path: string, content: Buffer): string {
  const extension = extname(path);
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
  return `${key}.${basename(path, extension)}.${hash}${extension}`;
}
