// The studio's server over a copy of content, called without a socket until the test file ends.
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import { createStudio } from "#studio/server/server.ts";
import { type ContentCopy, FIXTURES, ROOT, SCHEMAS } from "../../content/support/content.ts";
import { openTestDatabase } from "../../support/server.ts";

export async function openStudioOn(copy: ContentCopy, { examples = false } = {}) {
  cpSync(join(SCHEMAS, "meta"), join(copy.schemas, "meta"), { recursive: true });
  copy.addPortalForms();
  cpSync(join(FIXTURES, "portfolio/register.json"), copy.path("fixtures/portfolio/register.json"), {
    force: false,
  });
  for (const app of ["studio", "app"]) cpSync(join(ROOT, `src/${app}/index.html`), copy.path(`${app}/index.html`));
  const studio = await createStudio({
    content: copy.base,
    messagesDir: join(ROOT, "src/app/messages"),
    dataDir: copy.path("data"),
    pagesDir: copy.path("studio"),
    appDir: copy.path("app"),
    examples,
    env: { APP_ENV: "test", DATA_DIR: copy.path("portal") },
    today: "2026-11-20",
    openDatabase: openTestDatabase,
    tell: () => {},
  });
  afterAll(async () => {
    await studio.close();
    copy.remove();
  });
  const get = (url: string, headers: Record<string, string> = {}) => studio.inject({ url, headers });
  /** A change, with the token that the studio's own pages send. */
  const send = (method: "POST" | "PUT" | "DELETE", url: string, payload: object = {}, headers: object = {}) => {
    const token = readFileSync(copy.path("data/token"), "utf8");
    return studio.inject({ method, url, payload, headers: { "x-csrf-token": token, ...headers } });
  };
  return { get, send };
}
