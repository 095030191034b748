// Forced colours remove backgrounds and shadows. What is drawn with nothing else needs a rule for them: an empty box with a background
// is a graphic, and so is the background of what is current, chosen or open.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const sheets = ["src/app", "src/portal", "src/wizard", "widgets"].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".css"))
    .map((file) => join(room, file)),
);

const STATE = /aria-(current|expanded|selected)|:checked|\.(chosen|today|current|now|is-selected)\b|\.bars span/;
/** Shown in words or by an icon, or with a border or an outline, too. */
const SHOWN_TOO = [
  "aria-expanded",
  ".step.done",
  ".step.active",
  "is-selected td",
  ".price",
  ".menu a",
  ".languages.light",
];

/** Rules outside of media, and those for forced colours. */
function readRules(sheet: string) {
  const css = readFileSync(join(root, sheet), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  const forced = [...css.matchAll(/@media \(forced-colors: active\) \{([\s\S]*?)\n\}/g)]
    .map(([, rules]) => rules)
    .join("");
  const plain = css.replace(/@media[^{]*\{[\s\S]*?\n\}/g, "");
  return {
    forced,
    rules: [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, name = "", body = ""]) => [name.trim(), body] as const),
  };
}

/** The class of the last part of a selector, or its element. */
function nameLast(selector: string): string {
  const part = selector.split(/[\s>]+/).at(-1) ?? "";
  return /\.[\w-]+/.exec(part)?.[0] ?? part.replace(/:.*/, "");
}

test.each(sheets)("%s draws nothing that forced colours remove", (sheet) => {
  const { forced, rules } = readRules(sheet);
  const graphics = rules.filter(([name, body]) => {
    const painted = /(^|[\s;])(background|box-shadow): ?(?!none|transparent)/.test(body);
    const empty = /::(before|after)/.test(name) && body.includes('content: ""');
    return (
      painted && (empty || (STATE.test(name) && !/:hover/.test(name))) && !SHOWN_TOO.some((part) => name.includes(part))
    );
  });
  const missing = graphics.map(([name]) => name).filter((name) => !forced.includes(nameLast(name)));
  expect(missing).toEqual([]);
});
