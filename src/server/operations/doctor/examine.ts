// The checks of `doctor`. Each returns a short sentence when all is well, or throws one with the problem and its solution.
import { constants, existsSync } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type Config, ConfigError, readConfig } from "../../config/config.ts";
import { FROM_ARCHIVE } from "../../config/nameCommand.ts";
import { createProducts } from "../../products/products.ts";
import { checkDatabase } from "./database.ts";
import { type Check, Problem, SERVICES, tell } from "./examineServices.ts";

export interface Findings {
  fine: string[];
  problems: string[];
}

/** Name of the first check, which may also hang: settings can be files on a disk. */
export const SETTINGS = "The settings";
const NEEDED_MB = 1_024;

/**
 * Notified when each check begins and of its findings, as it happens: a disk that hangs can stop the whole process
 * during a check.
 */
interface Listener {
  begins(check: string): void;
  finds(check: string, kind: keyof Findings, sentences: string[]): void;
}

export async function examine(
  env: NodeJS.ProcessEnv,
  listener?: Listener,
  which = Object.keys(CHECKS),
): Promise<Findings> {
  listener?.begins(SETTINGS);
  const { config, problems } = readSettings(env);
  const findings: Findings = { fine: problems.length > 0 ? [] : ["The settings can be used."], problems };
  listener?.finds(SETTINGS, problems.length > 0 ? "problems" : "fine", problems.length > 0 ? problems : findings.fine);
  if (!config) return findings;
  // Skips the checks of settings that are wrong, which are reported already.
  const checks = Object.entries(CHECKS).filter(
    ([name]) => which.includes(name) && !problems.some((problem) => problem.startsWith(name)),
  );
  const results: Promise<readonly [keyof Findings, string]>[] = [];
  for (const [name, check] of checks) {
    listener?.begins(name);
    const result = check(config).then(
      (fine) => ["fine", fine] as const,
      (reason) => ["problems", describe(reason)] as const,
    );
    results.push(result);
    result.then(([kind, sentence]) => listener?.finds(name, kind, [sentence]));
    // Lets immediate results be reported before the next check may hang.
    await setImmediate();
  }
  for (const [kind, sentence] of await Promise.all(results)) findings[kind].push(sentence);
  return findings;
}

function readSettings(env: NodeJS.ProcessEnv): { config: Config | undefined; problems: string[] } {
  try {
    return { config: readConfig(env), problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: error.config, problems: [...error.problems] };
  }
}

/** Only the kind of an unexpected error: its message may contain an address with a password. */
const describe = (reason: unknown) =>
  reason instanceof Problem ? reason.message : `A check could not be made: ${tell(reason)}.`;

const checkDisk: Check = async ({ dataDir }) => {
  let there = dataDir;
  const isThere = () =>
    access(there).then(
      () => true,
      () => false,
    );
  while (!(await isThere())) there = dirname(there);
  await access(`${there}/.`, constants.W_OK | constants.R_OK).catch((error) => {
    throw new Problem(`DATA_DIR ${dataDir} cannot be written (${tell(error)}): name a folder of the portal's user.`);
  });
  const { bavail, bsize } = await statfs(there);
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
export const PROCESSES = [Object.keys(CHECKS).filter((name) => !ALONE.includes(name)), ...ALONE.map((name) => [name])];
export const ORDER = [SETTINGS, ...Object.keys(CHECKS)];
