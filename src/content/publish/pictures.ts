// The pictures that a product shows between fields: files of its folder `pictures`, published under a name that changes with the
// content. Their size is read here, so that the page keeps their space before they arrive.
import { existsSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { isJpeg, isPng, isProgram } from "../files/signatures.ts";
import type { ProductFiles } from "../read/catalogue.ts";
import { error, type Finding, type Hint } from "../read/findings/finding.ts";
import { meantOr } from "../read/findings/sentences.ts";
import { t } from "../read/findings/translate.ts";
import { findPlain } from "../read/plainContent.ts";
import { type PublishedDocument, publishedName, readInside } from "./documents.ts";
import { type DrawingRules, findEmpty, findUnsafe, readTags } from "./drawings.ts";

interface Size {
  width: number;
  height: number;
}

interface PublishedPicture extends PublishedDocument {
  /** Its file in the folder, as a layout names it. */
  picture: string;
  size: Size;
}

const FOLDER = "pictures";
const MOST_BYTES = 200_000;

const PICTURE: DrawingRules = {
  called: () => t`a picture`,
  mostBytes: MOST_BYTES,
  colour: /="(none|#[0-9a-f]{3}|#[0-9a-f]{6})"$/i,
  instead: () => t`one such as "#1a5a9e", or "none"`,
};

export const findPicturePath = ({ directory }: ProductFiles, picture: string): string =>
  join(directory, FOLDER, picture);

/** The pictures of the layouts of a product that can be published. The others are findings. */
export function findPictures(product: ProductFiles, findings: Finding[]): PublishedPicture[] {
  const pictures = new Map<string, PublishedPicture>();
  for (const { ui } of product.steps)
    for (const { content, place } of findPlain(ui.content)) {
      if (content.picture === undefined) continue;
      const picture = readPicture(product, content.picture);
      if (Array.isArray(picture)) findings.push(error(ui.file, `${place}/picture`, ...picture));
      else pictures.set(content.picture, picture);
    }
  return [...pictures.values()];
}

/** Returns the picture, or what is wrong with it and the remedy. */
function readPicture(product: ProductFiles, picture: string): PublishedPicture | [sentence: string, hint: Hint] {
  const path = findPicturePath(product, picture);
  const content = readInside(path, [product.directory]);
  if (!content) return [t`there is no picture "${picture}"`, findMeant(product, picture)];
  if (content.length > MOST_BYTES)
    return [t`"${picture}" has ${content.length} bytes, and a picture may have ${MOST_BYTES}`, t`save it smaller`];
  const wrong = extname(picture) === ".svg" ? (findUnsafe(content, PICTURE) ?? findEmpty(content)) : undefined;
  if (wrong) return [`"${picture}" ${wrong}`, t`draw it with shapes only, or save it as PNG`];
  const size = isProgram(content) ? undefined : SIZES[extname(picture)]?.(content);
  if (size && size.width > 0 && size.height > 0)
    return { name: `${FOLDER}/${picture}`, file: publishedName(product.key, path, content), content, picture, size };
  if (extname(picture) === ".svg") return [t`"${picture}" has no viewBox="0 0 <width> <height>"`, t`add it to <svg>`];
  return [
    t`"${picture}" does not contain a picture of this kind`,
    t`save it again, or give it the extension that it has`,
  ];
}

function findMeant(product: ProductFiles, picture: string): Hint {
  const folder = join(product.directory, FOLDER);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return meantOr(names, picture, t`put it in the folder ${FOLDER} of the product`);
}

/** How the width and height of each kind of file are read. Undefined: it is not of this kind. */
const SIZES: Record<string, (content: Buffer) => Size | undefined> = {
  ".png": (content) =>
    isPng(content) && content.toString("latin1", 12, 16) === "IHDR" && content.length > 24
      ? { width: content.readUInt32BE(16), height: content.readUInt32BE(20) }
      : undefined,
  ".jpg": readJpeg,
  ".webp": readWebp,
  ".svg": (content) => {
    const [, width, height] = / viewBox="0 0 (\d+) (\d+)"/.exec(readTags(content)[0]?.[3] ?? "") ?? [];
    return width === undefined ? undefined : { width: Number(width), height: Number(height) };
  },
};

/** The segment that begins a frame holds the size. Three markers of its range are no frames. */
function readJpeg(content: Buffer): Size | undefined {
  let offset = 2;
  while (isJpeg(content) && offset + 9 < content.length && content[offset] === 0xff) {
    const marker = content[offset + 1]!;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: content.readUInt16BE(offset + 7), height: content.readUInt16BE(offset + 5) };
    offset += 2 + content.readUInt16BE(offset + 2);
  }
  return undefined;
}

/** Lossy, lossless and extended files hold the size in different ways. */
function readWebp(content: Buffer): Size | undefined {
  if (content.length < 30 || content.toString("latin1", 0, 4) !== "RIFF") return undefined;
  const kind = content.toString("latin1", 8, 16);
  if (kind === "WEBPVP8 ")
    return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff };
  if (kind === "WEBPVP8X") return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 };
  const bits = content.readUInt32LE(21);
  return kind === "WEBPVP8L" ? { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 } : undefined;
}
