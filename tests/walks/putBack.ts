// `node tests/walks/putBack.ts [part of a finding]`: makes each change of changes.ts to a copy of the sources and walks
// there as the test command does. A change that the walks do not find ends in an error, and so does one whose text is gone
// from the sources. Without any change the walks have to pass. On demand: it takes about half a minute a change.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changes, type Edit } from "./changes.ts";

const root = join(import.meta.dirname, "../..");
const copied = ["src", "widgets", "schemas", "fixtures", "tests", "package.json", "tsconfig.json", "vite.config.ts"];

function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), "put-back-"));
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

function make(folder: string, { file, from, to = "", json }: Edit): void {
  const path = join(folder, file);
  const before = readFileSync(path, "utf8");
  if (json) {
    const content = JSON.parse(before);
    json(content);
    writeFileSync(path, JSON.stringify(content));
    return;
  }
  if (from === undefined || !before.includes(from)) throw new Error(`${file} does not hold: ${from}`);
  writeFileSync(
    path,
    before.replace(from, () => to),
  );
}

/** Where the walks failed, first through the rules, then through the application, or null if they found nothing. */
function found(edits: Edit[]): string | null {
  const folder = copySources();
  try {
    for (const edit of edits) make(folder, edit);
    return walkIn(folder, "rules") ?? walkIn(folder, "http");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A crash does not count as a find: the change then differs from its description. */
function walkIn(folder: string, kind: string): string | null {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--project", "node", "--bail", "1", `tests/walks/${kind}.test.ts`];
  const env = { ...process.env, NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", env });
  if (status === 0) return null;
  const output = stdout + stderr;
  const [, walk] = /walk (\d+) fails/.exec(output) ?? [];
  const [, shortest] = /Counterexample: (.*)/.exec(output) ?? [];
  const [, why] = /Caused by: AssertionError: (.*)/.exec(output) ?? [];
  if (!walk || !shortest || !why) throw new Error(`no walk failed by what must hold:\n${output.slice(-2000)}`);
  return `${kind}, walk ${walk}: ${why}\n    ${shortest}`;
}

const wanted = process.argv.slice(2).join(" ");
const chosen = changes.filter(({ finding }) => finding.includes(wanted));
if (chosen.length === 0) throw new Error(`no change is about ${wanted}`);
const sources = copySources();
// Before any walk: whether each can be made at all.
for (const { edits } of chosen) for (const edit of edits) make(sources, edit);
rmSync(sources, { recursive: true });
const unchanged = found([]);
if (unchanged !== null) throw new Error(`the walks fail without any change:\n${unchanged}`);
console.log("passed without any change");
let missed = 0;
for (const { finding, what, edits } of chosen) {
  const sequence = found(edits);
  if (sequence === null) missed += 1;
  console.log(`${sequence === null ? "MISSED" : "found "} ${finding}: ${what}\n    ${sequence ?? ""}`);
}
process.exitCode = missed === 0 ? 0 : 1;
