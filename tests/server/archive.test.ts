// The release archive: unpacked into an empty folder it starts on the Node that came with it, writes only into its data folder,
// and ends by SIGTERM without leaving anything behind. `tests/archive.sh` tries the real file in a bare Debian.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { PublishedIndex } from "#content/published.ts";
import { listReleases, readLog, rollBack, writeLog } from "#content/releases.ts";
import { createClock } from "#server/clock.ts";
import { takeBundledReleases } from "#server/products/bundledReleases.ts";
import { dataDirectory, modelProducts } from "../support/model.ts";

const root = join(import.meta.dirname, "../..");

/** Every file with its time of change. */
const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => `${path} ${statSync(path).mtimeMs}`);

/** With a page of one line instead of the build. */
function unpackArchive(): string {
  const folder = mkdtempSync(join(tmpdir(), "archive-"));
  const [app, archive, unpacked] = ["app", "archive.tar", "unpacked"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(app);
  mkdirSync(unpacked);
  writeFileSync(join(app, "index.html"), '<!doctype html><html lang="nl"><title>Portal</title></html>');
  const making = ["src/server/operations/package.ts", "--app", app, "--products", modelProducts, "--out", archive];
  execFileSync(process.execPath, making, { cwd: root, stdio: "ignore" });
  execFileSync("tar", ["-x", "-f", archive, "-C", unpacked, "--strip-components=1"]);
  rmSync(archive);
  onTestFinished(() => rmSync(unpacked, { recursive: true }));
  return unpacked;
}

const LICENCES = /^(MIT|MIT-0|ISC|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|\(MIT OR CC0-1\.0\)|(MIT AND )?OFL-1\.1)$/;

test("starts in an empty folder, serves, writes nothing there, and ends by SIGTERM", async () => {
  const program = unpackArchive();
  const before = listFiles(program);
  const { components } = JSON.parse(readFileSync(join(program, "sbom.json"), "utf8"));
  const licences = readFileSync(join(program, "licences.txt"), "utf8").trim().split("\n");
  expect(components.length).toBe(licences.length);
  for (const { "bom-ref": folder, version, licenses, hashes } of components) {
    const unpacked = JSON.parse(readFileSync(join(program, folder, "package.json"), "utf8"));
    expect([unpacked.version, hashes.length], folder).toEqual([version, 1]);
    if (licenses.length === 0) expect(existsSync(join(program, folder, "LICENSE")), folder).toBe(true);
    else expect(licenses[0].expression, folder).toMatch(LICENCES);
  }
  const dataDir = dataDirectory();
  const child = spawn(join(program, "bin/portal"), ["start"], {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", PORT: "0", DATA_DIR: dataDir },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  const [{ ready }] = (await Promise.race([once(child, "message"), ended])) as [{ ready: string }];
  expect(await (await fetch(`${ready}/readyz`)).json()).toMatchObject({
    status: "ready",
    database: true,
    products: true,
  });
  expect(await (await fetch(ready, { headers: { accept: "text/html" } })).text()).toContain("<title>Portal</title>");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(listFiles(program)).toEqual(before);
  expect(existsSync(join(dataDir, "database", "in-use.lock"))).toBe(false);
});

test("the products of an archive come on offer once, whatever was published or taken back since", () => {
  const folder = mkdtempSync(join(tmpdir(), "bundled-"));
  const [archive, own] = [join(folder, "archive"), join(folder, "own")];
  const index = (of: string) => JSON.parse(readFileSync(join(of, "public/index.json"), "utf8")) as PublishedIndex;
  const take = (from = archive) => takeBundledReleases(from, own, createClock());
  const offered = () => listReleases(own).find(({ state }) => state === "on offer");
  cpSync(modelProducts, archive, { recursive: true });
  take(join(folder, "a checkout has none"));
  expect(existsSync(own)).toBe(false);
  take();
  for (const part of ["public", "back", "sources"])
    expect(readdirSync(join(own, part)).sort()).toEqual(readdirSync(join(archive, part)).sort());
  const first = offered();
  expect(first?.offer.products).toEqual(index(archive).products);

  const nothing = { id: "1", at: "", action: "publish", release: "mine", from: first?.first ?? "" } as const;
  writeLog(own, [...readLog(own), { ...nothing, author: "", note: "", offer: { products: [], portal: null } }]);
  const releases = { "old-1": { key: "old", bundle: "/products/old.js", texts: {} } };
  writeFileSync(join(own, "public/index.json"), JSON.stringify({ ...index(own), releases }));
  take();
  expect(offered()?.name, "published here since").toBe("mine");

  writeFileSync(join(archive, "public/index.json"), `${readFileSync(join(archive, "public/index.json"), "utf8")}\n`);
  take();
  expect(offered()?.offer.products, "the next archive").toEqual(first?.offer.products);
  expect(Object.keys(index(own).releases)).toEqual(["old-1", ...Object.keys(index(archive).releases)]);
  const act = { author: "", note: "", at: new Date() };
  writeLog(own, [...readLog(own), rollBack(readLog(own), undefined, act)]);
  take();
  expect(offered()?.name, "taken back since").toBe("mine");
});
