// Development: Vite serves the app's sources and reloads them; a saved product file is published again and open pages are
// notified; the analysts' preview gets its calls. Publishes content with findings too, because the preview shows them. Loaded
// only with --dev, so that a production install needs no bundler.
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import middie from "@fastify/middie";
import type { FastifyInstance } from "fastify";
import type { ViteDevServer } from "vite";
import { ContentError, describe } from "#content/finding.ts";
import { publish } from "#content/publish.ts";
import { watchFiles } from "#content/watchFiles.ts";
import { createClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { addPreview } from "./preview.ts";
import { createProducts } from "./products/products.ts";

const root = join(import.meta.dirname, "../..");
/** Pages of the analysts' preview, which are no part of the app. */
const STUDIO = /^\/dev(\/|\?|$)/;
const OURS = /^\/(api|auth|dev|products|csp-report|healthz|readyz)(\/|\?|$)/;

/** `content` contains `schemas` and `fixtures`; a test gives a copy that it may change. */
export async function createDevelopment(config: Config, content = root) {
  const productsDir = join(config.dataDir, "products");
  const cacheDir = join(config.dataDir, "vite");
  const schemasDir = join(content, "schemas");
  const fixturesDir = join(content, "fixtures");
  let vite: ViteDevServer | undefined;
  const notify = () => vite?.ws.send({ type: "custom", event: "products-changed", data: {} });
  /** Whether the last save could be published: otherwise pages show an older one. */
  let current = await publishAgain(schemasDir, productsDir);
  const watchers = await Promise.all([
    watchFiles([schemasDir], async () => {
      current = await publishAgain(schemasDir, productsDir);
      notify();
    }),
    watchFiles([fixturesDir], async () => notify()),
  ]);
  return {
    async attach(app: FastifyInstance): Promise<void> {
      const clock = createClock(config.today);
      addPreview(app, {
        products: createProducts(productsDir),
        schemasDir,
        fixturesDir,
        today: clock.today,
        current: () => current,
      });
      const { createServer } = await import("vite");
      vite = await createServer({
        configFile: join(root, "vite.config.ts"),
        appType: "custom",
        // In the data directory, because two servers that share pre-bundled packages break each other's pages.
        cacheDir,
        // All that either page needs is bundled before the first one opens: a package met later would reload it.
        optimizeDeps: { entries: ["index.html", "../studio/main.tsx"] },
        server: { middlewareMode: true, hmr: { server: app.server }, fs: { allow: [root, cacheDir] } },
      });
      const handle = vite.middlewares;
      await app.register(middie);
      app.use((request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => {
        if (OURS.test(request.url ?? "")) next();
        else handle(request, response, next);
      });
    },
    async page(url: string): Promise<string | undefined> {
      const source = await readFile(
        join(root, STUDIO.test(url) ? "src/studio/index.html" : "src/app/index.html"),
        "utf8",
      );
      const page = STUDIO.test(url) ? source.replace("/main.tsx", `/@fs${join(root, "src/studio/main.tsx")}`) : source;
      return vite?.transformIndexHtml(url, page);
    },
    async close(): Promise<void> {
      for (const watcher of watchers) await watcher.close();
      await vite?.close();
    },
  };
}

/** False after a mistake: it is printed as the check prints it, and the last good release stays. */
async function publishAgain(schemasDir: string, productsDir: string): Promise<boolean> {
  try {
    await publish(schemasDir, productsDir);
    return true;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    for (const finding of error.findings) process.stderr.write(`${describe(finding)}\n`);
    return false;
  }
}
