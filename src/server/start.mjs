// `npm start`, `npm run dev` and `npm run studio`: starts a program from a fresh clone with one command. Plain JavaScript for any Node
// from 18, because it runs before anything is installed. Installs, builds and publishes only what changed, then starts the server on
// the project's own Node.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNode, install } from "./install.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const parent = process.ppid;
const development = process.argv.includes("--dev");
const studio = process.argv.includes("--studio");
/** What the program itself reads: its options, or a request for help. */
const words = process.argv.slice(2).filter((word) => !/^--(dev|studio)$/.test(word));
const dataDir = process.env.DATA_DIR || join(root, ".data");

function say(sentence) {
  process.stdout.write(`${sentence}\n`);
}

function run(command, args, what) {
  const path = [join(root, "node_modules/.bin"), dirname(node), process.env.PATH].join(delimiter);
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, PATH: path } });
  if (result.status === 0) return;
  const why = result.error ? `: ${result.error.message}` : ". Read the lines above";
  say(`${what} failed${why}; nothing was started.`);
  process.exit(result.status || 1);
}

/** Time of the newest file in these files and folders, hidden ones excluded. */
function findNewest(folders) {
  let time = 0;
  for (const folder of folders) {
    const path = join(root, folder);
    if (!existsSync(path)) continue;
    if (!statSync(path).isDirectory()) {
      time = Math.max(time, statSync(path).mtimeMs);
      continue;
    }
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (!entry.name.startsWith(".")) time = Math.max(time, findNewest([join(folder, entry.name)]));
    }
  }
  return time;
}

/** @param {"app" | "studio"} program */
function build(program) {
  const page = join(root, "dist", program, "index.html");
  const rooms = ["portal", "wizard", "api", "engine", program].map((room) => `src/${room}`);
  const sources = [...rooms, "widgets", "vite.config.ts", "package-lock.json"];
  if (existsSync(page) && statSync(page).mtimeMs > findNewest(sources)) return;
  say(`Building the ${program} ...`);
  const mode = program === "studio" ? ["--mode", "studio"] : [];
  run(node, [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn", ...mode], "Building");
}

function publishProducts() {
  const out = join(dataDir, "products");
  const releases = join(out, "releases.json");
  if (existsSync(releases) && statSync(releases).mtimeMs > findNewest(["schemas", "src/content", "src/engine"])) return;
  say("Publishing the products ...");
  mkdirSync(out, { recursive: true });
  const args = [join(root, "src/content/cli.ts"), "publish-products", "--out", out];
  if (!existsSync(join(out, "public/index.json"))) return run(node, args, "Publishing");
  const { status } = spawnSync(node, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) say("The portal starts with the products as they were published before.");
}

function welcome(address, mode) {
  if (studio) return say(`The studio is at ${address}. Stop with Ctrl+C.`);
  if (mode === "production") return say(`The portal listens at ${address}`);
  say(`
  The portal is at ${address}${development ? " (development: reloads on every saved file)" : ""}

  Demo accounts, no password (the login page lists them):
    v.voorbeeld   Vera, office 100245, administrator
    d.demo        Daan, office 100871
    p.proef       Petra, office 100245, reads French
    g.gast        Gijs, no office: may look, requests nothing
    o.oordeel     Olga, underwriter: decides on what was referred
    c.controle    Carla, auditor: reads the trail

  One thing to try
    Broker   Log in as v.voorbeeld, choose New request, and ask for a quotation. The mail is a file in ${join(dataDir, "outbox")}
    Analyst  npm run studio: every product beside its files, at http://127.0.0.1:4100 (another: -- --port 4200). Change a limit, then: npm run publish-products
    Tester   Add a case to fixtures/steps, see it in the studio, run: npm run check. All tests: npm test

  Stop with Ctrl+C. The data stay in ${dataDir}
`);
}

function serve() {
  const flags = development ? ["--dev"] : [];
  const args = studio
    ? [join(root, "src/studio/server/main.ts"), ...words]
    : [join(root, "src/server/cli.ts"), "start", ...flags, ...words];
  const env = { ...process.env, DATA_DIR: dataDir };
  let server;
  let started;
  const begin = (greet) => {
    started = Date.now();
    server = spawn(node, args, { cwd: root, env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
    server.on("message", (message) => message?.ready && greet(message.ready, message.env));
    server.on("exit", (code, signal) => {
      // 75: the embedded database crashed. Not restarted when that happens soon after the start, as it would crash again.
      if (code !== 75 || Date.now() - started < 30_000) process.exit(signal ? 1 : (code ?? 0));
      say("Starting the portal again ...");
      begin((address) => say(`The portal listens again at ${address}`));
    });
  };
  begin(welcome);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill("SIGTERM"));
  // npm sends signals to its shell only, which ends without passing them on. The parent process id then changes.
  const watch = () => process.ppid !== parent && server.kill("SIGTERM");
  if (process.env.npm_lifecycle_event) setInterval(watch, 300).unref();
}

install(root);
const node = findNode(root);
// Nothing is built for a help text or a refusal: a running portal serves the built pages. The portal has no options. In development
// the server publishes products itself, even with findings. So does the studio, into its own folder, where the app shows requests.
if (studio && words.every((word) => /^(--(port|content|examples|data)\b|[^-])/.test(word))) {
  build("studio");
  build("app");
} else if (!development && words.length === 0) {
  build("app");
  publishProducts();
}
serve();
