// Every text of the app and of the studio is used: by its whole key, or by a key composed of parts. For the app a table lists what each
// part may be, so that an unused text is found and a new part is not forgotten.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PARTS } from "./support/keyParts.ts";

const root = join(import.meta.dirname, "../..");
const texts = Object.keys(JSON.parse(readFileSync(join(root, "src/app/messages/nl.json"), "utf8")) as object);

const filesIn = (folder: string, kind: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => kind.test(name) && !name.startsWith("messages"))
    .map((name) => ({ file: join(folder, name), content: readFileSync(join(root, folder, name), "utf8") }));
const code = ["src/app", "src/portal", "src/wizard", "src/engine", "src/api", "widgets"].flatMap((folder) =>
  filesIn(folder, /\.tsx?$/),
);

/** A key with its constants filled in: what is left in braces differs from call to call. */
function findTemplates({ file, content }: { file: string; content: string }) {
  const constants = new Map(
    [...content.matchAll(/const (\w+) = "([\w.]+)";/g)].map(([, name, value]) => [name, value]),
  );
  const candidates = [...content.matchAll(/(?=`([\w.]*\$\{[^`\n]+)`)/g)].map(([, template]) =>
    (template ?? "").replace(/\$\{(\w+)\}/g, (whole, name) => constants.get(name) ?? whole),
  );
  const mayBeText = (template: string) => {
    const start = template.split("${")[0] ?? "";
    return start.includes(".") && texts.some((key) => key.startsWith(start));
  };
  return candidates.filter(mayBeText).map((template) => ({ file, template }));
}

const templates = code.flatMap(findTemplates);
const splitTemplate = (template: string) =>
  [...template.matchAll(/\$\{((?:[^{}]|\{[^{}]*\})*)\}/g)].map(([, part]) => part ?? "");
const readFileName = (file: string) => file.split("/").at(-1) ?? "";
const readValues = (file: string, part: string) => PARTS[readFileName(file)]?.[part]?.split(" ");

function findKeys({ file, template }: { file: string; template: string }): string[] {
  return splitTemplate(template).reduce(
    (keys, part) =>
      keys.flatMap((key) => (readValues(file, part) ?? []).map((value) => key.replace(`\${${part}}`, value))),
    [template],
  );
}

test("the possible values of a part of a key are known", () => {
  const unknown = templates.flatMap(({ file, template }) =>
    splitTemplate(template).flatMap((part) => (readValues(file, part) ? [] : `${file}: \${${part}} of ${template}`)),
  );
  expect(unknown, "add a row to tests/content/support/keyParts.ts").toEqual([]);
  const used = new Set(
    templates.flatMap(({ file, template }) => splitTemplate(template).map((part) => `${readFileName(file)} ${part}`)),
  );
  const rows = Object.entries(PARTS).flatMap(([file, parts]) => Object.keys(parts).map((part) => `${file} ${part}`));
  expect(
    rows.filter((row) => !used.has(row)),
    "no key has this part any more",
  ).toEqual([]);
});

/** Of releases that a request may still be made with. */
const OF_RELEASES = ["error.validation.not_zero"];

test("every text is asked for", () => {
  const all = [...code, ...filesIn("schemas", /\.json$/)].map(({ content }) => content).join("\n");
  const whole = new Set([
    ...OF_RELEASES,
    ...[...all.matchAll(/["'`]([\w-]+(?:\.[\w-]+)+)["'`]/g)].map(([, key]) => key),
  ]);
  const built = new Set(templates.flatMap(findKeys));
  expect(texts.filter((key) => !whole.has(key) && !built.has(key))).toEqual([]);
  const wrong = templates.filter((template) => findKeys(template).every((key) => !texts.includes(key)));
  expect(wrong, "not one of its keys is a text").toEqual([]);
});

test("every word of the studio is used, by its whole key or by a part of it", () => {
  const source = filesIn("src/studio", /\.tsx?$/)
    .map(({ content }) => content)
    .join("\n");
  const words = filesIn("src/studio", /(?:^|\/)words\.json$/).flatMap(({ content }) =>
    Object.keys(JSON.parse(content)),
  );
  expect(words.length).toBeGreaterThan(300);
  const whole = new Set([...source.matchAll(/"([^"\s]+)"|\b(\w+):/g)].map(([, quoted, name]) => quoted ?? name));
  const built = [...source.matchAll(/`(\w*)\$\{[\w.]+\}(\w*)`/g)].filter(([, start, end]) => start || end);
  const isBuilt = (key: string) => built.some(([, start = "", end = ""]) => key.startsWith(start) && key.endsWith(end));
  expect(words.filter((key) => !whole.has(key) && !isBuilt(key))).toEqual([]);
});
