// Builds each page of the bench as production code of its own and serves it on this machine: under the portal's policy, stock rjsf
// and the framed form without one, since they could not run.
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { brotliCompressSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, type InlineConfig, type Plugin } from "vite";
import { buildStandaloneModule } from "#content/publish/standalone.ts";
import { buildSchema, FORMS, formSpec } from "./page/forms.ts";
import { buildRecordForm, RECORD_FORMS } from "./page/recordForms.ts";
import { recordedModule } from "./recorded.ts";

export const VARIANTS = ["handwritten", "engine", "wizard", "framed", "hookform", "stock"] as const;
export type Variant = (typeof VARIANTS)[number];

const pages = join(import.meta.dirname, "page");
const root = join(import.meta.dirname, "..", "..");
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** A contract for each form, compiled ahead as a publish compiles it. */
function benchContracts(): Plugin {
  const start = "virtual:bench-contract/";
  return {
    name: "bench-contracts",
    resolveId: (source) => (source.startsWith(start) ? `\0${source}` : null),
    load(source) {
      const name = FORMS.find((each) => source === `\0${start}${each}`);
      return name ? buildStandaloneModule(new Map([[name, buildSchema(formSpec(name))]])) : null;
    },
  };
}

/** The same for the forms of the benchmark of lists. */
function benchRecords(): Plugin {
  const name = "virtual:bench-records";
  const schemas = RECORD_FORMS.map((form) => [form, buildRecordForm(form).schema] as const);
  return {
    name: "bench-records",
    resolveId: (source) => (source === name ? `\0${name}` : null),
    load: (source) => (source === `\0${name}` ? buildStandaloneModule(new Map(schemas)) : null),
  };
}

/** What the wizard's page is opened with. */
function benchWizard(): Plugin {
  const name = "virtual:bench-wizard";
  return {
    name: "bench-wizard",
    resolveId: (source) => (source === name ? `\0${name}` : null),
    load: (source) => (source === `\0${name}` ? recordedModule() : null),
  };
}

/** A page of its own, in no comparison with a form by hand. */
const RECORDS = "records";
const AS_APP: readonly string[] = ["engine", "wizard", "framed", RECORDS];
const WITHOUT_POLICY: readonly Variant[] = ["framed", "stock"];

/** Ours is built as the app is, the others as Vite builds them. */
async function buildPage(variant: Variant | typeof RECORDS, outDir: string): Promise<void> {
  const ours = AS_APP.includes(variant);
  const config: InlineConfig = {
    configFile: ours ? join(root, "vite.config.ts") : false,
    root: pages,
    publicDir: false,
    logLevel: "error",
    plugins: ours ? [benchContracts(), benchWizard(), benchRecords()] : [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(pages, `${variant}.tsx`), output: { entryFileNames: "page.js" } },
    },
  };
  await build(config);
  // The frame has the classes of the wizard, the form by hand in it too: one set of sheets has them all.
  const styled = variant === "framed" ? "wizard" : variant;
  const styles = readdirSync(join(dirname(outDir), styled, "assets")).filter((name) => name.endsWith(".css"));
  const links = styles.map((name) => `<link rel="stylesheet" href="/${styled}/assets/${name}" />`);
  const script = `<script type="module" src="/${variant}/page.js"></script>`;
  writeFileSync(
    join(outDir, "index.html"),
    `<!doctype html><html lang="nl"><head><meta charset="utf-8" /><meta id="react-aria-pressable-style" /><title>${variant}</title>${links.join("")}${script}</head><body></body></html>`,
  );
}

export const buildRecordsPage = (outDir: string): Promise<void> => buildPage(RECORDS, join(outDir, RECORDS));

export async function buildPages(outDir: string): Promise<void> {
  for (const variant of VARIANTS) await buildPage(variant, join(outDir, variant));
}

/** Code of one page over the wire in brotli kB: what it imports, its texts and its contract, and not what it loads for other forms. */
export function codeSize(outDir: string, variant: Variant): number {
  const files = readdirSync(join(outDir, variant), { recursive: true, encoding: "utf8" });
  const left = files.filter((name) => /^(page|assets\/(nl|company)-[\w-]+)\.js$/.test(name));
  const loaded = new Set<string>();
  let size = 0;
  for (let name = left.pop(); name; name = left.pop()) {
    if (loaded.has(name)) continue;
    loaded.add(name);
    const code = readFileSync(join(outDir, variant, name));
    size += brotliCompressSync(code).length;
    for (const [, path = ""] of code.toString().matchAll(/(?:from|import)\s*"(\.[^"]+\.js)"/g))
      left.push(join(dirname(name), path));
  }
  return size / 1000;
}

export function serve(directory: string): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = join(directory, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(directory) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const free = WITHOUT_POLICY.some((variant) => path.startsWith(`/${variant}/`));
    const policy = free ? {} : { "content-security-policy": POLICY };
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", ...policy });
    createReadStream(file).pipe(response);
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      done({ server, origin: `http://127.0.0.1:${port}` });
    });
  });
}
