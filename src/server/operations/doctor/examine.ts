// The checks of `doctor`: runs them side by side, and reports each finding as it comes.
import { constants, existsSync } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { FROM_ARCHIVE } from "../../config/nameCommand.ts";
import { findWeakSettings } from "../../config/unsafeSettings.ts";
import { createProducts } from "../../products/products.ts";
import { readSettings } from "../safeConfig.ts";
import { checkDatabase } from "./database.ts";
import { type Check, Problem, SERVICES, tell } from "./examineServices.ts";

interface Findings {
  fine: string[];
  problems: string[];
}

export interface Finding {
  check: string;
  kind: keyof Findings;
  sentences: string[];
}

/** Name of the first check, which may also hang: settings can be files on a disk. */
export const SETTINGS = "The settings";
const NEEDED_MB = 1_024;

const checkDisk: Check = async ({ dataDir }) => {
  const isThere = (path: string) => access(path).then(...[true, false].map((result) => () => result));
  let folder = dataDir;
  while (!(await isThere(folder))) folder = dirname(folder);
  await access(`${folder}/.`, constants.W_OK | constants.R_OK).catch((error) => {
    throw new Problem(`DATA_DIR ${dataDir} cannot be written (${tell(error)}): name a folder of the portal's user.`);
  });
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / 2 ** 20);
  if (free < NEEDED_MB)
    throw new Problem(`Only ${free} MB are free in ${dataDir}: make room, ${NEEDED_MB} MB at least.`);
  return `Disk: ${free} MB are free in ${dataDir}.`;
};

const checkProducts: Check = async ({ dataDir }) => {
  const directory = join(dataDir, "products");
  if (!existsSync(join(directory, "public", "index.json")))
    throw new Problem(
      `No products are published in ${directory}: ${FROM_ARCHIVE ? "start the portal once, which brings its own" : "run npm run publish-products"}.`,
    );
  const products = createProducts(directory);
  const broken: string[] = [];
  const keys = products.index().products.map(({ key }) => key);
  for (const key of keys) await products.current(key).catch(() => broken.push(key));
  await products.portal().catch(() => broken.push("the portal's own forms"));
  if (broken.length > 0) throw new Problem(`Published, but cannot be loaded: ${broken.join(", ")}. Publish again.`);
  return `Products: ${keys.length} are published and can be loaded.`;
};

/** The checks, by the setting that each depends on, in the order of the report. */
const CHECKS: Record<string, Check> = {
  DATA_DIR: checkDisk,
  DATABASE_URL: checkDatabase,
  PRODUCTS: checkProducts,
  ...SERVICES,
};

/** What reads a disk at one go may stop its whole process: it has one of its own. The others wait side by side. */
const ALONE = ["DATABASE_URL", "PRODUCTS"];
const TOGETHER = Object.keys(CHECKS).filter((name) => !ALONE.includes(name));
export const PROCESSES = [TOGETHER, ...ALONE.map((name) => [name])];

/** `report` is called for each finding as it comes: a disk that hangs can stop the whole process during a check. */
export async function examine(
  env: NodeJS.ProcessEnv,
  report?: (finding: Finding) => void,
  which = Object.keys(CHECKS),
): Promise<Findings> {
  const findings: Finding[] = [];
  const add = (check: string, kind: keyof Findings, sentences: string[]) => {
    findings.push({ check, kind, sentences });
    report?.({ check, kind, sentences });
  };
  const { config, problems } = readSettings(env);
  if (problems.length > 0) add(SETTINGS, "problems", problems);
  else add(SETTINGS, "fine", ["The settings can be used.", ...(config ? findWeakSettings(config) : [])]);
  // Lets this be sent before a check may hang.
  await setImmediate();
  // Skips the checks of settings that are wrong, which are reported already.
  const names = which.filter((name) => !problems.some((problem) => problem.startsWith(name)));
  const run = async (name: string) =>
    config &&
    CHECKS[name]?.(config).then(
      (sentence) => add(name, "fine", [sentence]),
      (reason) => add(name, "problems", [describe(reason)]),
    );
  await Promise.all(names.map(run));
  return sortFindings(findings);
}

/** Every process reads the settings. If they cannot be read, one process reports it. */
export function sortFindings(findings: readonly Finding[]): Findings {
  const sorted: Findings = { fine: [], problems: [] };
  for (const name of [SETTINGS, ...Object.keys(CHECKS)]) {
    const { kind = "fine", sentences = [] } = findings.find(({ check }) => check === name) ?? {};
    sorted[kind].push(...sentences);
  }
  return sorted;
}

/** Only the kind of an unexpected error: its message may contain an address with a password. */
const describe = (reason: unknown) =>
  reason instanceof Problem ? reason.message : `A check could not be made: ${tell(reason)}.`;
