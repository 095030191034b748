// Drawings (SVG) that a product publishes: its icon and its pictures. A drawing holds shapes and nothing that could run, load or look
// otherwise.
import { t } from "../read/findings/translate.ts";

/** What a kind of drawing may have. */
export interface DrawingRules {
  called(): string;
  mostBytes: number;
  colour: RegExp;
  /** The colours to write instead. */
  instead(): string;
}

export const ICON: DrawingRules = {
  called: () => t`an icon`,
  mostBytes: 4096,
  // One of its own would stay as it is where the page is dark, or its colours are the reader's.
  colour: /="(currentColor|none)"$/,
  instead: () => t`"currentColor", which is that of the text beside it, or "none"`,
};

const HOLDERS = ["svg", "g"];
const SHAPES = [...HOLDERS, "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
const ATTRIBUTE =
  /^(id|viewBox|width|height|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|d|points|fill|stroke|opacity|transform|(fill|clip)-rule|(fill|stroke)-opacity|stroke-(width|linecap|linejoin|miterlimit))=/;
const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"';
const TAG = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[A-Za-z][\w:-]*="[^"<&]*")*)\s*(\/?)>/g;

export const readTags = (content: Buffer): RegExpMatchArray[] => [...content.toString("utf8").matchAll(TAG)];

/** What is wrong with a drawing, in words. */
export function findUnsafe(content: Buffer, rules: DrawingRules): string | undefined {
  const { mostBytes } = rules;
  if (content.length > mostBytes) return t`has ${content.length} bytes, and ${rules.called()} may have ${mostBytes}`;
  const text = content.toString("utf8").trim();
  const tags = readTags(content);
  const left = text.replaceAll(TAG, "").trim();
  if (left !== "") return t`holds something else than shapes: ${left.slice(0, 30)}`;
  const foreign = tags.map((tag) => findForeign(tag, rules)).find((problem) => problem !== undefined);
  if (foreign) return foreign;
  if (!isWellFormed(tags)) return t`is not well-formed: every shape is closed, within the one <svg>`;
  if (!tags[0]?.[3]?.includes(` ${NAMESPACE}`)) return t`has no ${NAMESPACE}, without which nothing draws it`;
  return undefined;
}

export const findEmpty = (content: Buffer): string | undefined =>
  readTags(content).every(([, , name = ""]) => HOLDERS.includes(name)) ? t`holds no shapes` : undefined;

function findForeign([, , name = "", attributes = ""]: RegExpMatchArray, rules: DrawingRules): string | undefined {
  if (!SHAPES.includes(name)) return t`holds <${name}>, and ${rules.called()} holds shapes only`;
  const attributeTexts = attributes.trim().split(/(?<=")\s+/);
  const foreign = attributeTexts.find(
    (attribute) =>
      attribute !== "" && attribute !== NAMESPACE && (!ATTRIBUTE.test(attribute) || /url\(|[:\\]/i.test(attribute)),
  );
  if (foreign) return t`holds ${foreign} in <${name}>`;
  const coloured = attributeTexts.find(
    (attribute) => /^(fill|stroke)=/.test(attribute) && !rules.colour.test(attribute),
  );
  return coloured && t`has the colour ${coloured}: write ${rules.instead()}`;
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
