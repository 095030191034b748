// The studio's server over a copy of the content: whom it answers, what it says about saved files, and that it never runs in
// production.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStudio } from "#studio/server/server.ts";
import { ContentCopy, SCHEMAS } from "../content/support/content.ts";

const root = join(import.meta.dirname, "../..");
const copy = new ContentCopy("cyber");
let studio: FastifyInstance;

beforeAll(async () => {
  cpSync(join(SCHEMAS, "meta"), join(copy.schemas, "meta"), { recursive: true });
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

describe("the editor", () => {
  const file = "schemas/products/cyber/general-data.ui.json";
  const put = (body: object) => studio.inject({ method: "PUT", url: "/studio/file", payload: body });
  const ask = async (ask: string, offset: number, text: string) =>
    (await studio.inject({ method: "POST", url: "/studio/language", payload: { ask, file, offset, text } })).json()
      .answer;

  test("gets a file as it is on disk, and saves it", async () => {
    const { text: was } = (await get(`/studio/file?file=${file}`)).json();
    expect(was).toBe(readFileSync(copy.path(file), "utf8"));
    const text = was.replace('"medium"', '"short"');
    expect((await put({ file, text, was })).statusCode).toBe(200);
    expect(readFileSync(copy.path(file), "utf8")).toBe(text);
    const refused = await put({ file, text: was.replace('"kvk"', '"kvks"'), was });
    expect([refused.statusCode, refused.json().text], "somebody else's change is not overwritten").toEqual([409, text]);
    expect((await put({ file, text: was, was: text })).statusCode).toBe(200);
  });

  test("neither reads nor writes what is no content", async () => {
    for (const other of ["package.json", "schemas/products/cyber/../../../package.json", "/etc/hostname"]) {
      expect((await get(`/studio/file?file=${encodeURIComponent(other)}`)).statusCode, other).toBe(404);
      expect((await put({ file: other, text: "{}", was: "" })).statusCode, other).toBe(404);
    }
  });

  test("is told what may stand at a place, what stands there and where it comes from", async () => {
    const text = readFileSync(copy.path(file), "utf8");
    const offset = text.indexOf('"turnover"') + 3;
    expect(await ask("complete", offset, text)).toContainEqual(expect.objectContaining({ label: "kvk" }));
    expect((await ask("hover", offset, text)).lines.length).toBeGreaterThan(1);
    expect(await ask("definition", offset, text)).toMatchObject([
      { file: "schemas/products/cyber/general-data.schema.json" },
    ]);
  });

  test("has the findings of the check in a file, as soon as it is saved", async () => {
    const was = readFileSync(copy.path(file), "utf8");
    await put({ file, was, text: was.replace(/"ui:widget": "currency"/, '"ui:widget": "date"') });
    const found = (await get(`/studio/diagnostics?file=${file}`)).json();
    await put({ file, text: was, was: readFileSync(copy.path(file), "utf8") });
    expect(found).toContainEqual(expect.objectContaining({ level: "error", message: expect.stringContaining("date") }));
  });
});

test("in production it does not start", () => {
  const env = { PATH: process.env.PATH, APP_ENV: "production" };
  const main = join(root, "src/studio/server/main.ts");
  const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: "utf8" });
  expect([status, stderr]).toEqual([78, expect.stringMatching(/^The studio .* is refused in production\.\n$/)]);
});
