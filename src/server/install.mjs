// Installs node_modules as in the lockfile, run by any Node from 18 on, before anything of it is imported. npm skips native packages
// that need a newer Node than the one it runs on, so with an old Node the project's own Node runs npm. Takes 20 ms when everything
// is installed. Also writes the types of the calls, which are not committed (npm's postinstall does only that).
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The npm version used when the machine's Node is too old. It runs on the project's Node. */
const NPM = "11.21.2";
const CI = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];

/** Path of the project's Node: not every npm version links the command of an optional package. @param {string} root */
export function findNode(root) {
  const own = join(root, "node_modules", ownNode(), "bin/node");
  return existsSync(own) ? own : process.execPath;
}

/** @param {string} root */
export function install(root) {
  if (!isInstalled(root)) installPackages(root);
  writeApiTypes(root);
}

/** @param {string} root */
function installPackages(root) {
  console.log("Installing packages (once, about a minute) ...");
  if (isNewEnough(root)) run("npm", CI, root);
  else installWithOwnNode(root);
  if (!isInstalled(root))
    fail(
      "Packages are missing after installing. This happens where npm is told to leave out optional packages: " +
        "remove `omit=optional` from its settings, or install Node 24.15 or newer.",
    );
}

/** Writes the types of the calls if they are older than the schemas of the calls. @param {string} root */
function writeApiTypes(root) {
  const types = join(root, "src/api/wire/wireTypes.ts");
  const schemas = join(root, "schemas/api");
  // The document of the calls is written beside them: new types would make a running portal's pages be built again.
  const written = readdirSync(schemas).filter((name) => name.endsWith(".schema.json"));
  const changed = written.map((name) => statSync(join(schemas, name)).mtimeMs);
  if (existsSync(types) && statSync(types).mtimeMs >= Math.max(...changed)) return;
  run(findNode(root), ["src/content/publish/apiTypes.ts"], root);
}

/** Installs the project's Node and npm into a temporary folder first, because `npm ci` empties node_modules. @param {string} root */
function installWithOwnNode(root) {
  const wanted = packages(join(root, "package-lock.json"))[`node_modules/${ownNode()}`];
  if (!wanted)
    fail(
      `Node ${process.version} is too old and none comes with the packages for ${process.platform} ${process.arch}: install Node 24.15 or newer.`,
    );
  const folder = mkdtempSync(join(tmpdir(), "portal-node-"));
  try {
    const bootstrap = ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
    run("npm", [...bootstrap, `${ownNode()}@${wanted?.version}`, `npm@${NPM}`], folder);
    const node = join(folder, "node_modules", ownNode(), "bin/node");
    run(node, [join(folder, "node_modules/npm/bin/npm-cli.js"), ...CI], root);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} program @param {string[]} args @param {string} cwd */
function run(program, args, cwd) {
  const { status, error, signal } = spawnSync(program, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
  if (status === 0) return;
  const why = error ? error.message : `it ended with ${signal ?? status}, its reason stands above`;
  fail(`Installing failed at \`${program} ${args[0]}\`: ${why}.`);
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** @param {string} root */
function isNewEnough(root) {
  const asked = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    .engines.node.match(/\d+/g)
    .map(Number);
  const [major, minor] = process.versions.node.split(".").map(Number);
  return major > asked[0] || (major === asked[0] && minor >= asked[1]);
}

const ownNode = () => `node-${process.platform}-${process.arch}`;

/** @param {string} root */
function isInstalled(root) {
  const record = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = packages(record);
  return Object.entries(packages(join(root, "package-lock.json"))).every(
    ([path, wanted]) => path === "" || !isForHere(wanted) || installed[path]?.version === wanted.version,
  );
}

/**
 * An optional package without a platform may be absent. One for this platform is a native part that the rest needs.
 * @typedef {{ version?: string, optional?: boolean, os?: string[] | string, cpu?: string[] | string, libc?: string[] }} Package
 * @param {Package} wanted
 */
function isForHere({ optional, os, cpu, libc }) {
  if (!optional) return true;
  if (!os && !cpu) return false;
  const here = (/** @type {string[] | string | undefined} */ names, /** @type {string} */ own) =>
    !names || [names].flat().includes(own);
  return here(os, process.platform) && here(cpu, process.arch) && here(libc, isGlibc() ? "glibc" : "musl");
}

const isGlibc = () => Boolean(process.report?.getReport().header.glibcVersionRuntime);

/**
 * @param {string} lockfile
 * @returns {Record<string, Package>}
 */
function packages(lockfile) {
  return JSON.parse(readFileSync(lockfile, "utf8")).packages ?? {};
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeApiTypes(process.cwd());
