// French typography: no dot between thousands, and a no-break space where a line may not break.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const files = ["schemas", "src/app/messages"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name)),
);

/** Every French text: of a file in French, or under a member `fr`. */
function frenchIn(value: unknown, french: boolean): string[] {
  if (typeof value === "string") return french ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => frenchIn(member, french || name === "fr"));
}

const texts = files.flatMap((file) => {
  const content = JSON.parse(readFileSync(join(root, file), "utf8")) as unknown;
  return frenchIn(content, /\bfr\.json$/.test(file)).map((text) => ({ file, text }));
});

test.each([
  ["thousands are not parted by a dot", /\d\.\d{3}(?!\d)/],
  ["thousands are not parted by a space that breaks", /\d \d{3}(?!\d)/],
  ["nothing breaks before a sign", / [?!:;%€]/],
])("%s", (_name, wrong) => {
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter(({ text }) => wrong.test(text))).toEqual([]);
});
