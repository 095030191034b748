// What a product publishes as it is, with its release and under a name that changes with the content, so that what a broker agreed
// to can always be shown again: documents beside its schemas or the shared ones, and an icon of its own where it has none of the
// portal's. A drawing holds shapes and nothing that could run, load or look otherwise.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, extname, join, sep } from "node:path";
import { type Catalogue, findDocumentPath, type ProductFiles, readManifest } from "../read/catalogue.ts";
import { readBytes } from "../read/files/readJson.ts";
import { error, type Finding } from "../read/findings/finding.ts";

export interface PublishedDocument {
  /** As the manifest names it. */
  name: string;
  file: string;
  content: Buffer;
}

/** The documents that can be published. The others are findings. */
export function findDocuments(product: ProductFiles, catalogue: Catalogue, findings: Finding[]): PublishedDocument[] {
  const { documents } = readManifest(product);
  return Object.entries(documents ?? {}).flatMap(([name, path]) => {
    const report = (sentence: string, hint: string) => {
      findings.push(error(product.manifest.file, `/documents/${name}`, sentence, hint));
      return [];
    };
    const full = findDocumentPath(product, path);
    const isInside = [product.directory, catalogue.directory].some((folder) => full.startsWith(folder + sep));
    const content = isInside ? readBytes(full) : null;
    if (!content) return report(`there is no file "${path}"`, "put it in the folder documents of the product");
    if (!content.subarray(0, 1024).includes("%PDF-"))
      return report(`"${path}" is not a PDF document`, "save it as PDF; other kinds are not shown everywhere");
    return [{ name, file: publishedName(product.key, full, content), content }];
  });
}

function publishedName(key: string, path: string, content: Buffer): string {
  const extension = extname(path);
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
  return `${key}.${basename(path, extension)}.${hash}${extension}`;
}

const MOST_BYTES = 4096;
const HOLDERS = ["svg", "g"];
const SHAPES = [...HOLDERS, "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
const ATTRIBUTE =
  /^(id|viewBox|width|height|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|d|points|fill|stroke|opacity|transform|(fill|clip)-rule|(fill|stroke)-opacity|stroke-(width|linecap|linejoin|miterlimit))=/;
/** One of its own would stay as it is where the page is dark, or its colours are the reader's. */
const COLOUR = /="(currentColor|none)"$/;
const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"';
const TAG = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[A-Za-z][\w:-]*="[^"<&]*")*)\s*(\/?)>/g;

/** Null: the product has one of the portal's, or its own cannot be published. The latter is a finding. */
export function findIcon(product: ProductFiles, findings: Finding[]): PublishedDocument | null {
  const { icon } = readManifest(product);
  const report = (sentence: string, hint: string) => {
    findings.push(error(product.manifest.file, "/icon", sentence, hint));
    return null;
  };
  if (typeof icon !== "string" || !icon.endsWith(".svg")) return null;
  const path = join(product.directory, icon);
  if (!existsSync(path))
    return report(`there is no file "${icon}"`, "put it in the folder of the product, beside product.json");
  const content = readFileSync(path);
  const wrong = findUnsafe(content);
  if (wrong) return report(`"${icon}" ${wrong}`, "schemas/changes.md shows one that is right");
  return { name: "icon", file: publishedName(product.key, path, content), content };
}

/** What is wrong with a drawing, in words. */
function findUnsafe(content: Buffer): string | undefined {
  if (content.length > MOST_BYTES) return `has ${content.length} bytes, and an icon may have ${MOST_BYTES}`;
  const text = content.toString("utf8").trim();
  const tags = [...text.matchAll(TAG)];
  const left = text.replaceAll(TAG, "").trim();
  if (left !== "") return `holds something else than shapes: ${left.slice(0, 30)}`;
  const foreign = tags.map(findForeign).find((problem) => problem !== undefined);
  if (foreign) return foreign;
  if (!isWellFormed(tags)) return "is not well-formed: every shape is closed, within the one <svg>";
  if (!tags[0]?.[3]?.includes(` ${NAMESPACE}`)) return `has no ${NAMESPACE}, without which nothing draws it`;
  if (!/ viewBox="0 0 20 20"/.test(tags[0]?.[3] ?? "")) return 'has no viewBox="0 0 20 20", the size of every icon';
  const named = tags.filter(([, , , attributes]) => / id="i"/.test(attributes ?? ""));
  if (named.length !== 1) return 'has no <g id="i"> around its shapes, by which it is shown';
  return tags.every(([, , name = ""]) => HOLDERS.includes(name)) ? "holds no shapes" : undefined;
}

function findForeign([, , name = "", attributes = ""]: RegExpMatchArray): string | undefined {
  if (!SHAPES.includes(name)) return `holds <${name}>, and an icon holds shapes only`;
  const attributeTexts = attributes.trim().split(/(?<=")\s+/);
  const foreign = attributeTexts.find(
    (attribute) =>
      attribute !== "" && attribute !== NAMESPACE && (!ATTRIBUTE.test(attribute) || /url\(|[:\\]/i.test(attribute)),
  );
  if (foreign) return `holds ${foreign} in <${name}>`;
  const coloured = attributeTexts.find((attribute) => /^(fill|stroke)=/.test(attribute) && !COLOUR.test(attribute));
  return coloured && `has the colour ${coloured}: write "currentColor", which is that of the text beside it, or "none"`;
}

function isWellFormed(tags: readonly RegExpMatchArray[]): boolean {
  const open: string[] = [];
  for (const [index, [, closing, name = "", , alone]] of tags.entries()) {
    const outside = index > 0 && open.length === 0;
    if (outside || (name === "svg") !== (index === 0 || (closing === "/" && open.length === 1))) return false;
    if (closing && open.pop() !== name) return false;
    if (!closing && !alone) open.push(name);
  }
  return tags.length > 0 && open.length === 0;
}
