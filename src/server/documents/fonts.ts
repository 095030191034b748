// The fonts of documents. Western characters use the built-in font, which takes no space in the file. Others use
// embedded fonts, of which a document contains only the glyphs it uses. A font is loaded when a text first needs it,
// and then cached.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { create, type Font } from "fontkit";

const FILES = {
  sans: "@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf",
  arabic: "@expo-google-fonts/vazirmatn/400Regular/Vazirmatn_400Regular.ttf",
  emoji: "@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf",
  /** A bitmap-like font with every character of the basic plane. */
  pixels: "@fontsource/unifont/files/unifont-latin-400-normal.woff",
};
type FontName = keyof typeof FILES;
const ORDER = Object.keys(FILES) as FontName[];

/** The fonts loaded so far. */
export type Fonts = Partial<Record<FontName, Font>>;
const read: Fonts = {};
const reading = new Map<FontName, Promise<void>>();

/** Characters of the built-in font, and spaces, all of which it draws as a plain space. */
const LETTERS = "[ -~¡-¬®-ÿ€‚ƒ„…†‡ˆ‰‹›‘’“”–—•˜™ŒœŠšŽžŸ\\p{Zs}\\t]";
export const WESTERN = new RegExp(`^${LETTERS}*$`, "u");
const OTHERS = new RegExp(`(?!${LETTERS})[\\s\\S]`, "gu");

/** Loads the fonts that these texts need, as far as a font has their characters. */
export async function readFonts(texts: string[]): Promise<Fonts> {
  let missing = [...new Set(texts.flatMap((text) => text.match(OTHERS) ?? []))];
  for (const name of ORDER) {
    if (missing.length === 0) break;
    if (!reading.has(name)) reading.set(name, readFont(name));
    await reading.get(name);
    missing = missing.filter((letter) => !hasLetter(read[name], letter));
  }
  return read;
}

const hasLetter = (font: Font | undefined, letter: string): boolean =>
  font?.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ?? false;

/** The first font that has all of these characters. */
export const findFont = (fonts: Fonts, letters: string, among = ORDER): FontName | undefined =>
  among.find((name) => [...letters].every((letter) => hasLetter(fonts[name], letter)));

async function readFont(name: FontName): Promise<void> {
  try {
    const file = await readFile(fileURLToPath(import.meta.resolve(FILES[name])));
    read[name] = create(FILES[name].endsWith(".woff") ? await unpack(file) : file) as Font;
  } catch (error) {
    reading.delete(name);
    throw error;
  }
}

const inflated = promisify<Uint8Array, Buffer>(inflate);

/** Converts a WOFF file to TrueType: fontkit would decompress a WOFF table again for each glyph. */
async function unpack(woff: Buffer): Promise<Buffer> {
  const count = woff.readUInt16BE(12);
  const entries = Array.from({ length: count }, (_, index) => woff.subarray(44 + 20 * index, 64 + 20 * index));
  const tables = await Promise.all(
    entries.map((entry) => {
      const packed = woff.subarray(entry.readUInt32BE(4), entry.readUInt32BE(4) + entry.readUInt32BE(8));
      return packed.length < entry.readUInt32BE(12) ? inflated(packed) : packed;
    }),
  );
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  let offset = head.length;
  entries.forEach((entry, index) => {
    const { length } = tables[index]!;
    const row = 12 + 16 * index;
    entry.copy(head, row, 0, 4);
    entry.copy(head, row + 4, 16, 20);
    head.writeUInt32BE(offset, row + 8);
    head.writeUInt32BE(length, row + 12);
    offset += length + padding(length);
  });
  return Buffer.concat([head, ...tables.flatMap((table) => [table, Buffer.alloc(padding(table.length))])]);
}

const padding = (length: number) => -length & 3;
