// The release archive: unpacked into an empty folder it starts on the Node that came with it, writes only into its data folder,
// and ends by SIGTERM, with a file half way, without leaving anything behind. `tests/archive.sh` tries the real file in a bare Debian.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
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
import type { ExistsAnswer } from "#api/wire/wireTypes.ts";
import { Connection } from "../bench/portal/connection.ts";
import { dataDirectory, modelProducts } from "../support/model.ts";
import { TODAY } from "../support/today.ts";
import { ANSWERS, BLOCK, PRODUCT } from "../support/wizard.ts";

const root = join(import.meta.dirname, "../..");

/** Every file with its time of change. */
const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => `${path} ${statSync(path).mtimeMs}`);

/** Sends a request, takes a document and an export along, and leaves a file half way. */
async function useIt(address: string, outbox: string): Promise<{ half: Promise<unknown> }> {
  const broker = await new Connection(address).enter("v.voorbeeld");
  onTestFinished(() => broker.close());
  const open = async (relation: number) => {
    const path = `/api/aanvraag/${PRODUCT}/100245/prerequisites/exists/?relation=${relation}`;
    const { data } = JSON.parse((await broker.ok("GET", path)).text) as ExistsAnswer;
    return { place: `/api/aanvraag/${PRODUCT}/100245/${relation}`, draft: data.draft_id ?? "" };
  };
  const { place } = await open(300101);
  for (const [step, body] of Object.entries(ANSWERS))
    await broker.ok("POST", `${place}/wizard/step/${step}/save?action=next`, { body });
  await broker.ok("POST", `${place}/wizard/submit/quotation`, { body: BLOCK });
  const { data } = JSON.parse((await broker.ok("GET", "/api/documents?relation_id=300101")).text) as {
    data: { id: number }[];
  };
  await broker.ok("GET", `/api/documents/${data[0]?.id}/download`);
  await broker.ok("GET", "/api/quotations/export");
  await expect.poll(() => existsSync(outbox) && readdirSync(outbox).length, { timeout: 60_000 }).toBe(1);
  const other = await open(300108);
  const shown = { "x-draft": other.draft };
  const half = broker
    .upload(`${other.place}/uploads`, "half.pdf", "%PDF-1.4", shown)
    .then(({ status }) => status)
    .catch(() => "cut off");
  // What is asked after it is answered after it has arrived.
  for (let times = 0; times < 3; times += 1) await fetch(`${address}/healthz`, { headers: { connection: "close" } });
  return { half };
}

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
  const making = ["src/server/cli.ts", "package", "--app", app, "--products", modelProducts, "--out", archive];
  execFileSync(process.execPath, making, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  execFileSync("tar", ["-x", "-f", archive, "-C", unpacked, "--strip-components=1"]);
  rmSync(archive);
  onTestFinished(() => rmSync(unpacked, { recursive: true }));
  return unpacked;
}

const LICENCES = /^(MIT|MIT-0|ISC|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|\(MIT OR CC0-1\.0\)|(MIT AND )?OFL-1\.1)$/;

test("starts in an empty folder, serves, writes nothing there, and ends by SIGTERM", async () => {
  const program = unpackArchive();
  const before = listFiles(program);
  const own = before.map((path) => path.slice(program.length)).filter((path) => !path.startsWith("/node_modules/"));
  expect(own.filter((path) => /^\/tests\/|^\/src\/(studio|build)\/|\/\.git|identityProvider/.test(path))).toEqual([]);
  const { components } = JSON.parse(readFileSync(join(program, "sbom.json"), "utf8"));
  const licences = readFileSync(join(program, "licences.txt"), "utf8");
  expect(licences.match(/^\S.*$/gm)?.length).toBe(components.length);
  for (const { "bom-ref": folder, version, licenses, hashes } of components) {
    const unpacked = JSON.parse(readFileSync(join(program, folder, "package.json"), "utf8"));
    expect([unpacked.version, hashes.length], folder).toEqual([version, 1]);
    const texts = readdirSync(join(program, folder)).filter((name) => /^(licen[cs]e|copying)/i.test(name));
    const title = folder.replace(/.*node_modules\//, "");
    if (texts.length === 0)
      expect(licences, folder).toContain(`${title} ${version}: ${licenses[0].expression}\n\n    Source: `);
    if (licenses.length > 0) expect(licenses[0].expression, folder).toMatch(LICENCES);
    else expect(texts, folder).not.toEqual([]);
  }
  const dataDir = dataDirectory();
  const temporary = mkdtempSync(join(tmpdir(), "temporary-"));
  const limits = { SHUTDOWN_GRACE_MS: "60000", REQUEST_TIMEOUT_MS: "120000" };
  const settings = { PORT: "0", DATA_DIR: dataDir, APP_ENV: "test", TODAY, ...limits };
  const child = spawn(join(program, "bin/portal"), ["start"], {
    cwd: "/",
    detached: true,
    env: { PATH: "/usr/bin:/bin", TMPDIR: temporary, ...settings },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let log = "";
  child.stdout?.on("data", (part) => (log += part));
  const ended = once(child, "close");
  const [{ ready }] = (await Promise.race([once(child, "message"), ended])) as [{ ready: string }];
  expect(await (await fetch(`${ready}/readyz`)).json()).toMatchObject({
    status: "ready",
    database: true,
    products: true,
  });
  expect(await (await fetch(ready, { headers: { accept: "text/html" } })).text()).toContain("<title>Portal</title>");
  const { half } = await useIt(ready, join(dataDir, "outbox"));
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(["cut off", 503], "a file that did not come whole").toContain(await half);
  expect(log).not.toContain("not reachable");
  expect(listFiles(program)).toEqual(before);
  expect(() => process.kill(-Number(child.pid), 0), "a process that it started").toThrow("ESRCH");
  expect(readdirSync(temporary)).toEqual([]);
  expect(readdirSync(dataDir).sort()).toEqual(["database", "outbox", "products"]);
  expect(readdirSync(join(dataDir, "database"))).toEqual(["pg"]);
  const erasing = ["account", "erase", "--user", "d.demo"];
  const env = { PATH: "/usr/bin:/bin", DATA_DIR: dataDir, APP_ENV: "test" };
  expect(execFileSync(join(program, "bin/portal"), erasing, { env, encoding: "utf8" })).toContain("Erased, in rows:");
  const usage = execFileSync(join(program, "bin/portal"), { env, encoding: "utf8" });
  expect(usage, "commands as they are typed here").toMatch(/^Usage: portal <command> \[words\] \[options\]\n/);
  expect(readdirSync(join(dataDir, "outbox"))).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.eml$/)]);
  const kinds = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  expect(kinds.filter((entry) => !entry.isFile() && !entry.isDirectory())).toEqual([]);
});
