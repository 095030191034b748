// Reads the syntax of PDF objects: tokens, and where a value ends. Knows nothing of their meaning.
import { type Effort, TooComplex } from "../effort.ts";

/** Blanks, a comment, a name, the marks of a dictionary, a string in hexadecimal digits, a word, any other sign. */
const TOKEN = /[\s\0]+|%[^\r\n]*|\/[^\s\0()<>[\]{}/%]*|<<|>>|<[\da-f\s\0]*>|[^\s\0()<>[\]{}/%]+|[\s\S]/iy;
const BRACKET = /[()\\]/g;
/** Reading a token takes about as long as reading so many characters. */
const TOKEN_WORK = 12;
/** Dictionaries and arrays inside each other. No program writes a tenth of it. */
const MOST_DEPTH = 200;

/** Decodes hexadecimal escapes in names, such as `/J#61vaScript`. */
export const readNames = (text: string): string =>
  text.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

export interface Token {
  text: string;
  end: number;
}

/** The next token, or undefined at the end. @throws {TooComplex} */
export function readToken(text: string, start: number, effort: Effort): Token | undefined {
  for (let position = start; position < text.length; ) {
    const end = findTokenEnd(text, position, effort);
    effort.spend({ bytes: end - position + TOKEN_WORK });
    const token = text.slice(position, end);
    if (!/^[\s\0%]/.test(token)) return { text: token.startsWith("/") ? readNames(token) : token, end };
    position = end;
  }
  return undefined;
}

function findTokenEnd(text: string, position: number, effort: Effort): number {
  if (text[position] === "(") return findStringEnd(text, position, effort) ?? position + 1;
  TOKEN.lastIndex = position;
  TOKEN.test(text);
  return TOKEN.lastIndex;
}

/** Strings contain pairs of brackets. Undefined for one that does not end. */
function findStringEnd(text: string, start: number, effort: Effort): number | undefined {
  BRACKET.lastIndex = start;
  let depth = 0;
  for (let bracket = BRACKET.exec(text); bracket; bracket = BRACKET.exec(text)) {
    if (bracket[0] === "\\") BRACKET.lastIndex += 1;
    else depth += bracket[0] === "(" ? 1 : -1;
    if (depth === 0) return BRACKET.lastIndex;
  }
  effort.spend({ bytes: text.length - start });
  return undefined;
}

/** The tokens of one value: a dictionary or array with all that is in it, or a single token. @throws {TooComplex} */
export function readValue(text: string, start: number, effort: Effort): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (let token = readToken(text, start, effort); token; token = readToken(text, token.end, effort)) {
    tokens.push(token);
    if (token.text === "<<" || token.text === "[") depth += 1;
    if (token.text === ">>" || token.text === "]") depth -= 1;
    if (depth > MOST_DEPTH) throw new TooComplex();
    if (depth <= 0) break;
  }
  return tokens;
}

/** The bytes of a string token, in either notation. */
export function readString(token: string): Buffer {
  if (token.startsWith("<")) {
    const digits = token.replace(/[^\da-f]/gi, "");
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex");
  }
  const inside = token.slice(1, -1).replace(/\\(?:([0-7]{1,3})|(\r\n|[\s\S]))/g, (_, octal?: string, sign = "") => {
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    return /^[\r\n]/.test(sign) ? "" : (ESCAPES[sign] ?? sign);
  });
  return Buffer.from(inside, "latin1");
}

const ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
