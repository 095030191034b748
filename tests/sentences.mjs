// `npm run sentences -- [file]`: one page with every text that screens, mails, documents, products and comparisons can show, in Dutch
// and French side by side, so that they can be read through. The sentences of the check are English and are in its tests.
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const out = process.argv[2] ?? "dist/sentences.html";
const PAIRS = [
  ...globSync("{src,schemas}/**/{,*.}nl.json", { exclude: (name) => name === "node_modules" }).map((file) => [
    file,
    file.replace(/nl\.json$/, "fr.json"),
  ]),
].sort();
const BOTH = globSync("schemas/products/*/{questions,professions}.json").sort();

const escapeHtml = (text) =>
  String(text).replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
const read = (file) => JSON.parse(readFileSync(file, "utf8"));

/** Every text of a file, by the members that lead to it. */
function* texts(value, path = []) {
  if (typeof value === "string") yield [path.join("."), value];
  else for (const [key, inner] of Object.entries(value ?? {})) yield* texts(inner, [...path, key]);
}

/** Every text that a file contains in both languages. */
function* translated(value, path = []) {
  if (typeof value?.nl === "string") yield [path.join("."), value.nl, value.fr];
  else if (typeof value === "object")
    for (const [key, inner] of Object.entries(value ?? {})) yield* translated(inner, [...path, key]);
}

const inFiles = PAIRS.map(([dutch, french]) => {
  const others = new Map(texts(read(french)));
  return [
    dutch,
    [...texts(read(dutch))].filter(([key]) => !key.startsWith("$")).map(([key, text]) => [key, text, others.get(key)]),
  ];
});
const sections = [...inFiles, ...BOTH.map((file) => [file, [...translated(read(file))]])];
const rows = (all) =>
  all
    .map(
      ([key, ...both]) => `<tr><td>${escapeHtml(key)}${both.map((text) => `<td>${escapeHtml(text ?? "")}`).join("")}`,
    )
    .join("\n");
const body = sections.map(([file, all]) => `<h2>${escapeHtml(file)}</h2><table>${rows(all)}</table>`).join("\n");
const style =
  "body{font:14px system-ui;margin:2rem}table{border-collapse:collapse;width:100%}td{border:1px solid #ccc;padding:4px 8px;vertical-align:top;width:42%}td:first-child{width:16%;color:#555;overflow-wrap:anywhere}";
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, `<!doctype html><meta charset="utf-8"><title>Sentences</title><style>${style}</style>${body}\n`);
console.log(`${out}: ${sections.reduce((sum, [, all]) => sum + all.length, 0)} texts of ${sections.length} files.`);
