// The browser of the tests, for vitest and Playwright: the one of the npm package @sparticuz/chromium where it runs, because
// it is the same everywhere, else any that answers `--version`, else Debian's. A CHROMIUM_PATH that does not answer is an
// error, and so is finding none. Downloads only from the package registries.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export interface Chromium {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
  /** The version that the browser reports. */
  version: string;
}

/** Every background call of the browser is off. */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
];

/** A page lives for seconds: what its code would gain by optimising is less than the optimising costs. */
export const SHORT_LIVED_PAGES = "--js-flags=--no-opt,--no-maglev";

const systemNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const require = createRequire(import.meta.url);

export async function findChromium(): Promise<Chromium> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    const browser = answering(chosen);
    if (!browser) throw new Error(`CHROMIUM_PATH=${chosen} does not answer --version. Correct it or leave it out.`);
    return browser;
  }
  return (
    (await fromPackage()) ??
    firstAnswering([playwrightOwn()]) ??
    firstAnswering(systemNames.map(onPath)) ??
    fromDebian() ??
    refuse()
  );
}

function refuse(): never {
  throw new Error(
    "No browser for the tests. Install Chromium or Chrome, or set CHROMIUM_PATH to one; " +
      "on linux x64 `npm ci` brings one with the package @sparticuz/chromium.",
  );
}

function firstAnswering(paths: (string | undefined)[]): Chromium | undefined {
  for (const path of paths) {
    const browser = path ? answering(path) : undefined;
    if (browser) return browser;
  }
  return undefined;
}

/** Whether the browser starts: the file may exist while its libraries are missing. */
function answering(executablePath: string): Chromium | undefined {
  for (const env of environments(executablePath)) {
    const run = spawnSync(executablePath, ["--no-sandbox", "--version"], { env, encoding: "utf8", timeout: 30_000 });
    if (run.status === 0) return { executablePath, args, env, version: run.stdout.trim() };
  }
  return undefined;
}

/**
 * The machine's own environment. Then, for the browser of the npm package, one with the NSS libraries and fonts
 * unpacked beside it.
 */
function environments(executablePath: string): Record<string, string>[] {
  const environment = process.env as Record<string, string>;
  const beside = dirname(executablePath);
  const libraries = join(beside, "al2023", "lib");
  if (!existsSync(libraries)) return [environment];
  const paths = [libraries, environment.LD_LIBRARY_PATH].filter(Boolean).join(":");
  const fonts = environment.FONTCONFIG_PATH ?? (existsSync("/etc/fonts") ? "/etc/fonts" : join(beside, "fonts"));
  return [environment, { ...environment, LD_LIBRARY_PATH: paths, FONTCONFIG_PATH: fonts }];
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(":").filter(Boolean);
  const macChrome = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  return [...folders.map((folder) => join(folder, name)), macChrome].find((path) => existsSync(path));
}

function playwrightOwn(): string | undefined {
  const { chromium } = require("playwright") as typeof import("playwright");
  try {
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Unpacks the npm package's browser once per version, into a folder that appears only when it is complete. */
async function fromPackage(): Promise<Chromium | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const root = packageRoot();
  if (!root) return undefined;
  const { version } = require(join(root, "package.json")) as { version: string };
  const folder = join(root, "..", "..", ".cache", `chromium-${version}`);
  if (!existsSync(folder)) await unpack(root, folder);
  return answering(join(folder, "chromium"));
}

function packageRoot(): string | undefined {
  try {
    return dirname(dirname(require.resolve("@sparticuz/chromium")));
  } catch {
    return undefined;
  }
}

async function unpack(root: string, folder: string): Promise<void> {
  const { inflate } = await import("@sparticuz/chromium");
  await mkdir(dirname(folder), { recursive: true });
  const staging = await mkdtemp(`${folder}.`);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = staging; // the package unpacks into the temporary folder, wherever that is
  try {
    for (const archive of ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"]) {
      await inflate(join(root, "bin", archive));
    }
    await writeFile(join(staging, "fonts", "fonts.conf"), fontsIn(join(folder, "fonts")));
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // else another run was first
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/**
 * The package's own configuration names folders of another machine. A browser without any font crashes at the first
 * list of choices.
 */
const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${join(folder, "cache")}</cachedir>
</fontconfig>
`;

/** The last resort, only as root on a system with apt. */
function fromDebian(): Chromium | undefined {
  if (process.getuid?.() !== 0 || !onPath("apt-get")) return undefined;
  const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  spawnSync("apt-get", ["update", "-q"], options);
  spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium"], options);
  return firstAnswering(systemNames.map(onPath));
}
