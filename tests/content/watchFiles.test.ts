// Every way in which an editor or git saves a file is noticed, repeatedly.
import { mkdirSync, mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { watchFiles } from "#content/read/files/watchFiles.ts";

/** A watched folder. `told` resolves with the number of changes reported so far, at the next report. */
async function followed() {
  const folder = mkdtempSync(join(tmpdir(), "watched-"));
  mkdirSync(join(folder, "product"));
  const file = join(folder, "product", "texts.json");
  writeFileSync(file, "{}");
  let times = 0;
  let next = Promise.withResolvers<number>();
  const watcher = await watchFiles([folder], async () => next.resolve(++times));
  onTestFinished(async () => {
    await watcher.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    file,
    told(change: () => void): Promise<number> {
      next = Promise.withResolvers();
      change();
      return next.promise;
    },
  };
}

const put = (file: string, content: string) => writeFileSync(file, content);

const WAYS: [string, (file: string, content: string) => void][] = [
  ["written in place", put],
  [
    "put there by rename",
    (file, content) => {
      put(`${file}.tmp`, content);
      renameSync(`${file}.tmp`, file);
    },
  ],
  [
    "moved away to a backup and written anew",
    (file, content) => {
      renameSync(file, `${file}~`);
      put(file, content);
    },
  ],
  [
    "removed and written anew, as git checkout does",
    (file, content) => {
      unlinkSync(file);
      put(file, content);
    },
  ],
];

it.each(WAYS)("a file that is %s is followed at every save", async (_way, save) => {
  const { file, told } = await followed();
  for (const [index, content] of ["[1]", "[1, 2]", "[1, 2, 3]", "[1, 2, 3, 4]"].entries()) {
    expect(await told(() => save(file, content))).toBe(index + 1);
  }
});

it("a folder that comes back is followed again", async () => {
  const { folder, file, told } = await followed();
  await told(() => rmSync(join(folder, "product"), { recursive: true }));
  await told(() => {
    mkdirSync(join(folder, "product"));
    put(file, "{}");
  });
  expect(await told(() => put(file, '{"a": 1}'))).toBe(3);
});
