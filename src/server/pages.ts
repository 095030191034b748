// The pages of the app, built or in development, and the files beside them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Underwriting } from "#underwriting/calculate.ts";
import type { Consents } from "./auth/consents.ts";
import type { Sessions } from "./auth/sessions.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/open.ts";
import { answerNotFound } from "./errorHandler.ts";
import { movedDocument, type Products } from "./products/products.ts";
import { builtPage, type PageSource, sendPage, serveApp, serveProducts, wantsPage } from "./staticFiles.ts";

/** Pages and files come from here instead of the build. */
export interface Development {
  page: PageSource;
  attach(app: FastifyInstance, parts: DevelopmentParts): Promise<void>;
  /** Hears what each premium was made of: the address of the call, and what was priced. */
  priced?(url: string, underwriting: Underwriting): void;
}

export interface DevelopmentParts {
  /** Rows of every office. */
  db: Db;
  clock: Clock;
  products: Products;
}

interface PageParts extends DevelopmentParts {
  productsDir: string;
  appDir: string;
  development: Development | undefined;
  sessions: Sessions;
  consents: Consents;
  config: Config;
}

/** Every address that is no call and no file is a page of the app. */
export async function servePages(app: FastifyInstance, parts: PageParts): Promise<void> {
  const { productsDir, products, appDir, development, sessions, consents, config } = parts;
  await serveProducts(app, productsDir, products);
  for (const address of ["/storage/:product/:file", "/storage/information-document.pdf"]) {
    app.get(address, async (request, reply) => {
      const moved = movedDocument(products.index(), request.url.split("?")[0] ?? "");
      return moved === undefined ? answerNotFound(request, reply) : reply.redirect(moved);
    });
  }
  if (development) await development.attach(app, parts);
  else await serveApp(app, appDir);
  const source = development?.page ?? builtPage(appDir);
  const page = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(request, reply, source, { sessions, consents, products, metas: pageMetas(config) });
  app.get("/", page);
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request) ? page(request, reply) : answerNotFound(request, reply),
  );
}

/** What the page tells the app about the provider: its name, help lines, the form for custom work. */
function pageMetas(config: Pick<Config, "provider" | "customWorkUrl" | "support" | "today">): Record<string, string> {
  const metas: Record<string, string> = {
    provider: config.provider,
    "link-customWork": config.customWorkUrl,
    support: JSON.stringify(config.support),
  };
  // Only where a test fixes the day: otherwise the page reads its own clock, also past midnight.
  if (config.today) metas.today = config.today;
  return metas;
}
