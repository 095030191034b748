// `npm test`: installs missing packages, runs every check on the project's own Node, prints one line a stage and the output of
// those that fail, and ends with `N passed, N failed`. Plain JavaScript, because it starts on the machine's Node (18 or newer).
// `npm test -- unit e2e` runs only the named stages, `npm test -- --changed` those that a change can reach (support/changed.mjs).
// `npm test -- --all` also runs the tests of ring 2, whose files are named `*.long.test.ts` or `*.long.spec.ts`.
// A stage that fails does not stop the others.
import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { cpus } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { findNode, install } from "../src/server/install.mjs";
import { changedFiles, findReach } from "./support/changed.mjs";
import { listFailures, playwrightCount, stageCount, vitestCount } from "./support/report.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = join(root, "test-results");
const report = (name) => join(reports, `${name}.json`);
const words = process.argv.slice(2);
const all = words.includes("--all");
/** Tests in Node are those of ring 2 also where a change asks for it. */
const isRing2 = ({ name }) => all || (name === "unit" && reach.long);
/** How many random sequences ring 2 runs, where ring 1 has the numbers of the tests. */
const sizes = all
  ? { WALKS: "600", TYPED: "5000", SEAL_RUNS: "30", DIFF_TRIES: "80", MISSPELT_DRAWN: "30", STORED_RUNS: "20" }
  : {};
/** Compiled code that processes share: the portal starts some fifty times, in half the processor time. */
const compiled = join(root, "node_modules/.cache/compiled");

const vitest = (stage, project) => [
  ...["vitest", "run", "--silent=passed-only", "--update=none", "--reporter=dot", "--reporter=json"],
  ...[`--outputFile.json=${report(stage)}`, "--project", project],
];
const readCount = (stage) => (exitCode) => vitestCount(report(stage), exitCode);

/** Checks that take seconds: they run side by side before the tests. */
const short = ["types", "engine", "server", "browser", "lint", "messages", "content", "build", "studio", "model"];

/**
 * A stage begins when those of its `after` that were chosen have ended. On few cores the stories begin after the browser tests: all
 * three kinds of tests at once would take more memory and no less time.
 */
const stages = [
  // In one thread: several threads check shared files once each, in twice the processor time.
  { name: "types", command: ["tsc", "--noEmit", "--singleThreaded"] },
  // Again per runtime: the engine without DOM and Node, the server without DOM, the browser's code without Node.
  { name: "engine", command: ["tsc", "--noEmit", "-p", "src/engine"] },
  { name: "server", command: ["tsc", "--noEmit", "--singleThreaded", "-p", "src/server"] },
  { name: "browser", command: ["tsc", "--noEmit", "--singleThreaded", "-p", "src/app"] },
  { name: "lint", command: ["biome", "ci", "--colors=off", "."] },
  {
    name: "messages",
    command: [
      ...["formatjs", "verify", "--source-locale", "nl", "--missing-keys", "--extra-keys", "--structural-equality"],
      ...["src/app/messages/nl.json", "src/app/messages/fr.json"],
    ],
  },
  { name: "content", command: ["node", "src/content/cli.ts", "check"] },
  { name: "build", command: ["vite", "build"] },
  { name: "studio", command: ["vite", "build", "--mode", "studio"] },
  // The data directory that unit tests and the portals of stories copy, and their browser. It is not counted as a test.
  // The embedded database is not optimised for it (SHORT_LIVED in support/portal.ts).
  {
    name: "model",
    command: ["node", "--liftoff-only", "tests/support/makeModel.ts"],
    count: (exitCode) => ({ passed: 0, failed: exitCode === 0 ? 0 : 1 }),
  },
  { name: "unit", after: short, command: vitest("unit", "node"), count: readCount("unit") },
  { name: "widgets", after: short, command: vitest("widgets", "browser"), count: readCount("widgets") },
  {
    name: "firefox",
    after: short,
    command: vitest("firefox", "firefox"),
    count: readCount("firefox"),
    ifSkipped: "no Firefox on this machine: install firefox-esr, or set FIREFOX_PATH",
  },
  {
    name: "e2e",
    after: cpus().length > 4 ? short : [...short, "widgets", "firefox"],
    command: ["playwright", "test", "--config", "tests/e2e/playwright.config.ts"],
    // One cache for the compiled stories: each worker has another temporary folder.
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report("e2e"),
      PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, "node_modules", ".cache", "stories"),
    },
    count: (exitCode) => playwrightCount(report("e2e"), exitCode),
  },
];

/** Runs one stage in a process group of its own, so that a stage that hangs is ended with all its processes. */
function run(stage) {
  const { command, env } = stage;
  const [program, ...args] = command;
  return new Promise((resolve) => {
    const path = [join(root, "node_modules", ".bin"), dirname(findNode(root)), process.env.PATH].join(delimiter);
    const child = spawn(program, args, {
      cwd: root,
      // Without NO_COLOR: Playwright sets FORCE_COLOR for its workers, and Node warns about both together.
      env: {
        ...sizes,
        ...process.env,
        NO_COLOR: undefined,
        FORCE_COLOR: undefined,
        NODE_COMPILE_CACHE: compiled,
        RING: isRing2(stage) ? "2" : "1",
        ...env,
        PATH: path,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    const end = (exitCode, note = "") => {
      clearTimeout(limit);
      resolve({ exitCode, output: stripVTControlCharacters(Buffer.concat(output).toString() + note) });
    };
    // Ends a stage that hangs, also on a machine that is many times slower.
    const limitMinutes = isRing2(stage) ? 120 : 40;
    const limit = setTimeout(() => {
      process.kill(-child.pid, "SIGKILL");
      end(1, `stopped: it took more than ${limitMinutes} minutes\n`);
    }, limitMinutes * 60_000);
    child.on("error", (error) => end(1, `${error.message}\n`));
    child.on("close", (code) => end(code ?? 1));
  });
}

/** A line of signs for tests that passed or failed, as reporters print them. */
const PROGRESS = /^[·.×F±T°x-]+$/;

async function runStage(stage, args) {
  const started = performance.now();
  const { exitCode, output } = await run({ ...stage, command: [...stage.command, ...args] });
  const count = (stage.count ?? stageCount)(exitCode);
  const lines = output.trim().split("\n");
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const note = count.skipped > 0 ? `  ${count.skipped} skipped: ${stage.ifSkipped ?? "see its report"}` : "";
  if (exitCode !== 0) console.log(lines.filter((line) => !PROGRESS.test(line)).join("\n"));
  console.log(`${count.failed === 0 ? "ok    " : "FAILED"} ${stage.name.padEnd(9)} ${seconds.padStart(6)} s${note}`);
  if (stage.name === "model" && exitCode === 0) process.env.PORTAL_MODEL = lines.at(-1);
  return count;
}

/** @param {string[]} words @returns {import("./support/changed.mjs").Reach} */
function readReach(words) {
  const option = words.find((word) => /^--changed(=|$)/.test(word));
  if (!option) return { skip: new Set(), args: {}, long: all };
  const revision = option.split("=")[1] || "HEAD";
  return findReach(root, changedFiles(root, revision), revision, all);
}

function choose(words, { skip }) {
  const names = words.filter((word) => !word.startsWith("--"));
  const unknown = names.filter((name) => !stages.some((each) => each.name === name));
  if (unknown.length > 0) {
    console.error(`No stage ${unknown.join(", ")}. There are: ${stages.map(({ name }) => name).join(", ")}.`);
    process.exit(2);
  }
  return stages.filter(({ name }) => (names.length > 0 ? names.includes(name) : !skip.has(name)));
}

const reach = readReach(words);
const chosen = choose(words, reach);
install(root);
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const argsOf = ({ name }) => reach.args[name] ?? [];
/** @type {Record<string, ReturnType<typeof runStage>>} */
const running = {};
for (const stage of chosen)
  running[stage.name] = Promise.all((stage.after ?? []).map((name) => running[name])).then(() =>
    runStage(stage, argsOf(stage)),
  );
const results = await Promise.all(Object.values(running));
if (process.env.PORTAL_MODEL) rmSync(process.env.PORTAL_MODEL, { recursive: true, force: true });

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(["", ...chosen.flatMap(({ name }) => listFailures(report(name)))].join("\n"));
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") === 0 && results.length > 0 ? 0 : 1;
