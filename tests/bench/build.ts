// Builds the bench pages as production code and serves them on this machine: ours and the hand-written one under the
// portal's policy, stock rjsf without one, since it could not run.
import { createReadStream, existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join, normalize } from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";

const page = join(import.meta.dirname, "page");
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

/** The app as a bench build, which alone answers /bench, and beside it the two other ways to draw the same form. */
export async function buildPages(outDir: string): Promise<void> {
  process.env.VITE_BENCH = "1";
  await build({ configFile: join(root, "vite.config.ts"), logLevel: "error", build: { outDir } });
  await build({
    configFile: false,
    root: page,
    base: "/pages/",
    publicDir: false,
    logLevel: "error",
    plugins: [react()],
    build: {
      outDir: join(outDir, "pages"),
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: ["handwritten", "stock"].map((name) => join(page, `${name}.html`)) },
    },
  });
}

export function serve(directory: string): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = join(directory, path === "/bench" ? "index.html" : path);
    if (!file.startsWith(directory) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const policy = path.includes("stock") ? {} : { "content-security-policy": POLICY };
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "cache-control": "public, max-age=3600",
      ...policy,
    });
    createReadStream(file).pipe(response);
  });
  return new Promise((done) => {
    server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      done({ server, origin: `http://127.0.0.1:${port}` });
    });
  });
}
