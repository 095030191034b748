// The studio's server: pages, calls, and products that it publishes for itself, for this machine only. Its data is in a
// folder that no portal reads. It shares only the content files with portals.
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join, relative } from "node:path";
import serveStatic from "@fastify/static";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { tryPublish } from "#content/publish/publish.ts";
import { findExamples } from "#content/read/catalogue.ts";
import { Memory } from "#content/read/files/memory.ts";
import { watchFiles } from "#content/read/files/watchFiles.ts";
import { inLanguage, t } from "#content/read/findings/translate.ts";
import { Shapes } from "#content/read/shapes.ts";
import { readLanguage } from "#engine/values/languages.ts";
import { createClock } from "#server/config/clock.ts";
import type { OpenDatabase } from "#server/db/open.ts";
import { createProducts } from "#server/products/products.ts";
import { keepToken, refuseOthers } from "./access.ts";
import { answerError } from "./answerError.ts";
import { addCalls } from "./calls.ts";
import { CheckRunner } from "./check.ts";
import { addChanges } from "./compare/changes.ts";
import { addEditing } from "./edit/editing.ts";
import { inspectShape } from "./edit/inspectShape.ts";
import { type ChangedFiles, Patcher } from "./edit/patch.ts";
import { createCaseReader } from "./previewCases.ts";
import { addReleases } from "./release/releases.ts";
import { addRequests } from "./request/requests.ts";

interface StudioOptions {
  /** Contains `schemas` and `fixtures`. */
  content: string;
  /** The example products of the fixtures are published too. */
  examples?: boolean | undefined;
  /** Where the studio publishes. Must not be a folder that a portal serves. */
  dataDir: string;
  /** The built pages of the studio. */
  pagesDir: string;
  /** The built pages of the portal, in which requests are tried out. */
  appDir: string;
  messagesDir: string;
  /** Fixes the day, for tests. */
  today?: string | undefined;
  /** Names the releases of the portal. By default this process's own. */
  env?: NodeJS.ProcessEnv | undefined;
  /** Returns why files could not be published, as a finding of the check. */
  tell(line: string): void;
  /** For tests: opens a database that has the sample data already. */
  openDatabase?: () => Promise<OpenDatabase>;
}

export async function createStudio(options: StudioOptions): Promise<FastifyInstance> {
  const [schemasDir, fixturesDir] = [join(options.content, "schemas"), join(options.content, "fixtures")];
  const productsDir = join(options.dataDir, "products");
  const memory = new Memory();
  const shapes = new Shapes(join(schemasDir, "meta"));
  const examplesDir = options.examples ? findExamples(fixturesDir) : undefined;
  const publishing = { memory, shapes, examplesDir, tell: options.tell };
  /** Whether the last save could be published. If not, the pages show an older state. */
  let current = await tryPublish(schemasDir, productsDir, { ...publishing, isAnew: true });
  const app = Fastify({ forceCloseConnections: true });
  const token = keepToken(options.dataDir);
  refuseOthers(app, token);
  answerInLanguage(app);
  const saves = announceSaves(app);
  const folders = [schemasDir, fixturesDir];
  let latest = stampFiles(options.content, folders);
  /** The watcher also reports files that the editor wrote. The stamps ensure that they are published and announced once. */
  const saved = inTurn(async () => {
    const before = latest;
    latest = stampFiles(options.content, folders);
    const files = new Set([...before.keys(), ...latest.keys()].filter((file) => before.get(file) !== latest.get(file)));
    if (files.size === 0) return;
    current = false;
    try {
      current = await tryPublish(schemasDir, productsDir, publishing);
    } finally {
      saves.announce([...files]);
    }
  });
  const watcher = await watchFiles(folders, saved);
  const check = new CheckRunner({ schemasDir, fixturesDir });
  app.addHook("onClose", async () => {
    await Promise.all([watcher.close(), check.close()]);
  });
  const patcher = new Patcher({
    base: options.content,
    journalPath: join(options.dataDir, "acts.json"),
    now: () => new Date().toISOString(),
    inspect: inspectShape(options.content, shapes),
  });
  const answer = (changed: ChangedFiles) => {
    void saved().catch((reason: unknown) => app.log.error(reason));
    return { files: changed };
  };
  app.setErrorHandler(answerError);
  addEditing(app, { base: options.content, patcher, answer, index: new ContentIndex(schemasDir, fixturesDir), saved });
  addCalls(app, {
    products: createProducts(productsDir, { releases: false }),
    productsDir,
    check,
    fixturesDir,
    readCases: createCaseReader({ schemasDir, fixturesDir, memory, shapes }),
    messagesDir: options.messagesDir,
    today: createClock(options.today).today,
    current: () => current,
  });
  addChanges(app, { ...options, schemasDir, fixturesDir });
  addReleases(app, { ...options, schemasDir, fixturesDir, check });
  const requests = addRequests(app, { ...options, today: options.today, productsDir, fixturesDir, patcher, saved });
  const files = { index: false, decorateReply: false } as const;
  await app.register(serveStatic, { ...files, root: join(productsDir, "public"), prefix: "/products/" });
  await app.register(serveStatic, {
    ...files,
    // What the portal's pages load is beside what the studio's pages load.
    root: [options.pagesDir, options.appDir].filter(existsSync),
    wildcard: false,
    globIgnore: ["index.html"],
    setHeaders: keepHashedFiles,
  });
  servePages(app, { page: join(options.pagesDir, "index.html"), revision: saves.revision, token, ...requests });
  return app;
}

/** Runs each call for a reader of its language, after the body is read: reading it loses what runs around it. */
const answerInLanguage = (app: FastifyInstance) =>
  app.addHook("preValidation", ({ headers }, _reply, done) =>
    inLanguage(readLanguage(headers["accept-language"]) ?? undefined, done),
  );

/** Calls one after the other, so that an earlier state never counts as the latest. */
function inTurn(act: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.catch(() => {}).then(act);
    return last;
  };
}

/** A frame in the page loads the same files as the page. */
const keepHashedFiles = (reply: { header(name: string, value: string): unknown }, path: string) => {
  if (path.includes("/assets/")) reply.header("cache-control", "public, max-age=31536000, immutable");
};

/** The time and size of every content file. */
function stampFiles(base: string, folders: readonly string[]): Map<string, string> {
  const entries = folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
  const contentFiles = entries.filter((entry) => entry.isFile() && !/^\.|\.new$/.test(entry.name));
  return new Map(
    contentFiles.map(({ parentPath, name }) => {
      const { mtimeMs, size } = statSync(join(parentPath, name));
      return [relative(base, join(parentPath, name)), `${mtimeMs} ${size}`];
    }),
  );
}

/** Notifies open pages of every saved file (server-sent events). A page that was disconnected compares revisions. */
function announceSaves(app: FastifyInstance) {
  const listening = new Set<ServerResponse>();
  // Differs after each start, because pages may stay open while the server is down and files change.
  let revision = Date.now();
  /** With the files that changed. None: they are not known. */
  const tell = (response: ServerResponse, files: readonly string[] = []) =>
    response.write(`data: ${[revision, ...files].join(" ")}\n\n`);
  app.get("/studio/saves", (request, reply) => {
    reply.hijack();
    const response = reply.raw;
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    tell(response);
    listening.add(response);
    request.raw.on("close", () => listening.delete(response));
  });
  app.addHook("preClose", () => {
    for (const response of listening) response.end();
  });
  return {
    revision: () => revision,
    announce(files: readonly string[]) {
      revision += 1;
      for (const response of listening) tell(response, files);
    },
  };
}

interface PageParts extends ReturnType<typeof addRequests> {
  page: string;
  revision(): number;
  token: string;
}

/** Serves the page at all other addresses, and the portal to its own pages. Its policy allows the editor's own styles. */
function servePages(app: FastifyInstance, { page, revision, token, forward, isStarted }: PageParts): void {
  app.setNotFoundHandler(async (request, reply) => {
    const isOfPortal =
      !wantsPage(request) || (request.headers["sec-fetch-dest"] === "iframe" && request.url !== "/frame");
    if (isOfPortal && isStarted()) return forward(request, reply);
    if (!wantsPage(request)) return reply.code(404).send({ code: "not_found", message: t`There is nothing here.` });
    const nonce = randomBytes(16).toString("base64");
    const policy = String(reply.getHeader("content-security-policy"))
      .replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
      .replace("require-trusted-types-for 'script'; report-uri /csp-report", "")
      .replace("frame-ancestors 'none'", "frame-ancestors 'self'");
    const html = readFileSync(page, "utf8")
      .replace('name="style-nonce" content=""', `name="style-nonce" content="${nonce}"`)
      .replace('name="csrf-token" content=""', `name="csrf-token" content="${token}"`)
      .replace('name="revision" content=""', `name="revision" content="${revision()}"`);
    reply.headers({
      "content-security-policy": policy,
      "x-frame-options": "SAMEORIGIN",
      "cache-control": "no-store",
    });
    return reply.type("text/html; charset=utf-8").send(html);
  });
}

const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  method === "GET" && (headers.accept ?? "").includes("text/html");
