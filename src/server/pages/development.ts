// Development mode: Vite serves the app's sources with hot reload. Saving a product file publishes it and reloads open
// pages. Imported only with --dev, so that a production install needs no bundler.
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import middie from "@fastify/middie";
import type { ViteDevServer } from "vite";
import { tryPublish } from "#content/publish/publish.ts";
import { Memory } from "#content/read/files/memory.ts";
import { watchFiles } from "#content/read/files/watchFiles.ts";
import { Shapes } from "#content/read/shapes.ts";
import type { Config } from "../config/config.ts";
import type { Development } from "./pages.ts";

const root = join(import.meta.dirname, "../../..");
const OURS = /^\/(api|auth|products|csp-report|healthz|readyz)(\/|\?|$)/;

/** Also publishes content with findings, as long as it compiles, so that pages show what is on disk. */
export async function createDevelopment(config: Config): Promise<Development & { close(): Promise<void> }> {
  const productsDir = join(config.dataDir, "products");
  const cacheDir = join(config.dataDir, "vite");
  const schemasDir = join(root, "schemas");
  let vite: ViteDevServer | undefined;
  const tell = (line: string) => process.stderr.write(`${line}\n`);
  const saved = { memory: new Memory(), shapes: new Shapes(join(schemasDir, "meta")), tell };
  await tryPublish(schemasDir, productsDir, saved);
  const watcher = await watchFiles([schemasDir], async () => {
    if (await tryPublish(schemasDir, productsDir, saved)) vite?.ws.send({ type: "full-reload" });
  });
  return {
    async attach(app) {
      const { createServer } = await import("vite");
      vite = await createServer({
        configFile: join(root, "vite.config.ts"),
        appType: "custom",
        // In the data directory, because two servers that share pre-bundled packages break each other's pages.
        cacheDir,
        server: { middlewareMode: true, ws: { server: app.server }, fs: { allow: [root, cacheDir] } },
      });
      const handle = vite.middlewares;
      await app.register(middie);
      app.use((request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => {
        if (OURS.test(request.url ?? "")) next();
        else handle(request, response, next);
      });
    },
    async page(url) {
      return vite?.transformIndexHtml(url, await readFile(join(root, "src/app/index.html"), "utf8"));
    },
    async close() {
      await watcher.close();
      await vite?.close();
    },
  };
}
