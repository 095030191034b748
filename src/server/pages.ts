// The pages of the app, built or in development, and the files beside them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Sessions } from "./auth/sessions.ts";
import type { Config } from "./config.ts";
import { answerNotFound } from "./errorHandler.ts";
import { pageMetas } from "./pageMetas.ts";
import { builtPage, type PageSource, sendPage, serveApp, serveProducts, wantsPage } from "./staticFiles.ts";

/** Pages and files come from here instead of the build. */
export interface Development {
  page: PageSource;
  attach(app: FastifyInstance): Promise<void>;
}

interface PageParts {
  productsDir: string;
  appDir: string;
  development: Development | undefined;
  sessions: Sessions;
  config: Config;
}

/** Whatever is no call and no file is a page of the app. */
export async function servePages(app: FastifyInstance, parts: PageParts): Promise<void> {
  const { productsDir, appDir, development, sessions, config } = parts;
  await serveProducts(app, productsDir);
  if (development) await development.attach(app);
  else await serveApp(app, appDir);
  const source = development?.page ?? builtPage(appDir);
  const page = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(request, reply, source, { sessions, metas: pageMetas(config) });
  app.get("/", page);
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request) ? page(request, reply) : answerNotFound(request, reply),
  );
}
