// The studio's server over a copy of the content: whom it answers, what it says about saved files, and that it never runs in
// production.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStudio } from "#studio/server/server.ts";
import { ContentCopy } from "../content/support/content.ts";

const root = join(import.meta.dirname, "../..");
const copy = new ContentCopy("cyber");
let studio: FastifyInstance;

beforeAll(async () => {
  mkdirSync(copy.path("pages"));
  writeFileSync(
    copy.path("pages/index.html"),
    '<meta name="style-nonce" content="" /><meta name="revision" content="" />',
  );
  const folders = { dataDir: copy.path("data"), pagesDir: copy.path("pages") };
  const messagesDir = join(root, "src/app/messages");
  studio = await createStudio({ content: copy.base, messagesDir, ...folders, today: "2026-11-20" });
});
afterAll(async () => {
  await studio.close();
  copy.remove();
});

const get = (url: string, headers: Record<string, string> = {}) => studio.inject({ url, headers });

test("answers its own pages on this machine alone", async () => {
  const address = "/studio/products/cyber/cases";
  expect((await get(address)).statusCode).toBe(200);
  expect((await get(address, { host: "127.0.0.1:4100", origin: "http://127.0.0.1:4100" })).statusCode).toBe(200);
  expect((await get(address, { host: "studio.example:4100" })).statusCode).toBe(403);
  expect((await get(address, { host: "127.0.0.1:4100", origin: "https://elsewhere.example" })).statusCode).toBe(403);
});

test("an unknown product, and an address that is nothing, are said to be unknown", async () => {
  for (const url of ["/studio/products/other/lists", "/studio/products/other/cases", "/studio/nothing"])
    expect((await get(url)).statusCode, url).toBe(404);
});

test("a page signs its styles anew each time; no script or style of another hand runs", async () => {
  const [one, other] = await Promise.all([
    get("/", { accept: "text/html" }),
    get("/product/cyber", { accept: "text/html" }),
  ]);
  const nonce = /style-nonce" content="([^"]+)"/.exec(one.body)?.[1];
  expect(nonce).toMatch(/^[\w+/=]{20,}$/);
  expect(other.body).not.toContain(nonce);
  const policy = String(one.headers["content-security-policy"]);
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
  expect(policy).not.toContain("unsafe-inline");
});

test("the lists of a product are those of its files, in both languages", async () => {
  const { nl, fr } = (await get("/studio/products/cyber/lists")).json();
  expect(nl.premium.premium.insured_amounts.length).toBeGreaterThan(2);
  expect(nl.acceptance.data[0].question).not.toBe(fr.acceptance.data[0].question);
});

test("in production it does not start", () => {
  const env = { PATH: process.env.PATH, APP_ENV: "production" };
  const main = join(root, "src/studio/server/main.ts");
  const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: "utf8" });
  expect([status, stderr]).toEqual([78, expect.stringMatching(/^The studio .* is refused in production\.\n$/)]);
});
