// `npm run words`: prints per room how often comments use the habits that src/README.md ("Contributing") asks to drop,
// per 1,000 words of comments, how often a local name has no meaning of its own, and its lines of code (their budgets are in
// tests/content/house.test.ts). It fails nothing: it shows where a room is.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const ROOMS = [
  ...["engine", "underwriting", "content", "routes", "api", "wizard", "portal", "app", "studio", "server", "build"].map(
    (name) => `src/${name}`,
  ),
  ...["widgets", "tests"],
];

/** Per 1,000 words of comments. */
const HABITS = {
  stands: /\b(stands?|stood)\b/gi,
  "say/tell": /\b(says?|said|tells?|told)\b/gi,
  nothing: /\bnothing\b/gi,
  "is no": /\b(is|are) no\b/gi,
  anew: /\banew\b/gi,
  whoever: /\b(whoever|somebody|nobody|everybody)\b/gi,
  semicolons: /;/g,
};

const NAMES = ["one", "place", "at", "own", "known", "found", "said", "told", "given", "asked", "kept"];
/** A declared name: of a constant or variable, or of a parameter (after a bracket or comma, before a type, comma or arrow). */
const DECLARED = new RegExp(
  `\\b(?:const|let) (?:${NAMES.join("|")})\\b|(?<=[(,] ?)(?:${NAMES.join("|")})(?=\\)? ?(?:=>|: [A-Za-z{(]|, [a-z]+\\) =>))`,
  "g",
);

/** Texts and templates first, so that what looks like a comment inside one is skipped. */
const TOKENS = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|(\/\/[^\n]*|\/\*[\s\S]*?\*\/)/g;

const readComments = (code) =>
  [...code.matchAll(TOKENS)]
    .flatMap(([, comment]) => comment?.replace(/^\s*(\/\*\*?|\*\/|\*|\/\/)/gm, "") ?? [])
    .join("\n");

const countOf = (text, pattern) => text.match(pattern)?.length ?? 0;

function countRoom(room) {
  const files = globSync(`${room}/**/*.{ts,tsx,mjs}`, { cwd: root })
    .filter((file) => file !== "src/api/wire/wireTypes.ts")
    .map((file) => readFileSync(join(root, file), "utf8"));
  const comments = files.map(readComments).join("\n");
  const words = countOf(comments, /[A-Za-z]+/g);
  const rates = Object.values(HABITS).map((pattern) => ((countOf(comments, pattern) / words) * 1000).toFixed(1));
  const names = files.reduce((sum, code) => sum + countOf(code, DECLARED), 0);
  const lines = files.reduce((sum, code) => sum + code.split("\n").length - 1, 0);
  return [room, String(words), ...rates, String(names), String(lines)];
}

const rows = [
  ["room", "words", ...Object.keys(HABITS), "names", "lines"],
  ...ROOMS.filter((room) => existsSync(join(root, room))).map(countRoom),
];
for (const [room, ...cells] of rows) console.log(room.padEnd(18) + cells.map((cell) => cell.padStart(11)).join(""));
