// asvs.md answers every line of ASVS 5.0 of levels 1 and 2 once, and the tests that it names exist.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "src/server/operations/asvs.md"), "utf8");
const rows = [...page.matchAll(/^\| (\d[\d., ]*) \| (\S+) \| (.*) \| ?(.*?) ?\|$/gm)].map(
  ([, lines = "", answer = "", how = "", tests = ""]) => ({
    lines: lines.split(", "),
    answer,
    how,
    tests: tests.split(", ").filter(Boolean),
  }),
);

/** How many lines of levels 1 and 2 each section has. They come first in it. */
const SECTIONS: Record<string, number[]> = {
  "1": [2, 9, 11, 3, 2],
  "2": [3, 3, 4, 1],
  "3": [0, 2, 4, 6, 5, 0, 2],
  "4": [3, 1, 2, 4],
  "5": [1, 3, 2, 3],
  "6": [3, 12, 4, 4, 5, 3, 0, 4],
  "7": [3, 4, 2, 5, 2, 2],
  "8": [2, 3, 1, 1],
  "9": [3, 4],
  "10": [2, 2, 4, 11, 5, 2, 3],
  "11": [2, 3, 3, 4, 1, 1],
  "12": [3, 2, 4],
  "13": [1, 5, 2, 5],
  "14": [2, 4, 3],
  "15": [3, 3, 7, 0],
  "16": [1, 5, 4, 3, 3],
  "17": [1, 4, 2],
};

test("every line is answered once", () => {
  const numbers = Object.entries(SECTIONS).flatMap(([chapter, counts]) =>
    counts.flatMap((count, section) =>
      Array.from({ length: count }, (_, line) => `${chapter}.${section + 1}.${line + 1}`),
    ),
  );
  expect(numbers).toHaveLength(253);
  expect(rows.flatMap(({ lines }) => lines).sort()).toEqual(numbers.sort());
});

test("each answer is one of five, with its reason", () => {
  expect(
    rows.filter(({ answer, how }) => !["yes", "part", "no", "n/a", "operator"].includes(answer) || how.length < 5),
  ).toEqual([]);
});

test("each yes names the test that proves it", () => {
  expect(rows.filter(({ answer, tests }) => answer === "yes" && tests.length === 0)).toEqual([]);
});

test("the tests that it names exist", () => {
  const named = [...new Set(rows.flatMap(({ tests }) => tests))];
  const find = (name: string) =>
    [".test.ts", ".long.test.ts", ".test.tsx", ".spec.ts"].some((end) =>
      ["tests", "tests/server"].some((folder) => existsSync(join(root, folder, name + end))),
    );
  expect(named.filter((name) => !find(name))).toEqual([]);
});

const readSources = (room: string) =>
  readdirSync(join(root, "src", room), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.(tsx?|mjs)$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .map((path) => ({ path: relative(join(root, "src"), path), text: readFileSync(path, "utf8") }));
const sources = ["server", "content", "underwriting", "engine"].flatMap(readSources);
const findAll = (pattern: RegExp) =>
  [...new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = ""]) => name)))].sort();

test("1.2.5: only commands and the check of content start programs, none of them through a shell", () => {
  const starters = sources.filter(({ text }) => text.includes("child_process")).map(({ path }) => path);
  expect(starters.sort()).toEqual([
    "content/compare/revision.ts",
    "content/publish/releases.ts",
    "server/install.mjs",
    "server/operations/archive/package.ts",
    "server/operations/commands/doctor.ts",
    "server/start.mjs",
  ]);
  expect(sources.filter(({ text }) => /\bshell: true|\bexec(Sync)?\("/.test(text)).map(({ path }) => path)).toEqual([]);
});

test("11.2.1: cryptography comes from the named libraries, by the named algorithms", () => {
  const libraries = findAll(
    /from "((?:node:)?(?:crypto|tls)|jose|openid-client|aws4fetch|[^"]*(?:crypt|cipher|bcrypt|argon|sodium|forge)[^"]*)"/g,
  );
  expect(libraries).toEqual(["aws4fetch", "jose", "node:crypto", "node:tls", "openid-client"]);
  const algorithms = findAll(/"(aes-[\w-]+|des-[\w-]+|rc4|md5|sha\d+|scrypt|blowfish)"/g);
  expect(algorithms).toEqual(["aes-128-cbc", "aes-256-gcm", "md5", "sha256", "sha384", "sha512"]);
  const old = sources.filter(({ text }) => /"(aes-128-cbc|md5)"/.test(text)).map(({ path }) => path);
  expect(old).toEqual(["content/files/pdf/pdfPassword.ts"]);
});

test("15.3.2: each call to a service of others refuses to follow a redirect", () => {
  const calls = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:= |client\.|await )fetch\([^)][\s\S]{0,400}/g)].map(([call]) => ({ path, call })),
  );
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter(({ call }) => !/redirect: "(manual|error)"/.test(call))).toEqual([]);
});

test("3.5.5: windows of the portal speak over a BroadcastChannel alone", () => {
  const pages = ["app", "api", "wizard", "portal", "../widgets"].flatMap((room) => readSources(room));
  expect(pages.length).toBeGreaterThan(200);
  expect(
    pages.filter(({ text }) => /\b(window|opener|parent|top)\.(postMessage|addEventListener\("message")/.test(text)),
  ).toEqual([]);
});

test("14.1: each class of data has its term, readers, log and storage", () => {
  const overview = readFileSync(join(root, "src/server/operations/security.md"), "utf8");
  const [, section = ""] = /## What is at stake\n([\s\S]*?)\n## /.exec(overview) ?? [];
  const classes = section.split(/^### /m).slice(1);
  expect(classes.length).toBeGreaterThan(6);
  for (const text of classes)
    expect(
      [...text.matchAll(/^- (\w[\w ]*): \S/gm)].map(([, name]) => name),
      text,
    ).toEqual(["Kept", "Seen by", "In the log", "Storage"]);
});
