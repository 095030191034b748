// The calls behind the studio's page of changes: what one may compare with, the rows, and what a
// portfolio becomes.
import { execFileSync } from "node:child_process";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compare } from "#content/compare/compare.ts";
import { sampleRequests } from "#content/compare/replay/replay.ts";
import { inLanguage } from "#content/read/findings/translate.ts";
import { answerError } from "#studio/server/answerError.ts";
import { addChanges, type Compared, type EarlierName } from "#studio/server/compare/changes.ts";
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
    (definitions as { turnover: { maximum: number } }).turnover.maximum = 400_000;
  });
  studio.setErrorHandler(answerError);
  addChanges(studio, { schemasDir: copy.schemas, fixturesDir: copy.fixtures, env: { DATA_DIR: copy.path("data") } });
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

test("the difference is reported with its place, and the journeys that end otherwise too", async () => {
  const { rows } = (await get("/studio/products/cyber/changes?since=HEAD")).json<Compared>();
  expect(rows[0]).toMatchObject({
    part: "general-data",
    where: "Algemene gegevens · Jaaromzet · maximum",
    before: "€\u00a010.000.000",
    after: "€\u00a0400.000",
    place: "schemas/products/cyber/general-data.schema.json /properties/turnover/maximum",
  });
  expect(rows.some(({ where }) => where.startsWith("journey"))).toBe(true);
  const french = await inLanguage("fr", async () => get("/studio/products/cyber/changes?since=HEAD"));
  const words = french.json<Compared>().rows.map(({ where }) => where);
  expect(words).toContain("Données générales · Chiffre d’affaires annuel · maximum");
  expect(words.join()).toContain('demande "');
});

test("the files as brokers have them are those of the last commit while nothing is on offer", async () => {
  const released = (await get("/studio/products/cyber/released")).json<Record<string, string>>();
  expect(released["schemas/shared/fields.schema.json"]).toContain('"maximum": 10000000');
  expect(Object.keys(released)).toContain("schemas/shared/texts.fr.json");
});

test("a portfolio goes through both, with the rows of the command", async () => {
  const replayed = await get("/studio/products/cyber/portfolio?since=HEAD");
  const { rows, requests } = replayed.json<Compared>();
  const samples = sampleRequests(copy.fixtures);
  expect(requests, replayed.body).toBe(samples.filter(({ product }) => product === "cyber").length);
  const comparison = await compare({
    before: { schemas: SCHEMAS, fixtures: copy.fixtures },
    after: { schemas: copy.schemas, fixtures: copy.fixtures },
    product: "cyber",
    portfolioOnly: true,
    findRequests: async () => ({ requests: samples, without: 0 }),
  });
  expect(rows).toEqual(comparison.rows);
  expect(rows.map(({ where }) => where)).toContain("refused: Jaaromzet · maximum");
});

test("a name that is nothing is answered with those that there are", async () => {
  const answer = await get("/studio/products/cyber/changes?since=autumn");
  expect(answer.statusCode).toBe(404);
  expect(answer.json().message).toContain('There is no release or git revision "autumn"');
});
