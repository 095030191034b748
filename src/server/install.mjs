// Brings node_modules to the state of the lockfile, on whatever Node started us (18 or newer), before anything of it is
// imported. It compares what npm recorded as installed with what the lockfile asks for; an up-to-date tree costs 20 ms.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @param {string} root */
export function install(root) {
  if (isInstalled(root)) return;
  console.log("Installing packages (once, about a minute) ...");
  const run = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (run.status !== 0) throw new Error("npm ci failed; its reason stands above.");
}

/** @param {string} root */
function isInstalled(root) {
  const record = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = packages(record);
  return Object.entries(packages(join(root, "package-lock.json"))).every(
    ([path, wanted]) => path === "" || wanted.optional || installed[path]?.version === wanted.version,
  );
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packages(lockfile) {
  return JSON.parse(readFileSync(lockfile, "utf8")).packages ?? {};
}
