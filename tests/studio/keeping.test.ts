// What the studio keeps and publishes: a case of a form, a product after another, amounts that came out otherwise, a tariff of a later
// day, and releases. Each act is undone like any other.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLog } from "#content/publish/releases.ts";
import { isError } from "#content/read/findings/finding.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { dateAt, dayAtInstant } from "#engine/values/dates.ts";
import type { CheckAnswer } from "#studio/server/calls.ts";
import type { ChangedFiles } from "#studio/server/edit/patch.ts";
import type { PreviewCases } from "#studio/server/previewCases.ts";
import type { ListedRelease, PublishAnswer } from "#studio/server/release/releases.ts";
import { openStep } from "#studio/step/openStep.ts";
import { planCase } from "#studio/step/planCase.ts";
import { Content } from "#studio/workspace/model/content.ts";
import { planTariff } from "#studio/workspace/tables/newTariff.ts";
import { ContentCopy } from "../content/support/content.ts";
import { openStudioOn } from "./support/studioServer.ts";

const copy = ContentCopy.tiny();
const folder = "schemas/products/tiny";
const sentence = { nl: "", fr: "" };
const server = await openStudioOn(copy);
const get = async <Answer>(url: string) => (await server.get(url)).json<Answer>();
const post = async <Answer>(url: string, payload: object = {}) => {
  const answer = await server.send("POST", url, payload);
  return { status: answer.statusCode, body: answer.json<Answer>() };
};
const undo = () => post("/studio/acts/undo");
const readAll = () =>
  ["schemas", "fixtures"].flatMap((part) =>
    readdirSync(copy.path(part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "utf8")] as const),
  );

test("a case that is kept expects the errors of a total, which it does not have as an answer", () => {
  const schema = {
    type: "object",
    properties: { stock: { type: "number" }, total: { computed: { sum: [".stock"] } } },
  };
  const tooHigh = { pointer: "/total", keyword: "at_most", params: {} };
  const contracts = { form: ({ total }: JsonObject) => (Number(total) > 10 ? [tooHigh] : []) };
  const product = {
    ...{
      bundle: { manifest: { steps: [{ key: "form" }], lists: {} }, steps: { form: { schema, ui: {} } }, contracts },
    },
    ...{ sources: { nl: {}, fr: {} } },
  };
  const words = { translate: () => undefined };
  const start = { data: { stock: 20 }, context: { today: "2026-11-20" }, meta: {} };
  const open = openStep(product as never, { nl: words, fr: words } as never, "form", start as never);
  expect(open.session.given()).toEqual({ stock: 20 });
  expect(open.judge(open.session.given())).toEqual([tooHigh]);
});

test("a form is kept as a case, as what differs from the base, and the check agrees", async () => {
  const before = readAll();
  const { cases: all } = await get<{ cases: PreviewCases }>("/studio/products/tiny/preview");
  const [base] = all["general-data"] ?? [];
  const { kvk: _kvk, ...data }: JsonObject = { ...base!.data, revenue: 0 };
  const expectErrors: [string, string][] = [
    ["/kvk", "required"],
    ["/revenue", "exclusiveMinimum"],
  ];
  const kept = { name: "without turnover and number", data, context: base!.context, expect: expectErrors };
  const content = new Content("tiny", await get<ChangedFiles>("/studio/products/tiny/texts"));
  const { status } = await post("/studio/acts", planCase(content, "general-data", kept, base));
  expect(status).toBe(200);
  const { cases } = copy.read("fixtures/steps/tiny/general-data.json") as { cases: JsonObject[] };
  expect(cases.at(-1)).toEqual({
    name: kept.name,
    set: { "/revenue": 0 },
    remove: ["/kvk"],
    expect: expectErrors,
  });
  expect((await copy.findings()).filter(isError)).toEqual([]);
  await undo();
  expect(readAll()).toEqual(before);
});

test("a product is made after another as one act, which is undone", async () => {
  mkdirSync(copy.path(`${folder}/pictures`), { recursive: true });
  writeFileSync(copy.path(`${folder}/pictures/roof.png`), Buffer.from([137, 80, 78, 71, 0, 200, 255]));
  const before = readAll();
  const { status, body } = await post("/studio/products", { key: "small", like: "tiny", sentence });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(copy.read("schemas/products/small/product.json")).toMatchObject({ key: "small", offered: false });
  const paper = () => readFileSync(copy.path("schemas/products/small/pictures/roof.png"), "latin1");
  expect(paper()).toBe("\u0089PNG\0\u00c8\u00ff");
  const taken = await post<{ message: string }>("/studio/products", { key: "small", like: "tiny", sentence });
  expect([taken.status, taken.body.message]).toEqual([422, expect.stringContaining("already")]);
  await undo();
  expect(readAll(), "with its papers").toEqual(before);
  await post("/studio/acts/redo");
  expect(paper()).toBe("\u0089PNG\0\u00c8\u00ff");
  await undo();
  rmSync(copy.path(`${folder}/pictures`), { recursive: true });
});

const setPrices = (factor: number) =>
  copy.change(`${folder}/tariff.json`, ({ main }) => {
    for (const option of (main as { options: { price: number }[] }).options) option.price *= factor;
  });

test("amounts that came out otherwise are accepted by the edits that the check gives", async () => {
  expect((await get<CheckAnswer>("/studio/check")).others).toEqual([]);
  setPrices(2);
  const { others } = await get<CheckAnswer>("/studio/check");
  expect(others.length).toBeGreaterThan(1);
  expect(others[0]).toMatchObject({
    product: "tiny",
    amounts: [{ name: "per_term", wanted: 447.12, given: 894.24 }, {}, {}],
  });
  await post("/studio/acts", { sentence, edits: others.flatMap(({ edits }) => edits) });
  const accepted = await get<CheckAnswer>("/studio/check");
  expect([accepted.others, accepted.findings.filter(isError)]).toEqual([[], []]);
  await undo();
  setPrices(0.5);
});

test("a tariff from a day on is a copy of the last one before it, with its tables", async () => {
  const table = "up_to;factor\n250000;1\n500000;1,25\n1000000;1,6\n";
  copy.write(`${folder}/turnover.csv`, table);
  copy.change(`${folder}/tariff.json`, ({ factors }) => {
    Object.assign((factors as JsonObject[]).at(-1)!, { bands: { csv: "turnover.csv" } });
  });
  const plan = async (day: string) =>
    planTariff(new Content("tiny", await get<ChangedFiles>("/studio/products/tiny/texts")), day);
  const { status } = await post("/studio/acts", { sentence, edits: await plan("2027-01-01") });
  expect(status).toBe(200);
  expect(readFileSync(copy.path(`${folder}/turnover-2027-01-01.csv`), "utf8")).toBe(table);
  expect(JSON.stringify(copy.read(`${folder}/tariff.2027-01-01.json`))).toContain('"csv":"turnover-2027-01-01.csv"');
  expect(await plan("2027-01-01"), "it is there").toEqual([]);
  const [later] = await plan("2027-07-01");
  expect(JSON.stringify(later?.value)).toContain('"csv":"turnover-2027-07-01.csv"');
  await undo();
  expect(existsSync(copy.path(`${folder}/turnover-2027-01-01.csv`))).toBe(false);
});

test("content is published now and from a day on, refused with an error, and an earlier release comes back", async () => {
  const list = () => get<ListedRelease[]>("/studio/releases");
  const publish = async (from?: string) => (await post<PublishAnswer>("/studio/releases", from ? { from } : {})).body;
  expect(await list()).toEqual([]);
  const today = dayAtInstant(Date.now());
  const first = await publish();
  expect(first).toEqual({ release: `${today}-1`, isNew: true });
  expect(await publish()).toEqual({ release: `${today}-1`, isNew: false });
  copy.change(`${folder}/texts.nl.json`, (texts) => Object.assign(texts, { description: "Anders." }));
  expect(await publish(dateAt(today, "-1d"))).toEqual({ refusal: expect.stringContaining("has been") });
  const tomorrow = dateAt(today, "+1d");
  await publish(tomorrow);
  expect((await list()).map(({ state, first: from }) => [state, from])).toEqual([
    ["on offer", today],
    ["prepared", tomorrow],
  ]);
  const second = await publish();
  const { name } = (await list())[0]!;
  expect((await post("/studio/releases/back", { name })).status).toBe(200);
  expect((await list()).find(({ state }) => state === "on offer")?.name).toBe(name);
  expect((await post("/studio/releases/back", { name })).status, "it is on offer already").toBe(409);
  copy.change(`${folder}/texts.fr.json`, (texts) => delete texts.name);
  expect(await publish()).toEqual({ errors: expect.any(Number) });
  expect(readLog(copy.path("portal/products")).filter(({ action }) => action === "publish")).toHaveLength(3);
  expect("release" in second).toBe(true);
});
