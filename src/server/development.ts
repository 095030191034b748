// Development: Vite serves the app's sources and reloads them; a saved product file is published again and the page is
// told. Loaded only with --dev, so that a production install needs no bundler.

import { watch } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import middie from "@fastify/middie";
import type { FastifyInstance } from "fastify";
import type { ViteDevServer } from "vite";
import { ContentError, describe } from "#content/finding.ts";
import { publish } from "#content/publish.ts";
import type { Config } from "./config.ts";

const root = join(import.meta.dirname, "../..");
const OURS = /^\/(api|auth|products|csp-report|healthz|readyz)(\/|\?|$)/;
const SETTLE_MS = 80;

export async function createDevelopment(config: Config) {
  const productsDir = join(config.dataDir, "products");
  let vite: ViteDevServer | undefined;
  const watcher = watchProducts(productsDir, () =>
    vite?.ws.send({ type: "custom", event: "products-changed", data: {} }),
  );
  return {
    async attach(app: FastifyInstance): Promise<void> {
      const { createServer } = await import("vite");
      vite = await createServer({
        configFile: join(root, "vite.config.ts"),
        appType: "custom",
        server: { middlewareMode: true, hmr: { server: app.server } },
      });
      const handle = vite.middlewares;
      await app.register(middie);
      app.use((request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => {
        if (OURS.test(request.url ?? "")) next();
        else handle(request, response, next);
      });
    },
    async page(url: string): Promise<string | undefined> {
      const source = await readFile(join(root, "src/app/index.html"), "utf8");
      return vite?.transformIndexHtml(url, source);
    },
    async close(): Promise<void> {
      watcher.close();
      await vite?.close();
    },
  };
}

/** Publishes after a save; a mistake is printed as the check prints it, and the last good release stays. */
function watchProducts(productsDir: string, changed: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const again = async () => {
    try {
      await publish(join(root, "schemas"), productsDir);
      changed();
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      for (const finding of error.findings) process.stderr.write(`${describe(finding)}\n`);
    }
  };
  return watch(join(root, "schemas"), { recursive: true }, (_event, name) => {
    if (!name?.endsWith(".json")) return;
    clearTimeout(timer);
    timer = setTimeout(() => void again(), SETTLE_MS);
  });
}
