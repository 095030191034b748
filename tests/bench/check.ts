// `npm run bench:check`: CPU and wall time of checking all content, of checking ten times the content, and of a check
// after one edit. One run each. Copies of a product share its codes, which the check reports for each of them.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ContentCheck } from "#content/check.ts";
import { jsonFiles } from "#content/read/files/readJson.ts";
import { isError } from "#content/read/findings/finding.ts";

const root = join(import.meta.dirname, "..", "..");
const base = mkdtempSync(join(tmpdir(), "check-"));
const [schemas, fixtures] = [join(base, "schemas"), join(base, "fixtures")];

/** A product under another name, with its fixtures and journeys. */
function copyProduct(key: string, copy: string): void {
  for (const parent of [join(schemas, "products"), join(fixtures, "steps")])
    cpSync(join(parent, key), join(parent, copy), { recursive: true });
  for (const name of readdirSync(join(fixtures, "journeys")).filter((name) => name.startsWith(`${key}-`)))
    cpSync(join(fixtures, "journeys", name), join(fixtures, "journeys", name.replace(key, copy)));
  const files = [join(schemas, "products", copy), join(fixtures, "steps", copy), join(fixtures, "journeys")];
  for (const path of files.flatMap(jsonFiles).filter((path) => path.includes(copy))) {
    const text = readFileSync(path, "utf8").replaceAll(`"${key}"`, `"${copy}"`).replaceAll(`${key}:`, `${copy}:`);
    writeFileSync(path, text);
  }
}

function report(name: string, wall: number, cpu: number, aim: number): void {
  console.log(
    `${name.padEnd(28)} ${wall.toFixed(2)} s, ${cpu.toFixed(2)} s of CPU (to reach: ${aim}) ${wall <= aim ? "holds" : "MISSED"}`,
  );
}

function measureCommand(name: string, folder: string, aim: number): void {
  const places = ["--schemas", join(folder, "schemas"), "--fixtures", join(folder, "fixtures")];
  const code = `
    (await import("node:module")).enableCompileCache();
    process.on("exit", () => { const { user, system } = process.cpuUsage(); console.log("cpu " + (user + system) / 1e6); });
    const { runProgram } = await import(${JSON.stringify(join(root, "src/content/commandLine.ts"))});
    const { CONTENT } = await import(${JSON.stringify(join(root, "src/content/cli.ts"))});
    await runProgram(CONTENT, ${JSON.stringify(["check", ...places])});`;
  const started = performance.now();
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  const wall = (performance.now() - started) / 1000;
  const checked = stdout.split("\n").find((line) => line.startsWith("Checked"));
  if (!checked) throw new Error(`nothing was checked: ${stdout}`);
  console.log(checked);
  report(name, wall, Number(/^cpu (.*)$/m.exec(stdout)?.[1]), aim);
}

async function measureEdit(): Promise<void> {
  const content = new ContentCheck(schemas, fixtures);
  await content.run();
  const [key = ""] = readdirSync(join(schemas, "products"));
  const path = join(schemas, "products", key, "general-data.schema.json");
  writeFileSync(path, readFileSync(path, "utf8").replace(/"maximum": (\d)/, '"maximum": 9$1'));
  const [started, before] = [performance.now(), process.cpuUsage()];
  const { findings } = await content.run();
  const { user, system } = process.cpuUsage(before);
  if (!findings.some(isError)) throw new Error("the edit was not seen");
  report("after one edit", (performance.now() - started) / 1000, (user + system) / 1e6, 0.5);
}

try {
  for (const [from, to] of [
    ["schemas", schemas],
    ["fixtures", fixtures],
  ] as const)
    cpSync(join(root, from), to, { recursive: true });
  measureCommand("all content", base, 1);
  await measureEdit();
  cpSync(join(root, "schemas"), schemas, { recursive: true });
  for (const key of readdirSync(join(schemas, "products")))
    for (let times = 1; times < 10; times += 1) copyProduct(key, `${key}_${times}`);
  measureCommand("ten times the content", base, 5);
} finally {
  rmSync(base, { recursive: true, force: true });
}
