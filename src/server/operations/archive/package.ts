// `npm run package`: makes a release archive with everything a server needs: the program, the built app, the published products, the
// production dependencies and Node. The same sources give the same file, byte for byte. The unpacked folder can be read-only.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { publish } from "#content/publish/publish.ts";
import { listDependencies, writeBills } from "./sbom.ts";
import { writeOpenApi } from "./writeOpenApi.ts";

const root = join(import.meta.dirname, "../../../..");

/** Source folders that the server runs and reads. */
const SOURCES = [
  "package.json",
  "src/server",
  "src/engine",
  "src/content",
  "src/underwriting",
  // The words of an export's columns.
  "src/app/messages",
  "schemas/api",
  "schemas/portal",
  "fixtures/portfolio",
];
/** Files of packages that are not needed at run time. */
const EXCLUDED = [
  "*.map",
  "*.d.?ts",
  "*.d.ts",
  ".yarn",
  "node_modules/*/test",
  "node-linux-*/include",
  "node-linux-*/share",
  // Documents use only one weight of each font.
  "@expo-google-fonts/*/[1-35-9]00*",
  "@expo-google-fonts/*/*_Italic",
  "@expo-google-fonts/*.png",
  "@fontsource/*.woff2",
];

/** Makes the parts of the archive that are not in the checkout. */
async function stage(folder: string, made: Parts): Promise<void> {
  mkdirSync(join(folder, "bin"));
  cpSync(join(import.meta.dirname, "portal.sh"), join(folder, "bin/portal"));
  chmodSync(join(folder, "bin/portal"), 0o755);
  writeBills(root, folder, listDependencies(root));
  await writeOpenApi();
  if (made.products) cpSync(made.products, join(folder, "products"), { recursive: true });
  else await publish(join(root, "schemas"), join(folder, "products"), { at: new Date(Number(findDate()) * 1_000) });
  if (made.app) cpSync(made.app, join(folder, "dist/app"), { recursive: true });
  else
    run("Building", process.execPath, [
      "node_modules/vite/bin/vite.js",
      "build",
      "--logLevel",
      "warn",
      "--outDir",
      join(folder, "dist/app"),
    ]);
}

function run(what: string, program: string, args: string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`${what} failed: ${error?.message ?? "read the lines above"}.`);
}

/** The date of the last commit, so that all files of a release have the same date, and other releases another. */
function findDate(): string {
  const { stdout } = spawnSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" });
  return stdout?.trim() || process.env.SOURCE_DATE_EPOCH || String(Math.floor(Date.now() / 1_000));
}

/** Uses GNU tar, with fixed values for everything that differs between machines. */
function pack(folder: string, out: string, name: string): void {
  const same = [
    "--sort=name",
    `--mtime=@${findDate()}`,
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--mode=u+rw,go-w,a+rX",
  ];
  const excluded = EXCLUDED.map((pattern) => `--exclude=${pattern}`);
  const compress = out.endsWith(".gz") ? ["-I", "gzip -n"] : [];
  // Under its own name once it is whole.
  const part = `${out}.part`;
  run("Packing", "tar", [
    ...[
      "-c",
      "-f",
      part,
      ...compress,
      ...same,
      "--hard-dereference",
      "--transform",
      `flags=r;s,^,${name}/,`,
      ...excluded,
    ],
    ...["-C", root, ...SOURCES, ...listDependencies(root).map(([path]) => path)],
    ...["-C", folder, "bin", "products", "dist", "sbom.json", "licences.txt"],
  ]);
  renameSync(part, out);
}

export interface Parts {
  app: string | undefined;
  products: string | undefined;
  out: string | undefined;
}

export async function makeArchive(parts: Parts): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const name = `broker-portal-${version}-${process.platform}-${process.arch}`;
  const out = resolve(parts.out ?? join(root, "dist", `${name}.tar.gz`));
  const folder = mkdtempSync(join(tmpdir(), "package-"));
  try {
    await stage(folder, parts);
    mkdirSync(join(out, ".."), { recursive: true });
    pack(folder, out, name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return `${out}, ${(statSync(out).size / 2 ** 20).toFixed(1)} MB`;
}
