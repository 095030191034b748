// The calls behind the studio's page of changes: what one may compare with, the difference in words, and the old product published
// beside the new one.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateFrom } from "#content/replay/generate.ts";
import { writePage } from "#content/replay/page.ts";
import { replayPortfolio } from "#content/replay/replay.ts";
import { openForReplay } from "#content/replay/rules.ts";
import { addChanges, type ChangesAnswer, type EarlierName } from "#studio/server/changes.ts";
import type { ReplayAnswer } from "#studio/server/replay.ts";
import { ContentCopy, SCHEMAS } from "../content/support/content.ts";

const copy = new ContentCopy("cyber").writeOut();
const studio = Fastify();

beforeAll(async () => {
  copy.addPortalForms();
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.nl", ...args], { cwd: copy.base });
  git("init", "--quiet");
  git("add", "schemas", "fixtures");
  git("commit", "--quiet", "-m", "the content of spring");
  copy.change("schemas/shared/fields.schema.json", ({ definitions }) => {
    (definitions as { turnover: { maximum: number } }).turnover.maximum = 5_000_000;
  });
  mkdirSync(copy.path("data/products/public"), { recursive: true });
  addChanges(studio, {
    dataDir: copy.path("data"),
    productsDir: copy.path("data/products"),
    schemasDir: copy.schemas,
    fixturesDir: copy.fixtures,
    today: "2026-11-20",
    tell: () => {},
  });
});
afterAll(async () => {
  await studio.close();
  copy.remove();
});

const get = (url: string) => studio.inject({ url });

test("one may compare with the last commits of the content", async () => {
  const names = (await get("/studio/earlier")).json<EarlierName[]>();
  expect(names[0]).toEqual({ name: "HEAD", about: "last commit" });
  expect(names.at(-1)?.about).toMatch(/^\d{4}-\d\d-\d\d the content of spring$/);
});

test("the difference is told with its place, and the product as it was is there to be drawn", async () => {
  const { changes, earlier } = (await get("/studio/products/cyber/changes?since=HEAD")).json<ChangesAnswer>();
  expect(changes[0]).toMatchObject({
    part: "general-data",
    title: { nl: "Algemene gegevens", fr: "Données générales" },
    file: "schemas/products/cyber/general-data.schema.json",
    sentence: { nl: "Het maximum van “Jaaromzet” gaat omlaag van € 10.000.000 naar € 5.000.000." },
  });
  expect(changes.map(({ part }) => part)).toContain("requests");
  expect(changes.some(({ kind }) => kind.startsWith("journey."))).toBe(true);
  const release = earlier?.index.products.find(({ key }) => key === "cyber")?.release ?? "";
  const { bundle } = earlier!.index.releases[release]!;
  const module = await import(`${copy.path("data/products/public")}/${bundle.slice("/products/".length)}`);
  expect(module.steps["general-data"].schema.properties.turnover.maximum).toBe(10_000_000);
  expect(earlier?.sources.fr).toHaveProperty("acceptance");
});

test("beside a product that is new, the others as they were are there to be drawn", async () => {
  cpSync(copy.path("schemas/products/cyber"), copy.path("schemas/products/pets"), { recursive: true });
  const { earlier } = (await get("/studio/products/cyber/changes?since=HEAD")).json<ChangesAnswer>();
  rmSync(copy.path("schemas/products/pets"), { recursive: true });
  expect(earlier?.index.products.map(({ key }) => key)).toEqual(["cyber"]);
});

test("a portfolio goes through both, and its page in each language is the one of the command", async () => {
  const asked = await get("/studio/products/cyber/replay?since=HEAD&generate=40");
  const { id, requests } = asked.json<ReplayAnswer>();
  expect(requests, asked.body).toBe(40);
  const { old, next } = { old: await openForReplay(SCHEMAS, "HEAD"), next: await openForReplay(copy.schemas, "") };
  const own = { ...old, products: new Map([["cyber", old.products.get("cyber")!]]) };
  const portfolio = generateFrom(copy.fixtures, { content: own, count: 40, seed: 1 });
  const result = replayPortfolio({ old, new: { ...next, name: "les fichiers actuels" }, requests: portfolio });
  const page = await get(`/studio/replays/${id}/fr`);
  expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'self'");
  expect(page.body).toBe(writePage({ result, old, new: next }, "fr"));
  expect(page.body, "the new maximum refuses some").toContain("refusé");
});

test("a name that is nothing is answered with those that there are", async () => {
  const answer = await get("/studio/products/cyber/changes?since=autumn");
  expect(answer.statusCode).toBe(404);
  expect(answer.json().message).toContain('There is no release or git revision "autumn"');
});
