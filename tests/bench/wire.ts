// Bytes that are transferred, in brotli: the shell, the wizard on top of it, what is loaded with single steps, product
// bundles. Reads the build, and builds first if there is none.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { compile } from "#content/publish/compile.ts";
import { readCatalogue } from "#content/read/catalogue.ts";

const root = join(import.meta.dirname, "..", "..");
const dist = join(root, "dist", "app");

const brotli = (content: Buffer | string): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1000;
const kilobytes = (value: number) => `${value.toFixed(1)} kB`.padStart(10);

/** Chunks that a chunk imports at once, itself included: what must be there before it runs. */
function closure(names: string[], code: Map<string, string>, reached = new Set<string>()): Set<string> {
  for (const name of names) {
    const text = code.get(name);
    if (text === undefined || reached.has(name)) continue;
    reached.add(name);
    const imports = [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map((match) => match[1] ?? "");
    closure(imports, code, reached);
  }
  return reached;
}

export async function wireSizes(): Promise<void> {
  if (!existsSync(join(dist, "index.html"))) spawnSync("npx", ["vite", "build"], { cwd: root, stdio: "ignore" });
  const assets = join(dist, "assets");
  const code = new Map(
    readdirSync(assets)
      .filter((name) => name.endsWith(".js"))
      .map((name) => [name, readFileSync(join(assets, name), "utf8")]),
  );
  const total = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + brotli(code.get(name) ?? ""), 0);
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const entry = [...html.matchAll(/src="\/assets\/([^"]+\.js)"/g)].map((match) => match[1] ?? "");
  const shell = closure(entry, code);
  const wizard = closure(
    [...code.keys()].filter((name) => /^wizard-/.test(name)),
    code,
    new Set(shell),
  );
  console.log("\nJavaScript over the wire, brotli");
  console.log(`${kilobytes(total(shell))} shell (to reach: 120): ${total(shell) <= 120 ? "holds" : "MISSED"}`);
  console.log(
    `${kilobytes(total(wizard))} with the wizard open (to reach: 190): ${total(wizard) <= 190 ? "holds" : "MISSED"}`,
  );
  for (const part of ["Date", "ProfessionPair", "Dropzone"]) {
    const chunks = closure(
      [...code.keys()].filter((name) => name.startsWith(`${part}-`)),
      code,
      new Set(wizard),
    );
    console.log(`${kilobytes(total(chunks) - total(wizard))} more with the first ${part}`);
  }
  const catalogue = readCatalogue(join(root, "schemas"));
  for (const product of catalogue.products) {
    const { bundle } = await compile(product, catalogue);
    const size = brotli(bundle.code);
    console.log(`${kilobytes(size)} product ${product.key} (to reach: 12): ${size <= 12 ? "holds" : "MISSED"}`);
  }
}
