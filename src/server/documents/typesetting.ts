// Breaks a text into lines, and a line into runs of one font and direction. No typed character is hidden: one that is invisible, or
// missing in all fonts, is drawn as its code point, such as [U+202E]. A line that is not drawn as typed in the built-in font gets the
// typed text as ActualText, which is what readers copy, search and read aloud.
import bidiFactory from "bidi-js";
import { isBuiltIn, measureBuiltIn } from "./builtInFont.ts";
import { type Fonts, findFont, WESTERN } from "./fonts.ts";
import type { Style } from "./paperStyles.ts";

/** A grapheme cluster (letter with marks, emoji) or a word of Western characters, and how it is drawn. */
interface Piece {
  typed: string;
  shown: string;
  /** Name of the font. */
  face: string;
}
export interface Run extends Pick<Piece, "face" | "shown"> {
  /** Cached drawing command. */
  command?: string;
}
export interface Line {
  runs: Run[];
  /** The typed text, when the drawn text cannot be read back as such. */
  actual?: string;
}
interface Setting {
  fonts: Fonts;
  /** Name of the built-in font. */
  face: string;
  width: number;
  measure(run: Run): number;
}
interface Word {
  pieces: Piece[];
  width: number;
}

const bidi = bidiFactory();
const clusters = new Intl.Segmenter("und", { granularity: "grapheme" });
/**
 * Line breaks: after spaces, after hyphens and dashes between letters, and around Han and kana. Not at a no-break space, nor between a
 * number and its sign.
 */
const BREAK =
  /(?<=[ \t\u1680\u2000-\u2006\u2008-\u200b\u205f\u3000\u00ad])(?<![€$£] )(?!(?<=\d )[€%])|(?<=\p{L}[-–—/])(?=\p{L})|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Invisible characters that only control line breaks. Nothing is drawn for them. */
const BREAKS = /[\u00ad\u200b\u2060]/g;
/** Letters of a script other than Latin with their marks and joiners, which are legitimate there although invisible. */
const JOINED = /^(?![\p{Script=Latin}\p{Script=Common}])\p{L}[\p{L}\p{M}\u200c\u200d]*$/u;
const EMOJI = /^\p{RGI_Emoji}$/v;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

export const breakLines = (text: string, setting: Setting): Line[] =>
  text.split(/\r?\n/).flatMap((paragraph) => breakParagraph(paragraph, setting));

function breakParagraph(text: string, setting: Setting): Line[] {
  const lines: Line[] = [];
  let words: Word[] = [];
  let left = setting.width;
  for (const word of text.split(BREAK).flatMap((typed) => readWord(typed, setting))) {
    if (word.width > left && words.length > 0) {
      lines.push(buildLine(words, setting, true));
      words = [];
      left = setting.width;
    }
    words.push(word);
    left -= word.width;
  }
  return [...lines, buildLine(words, setting, false)];
}

/** One word, or its single characters if it is wider than a line. */
function readWord(typed: string, setting: Setting): Word[] {
  const measure = (pieces: Piece[]): Word => ({
    pieces,
    width: join(pieces).reduce((width, run) => width + setting.measure(run), 0),
  });
  const word = measure(WESTERN.test(typed) ? [western(typed, setting)] : readPieces(typed, setting));
  return word.width > setting.width ? readPieces(typed, setting).map((piece) => measure([piece])) : [word];
}

const western = (typed: string, { face }: Setting): Piece => ({
  typed,
  shown: typed.replace(/[^\S \u00a0]/g, " "),
  face,
});

/** Draws a word that is not Western in a single font if one has all its characters, for a uniform look. */
function readPieces(typed: string, setting: Setting): Piece[] {
  const { fonts } = setting;
  const bare = typed.trimEnd();
  const letters = Array.from(clusters.segment(typed), ({ segment }) => segment);
  const whole = WESTERN.test(bare) || INVISIBLE.test(bare) ? undefined : findFont(fonts, bare, ["sans", "arabic"]);
  return letters.flatMap((letter): Piece[] => {
    if (whole && letter.trim()) return [{ typed: letter, shown: letter, face: whole }];
    if (WESTERN.test(letter)) return [western(letter, setting)];
    const face = findClusterFont(fonts, letter);
    if (face) return [{ typed: letter, shown: letter, face }];
    return Array.from(letter, (character) => readCharacter(character, setting));
  });
}

function findClusterFont(fonts: Fonts, letter: string) {
  if (EMOJI.test(letter)) return findFont(fonts, letter.replace(/\ufe0f/g, ""), ["emoji"]);
  return !INVISIBLE.test(letter) || JOINED.test(letter) ? findFont(fonts, letter) : undefined;
}

function readCharacter(typed: string, setting: Setting): Piece {
  if (WESTERN.test(typed)) return western(typed, setting);
  if (typed.replace(BREAKS, "") === "") return { typed, shown: "", face: setting.face };
  const face = INVISIBLE.test(typed) ? undefined : findFont(setting.fonts, typed);
  if (face) return { typed, shown: typed, face };
  const number = (typed.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return { typed, shown: `[U+${number}]`, face: setting.face };
}

function buildLine(words: Word[], setting: Setting, broken: boolean): Line {
  const pieces = words.flatMap((word) => word.pieces);
  const actual = pieces.map(({ typed }) => typed).join("");
  const isReordered = RIGHT_TO_LEFT.test(actual);
  // No ActualText for right-to-left text as typed: PDF readers reorder it themselves, and would reorder the ActualText again.
  const isReadable = pieces.every(
    ({ typed, shown, face }) => typed === shown && (isReordered || face === setting.face),
  );
  if (broken && actual.endsWith("\u00ad")) pieces.push({ typed: "", shown: "-", face: setting.face });
  const runs = isReordered ? arrange(pieces) : join(pieces);
  return isReadable ? { runs } : { runs, actual };
}

function join(pieces: Piece[]): Run[] {
  const runs: Run[] = [];
  for (const { face, shown } of pieces) {
    const last = runs.at(-1);
    if (last?.face === face) last.shown += shown;
    else if (shown) runs.push({ face, shown });
  }
  return runs;
}

/** Orders pieces by the Unicode bidirectional algorithm, in a left-to-right paragraph. */
function arrange(pieces: Piece[]): Run[] {
  const { levels } = bidi.getEmbeddingLevels(pieces.map(({ shown }) => shown).join(""), "ltr");
  const runs: (Run & { level: number })[] = [];
  let offset = 0;
  for (const { face, shown } of pieces.flatMap(splitWestern)) {
    const level = levels[offset] ?? 0;
    offset += shown.length;
    const last = runs.at(-1);
    if (last?.face === face && last.level === level) last.shown += shown;
    else runs.push({ face, shown, level });
  }
  for (let level = Math.max(...runs.map((run) => run.level)); level > 0; level -= 1) reverse(runs, level);
  return runs.map(({ face, shown, level }) => ({ face, shown: level % 2 === 1 ? mirror(shown) : shown }));
}

const splitWestern = (piece: Piece): Run[] =>
  WESTERN.test(piece.shown) ? [...piece.shown].map((shown) => ({ face: piece.face, shown })) : [piece];

/** Reverses each sequence of adjacent runs of this level or above. */
function reverse<One extends { level: number }>(runs: One[], level: number): void {
  for (let from = 0; from < runs.length; from += 1) {
    let to = from;
    while ((runs[to]?.level ?? 0) >= level) to += 1;
    runs.splice(from, to - from, ...runs.slice(from, to).reverse());
    from = to;
  }
}

/** Mirrors brackets and reverses the text, except right-to-left letters, which the font shaping reverses itself. */
function mirror(text: string): string {
  const letters = Array.from(text, (letter) => bidi.getMirroredCharacter(letter) ?? letter);
  return (RIGHT_TO_LEFT.test(text) ? letters : letters.reverse()).join("");
}

/** Caches broken lines, as labels, questions and most values recur in many documents. Only texts in the built-in font are cached. */
const lineCache = new Map<string, Line[]>();
const MAX_TEXTS = 5_000;
const MAX_LENGTH = 300;

export interface Ruler {
  breakText(text: string, style: Style, width: number): Line[];
  /** Width at font size 1. */
  widthOfRun(run: Run): number;
  widthOfLine(line: Line, style: Style): number;
  /** Width of a text that is not broken. */
  widthOf(text: string, style: Style): number;
}

export function createRuler(pdf: PDFKit.PDFDocument, fonts: Fonts): Ruler {
  const measure = pdf.widthOfString.bind(pdf);

  function widthOfRun(run: Run): number {
    if (isBuiltIn(run)) return measureBuiltIn(run.face, run.shown);
    pdf.font(run.face).fontSize(1);
    return measure(run.shown);
  }

  function breakText(text: string, { face, size }: Style, width: number): Line[] {
    const key = `${face} ${size} ${width} ${text}`;
    const cachedLines = lineCache.get(key);
    if (cachedLines) return cachedLines;
    const lines = breakLines(text, { fonts, face, width, measure: (run) => size * widthOfRun(run) });
    if (text.length > MAX_LENGTH || !WESTERN.test(text)) return lines;
    if (lineCache.size >= MAX_TEXTS) lineCache.clear();
    lineCache.set(key, lines);
    return lines;
  }

  const widthOfLine = ({ runs }: Line, { size }: Style) => runs.reduce((sum, run) => sum + size * widthOfRun(run), 0);
  const widthOf = (text: string, style: Style) =>
    breakText(text, style, Number.POSITIVE_INFINITY).reduce((sum, line) => sum + widthOfLine(line, style), 0);
  return { breakText, widthOfRun, widthOfLine, widthOf };
}
