// A list of records over the real calls: bad input has its clear answer and loses nothing, and the background check is asked about every record.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FormsAnswer, PremiumAnswer } from "#api/wire/wireTypes.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Subject } from "#underwriting/backgroundCheck.ts";
import type { ContentCopy } from "../content/support/content.ts";
import { addFields, OFFICE, serveChanged } from "../support/changedProduct.ts";
import { pdfText } from "../support/pdfText.ts";
import type { Client, TestServer } from "../support/server.ts";
import { ANSWERS, checkEach, fill, type Opened, open, PRODUCT, save, saveWith, send } from "../support/wizard.ts";

const STEP = "general-data";

let server: TestServer;
let vera: Client;
let relations: number[];
let relation = 0;
/** Whom the background check was asked about. */
let checkedNames: (string | null)[] = [];
const HIT = "Karel Boef";

const check = async ({ name }: Subject) => {
  checkedNames.push(name);
  return name === HIT ? ("hit" as const) : ("clear" as const);
};

const addOwners = (copy: ContentCopy) => {
  const properties = {
    name: { type: "string", minLength: 1, maxLength: 80 },
    share: { type: "number", minimum: 25, maximum: 100 },
    nick: { type: "string", maxLength: 20 },
  };
  const items = { type: "object", properties, required: ["name"], additionalProperties: false };
  const text = { "ui:widget": "text" };
  addFields(copy, STEP, {
    properties: {
      owners: { type: "array", maxItems: 3, uniqueBy: "name", items },
      chief: { type: "string", maxLength: 40, enumFrom: `${STEP}.owners` },
      team: { type: "array", uniqueItems: true, items: { type: "string", maxLength: 40, enumFrom: `${STEP}.owners` } },
    },
    layout: { owners: { "ui:field": "list", name: text, share: { "ui:widget": "number" }, nick: text } },
    texts: {
      "field.owners.item": ["Eigenaar", "Propriétaire"],
      "field.owners.record": ["{nick}", "{nick}"],
      "field.chief.label": "Baas",
      "field.team.label": "Ploeg",
    },
  });
  copy.change(`schemas/products/${PRODUCT}/product.json`, (manifest) => {
    manifest.screened = [`${STEP}.owners.*.name`];
  });
  copy.change(`schemas/products/${PRODUCT}/tariff.json`, (tariff) => {
    const owners = `${STEP}.owners`;
    const shared = { name: "owner", each: owners, amount: `${owners}.*.share`, rate: 0.333 };
    tariff.per_item = [{ ...shared, optional: true }];
  });
};

const portal = serveChanged(addOwners, { backgroundCheck: checkEach(check) });
beforeAll(() => {
  ({ server, vera, relations } = portal);
  relation = relations.pop() ?? 0;
});

let opened: Opened;
beforeEach(async () => {
  opened = await open(vera, OFFICE, relation);
  await vera.ok("POST", `${opened.base}/wizard/restart`);
});

const withOwners = (owners: unknown): JsonObject => ({ ...ANSWERS[STEP], owners });
const owner = (id: unknown, name = `Owner ${id}`): JsonObject => ({ _id: id, name });
const many = (count: number) => Array.from({ length: count }, (_, index) => owner(`r${index}`));

const shared = (id: string, share?: number, nick?: string): JsonObject => ({ ...owner(id), share, nick });

async function readDocument(number: unknown): Promise<string> {
  const { content } = await server.db
    .selectFrom("documents as d")
    .innerJoin("document_contents as c", "c.id", "d.id")
    .select("c.content")
    .where("d.contract_number", "=", Number(number))
    .executeTakeFirstOrThrow();
  return pdfText(content).replace(/[\s\u202f]+/g, " ");
}

async function readOwners(): Promise<unknown> {
  const forms = await vera.ok<FormsAnswer>("POST", `${opened.base}/wizard/steps/forms`, { body: {} });
  return forms.data[STEP]?.data.owners;
}

/** More parts than a call may have. */
const HUGE = many(10_000).map(({ _id }) => ({ _id }));

const BAD: [what: string, owners: unknown, errors: [pointer: string, keyword: string][]][] = [
  ["one record too many", many(4), [["/owners", "maxItems"]]],
  ["hundreds of records", many(600).map(({ _id }) => ({ _id })), [["/owners", "maxItems"]]],
  ["an id twice", [owner("a"), owner("b"), owner("a", "Third")], [["/owners/2/_id", "uniqueItems"]]],
  ["an id that reads as an index", [owner("1")], [["/owners/0/_id", "pattern"]]],
  ["an id that is no text", [owner("a"), owner(7, "Second")], [["/owners/1/_id", "pattern"]]],
  ["an id of a prototype", [owner("__proto__", "First")], [["/owners/0/_id", "pattern"]]],
  ["two records alike", [owner("a", "Anna"), owner("b", "Anna")], [["/owners/1/name", "uniqueBy"]]],
  ["an empty record", [owner("a"), {}], [["/owners/1/name", "required"]]],
  ["a value below its bound", [{ ...owner("a"), share: 10 }], [["/owners/0/share", "minimum"]]],
  ["a text for a record", [owner("a"), "Anna"], [["/owners/1", "type"]]],
  ["null for a record", [null], [["/owners/0", "type"]]],
  ["a record for a name", [{ _id: "a", name: { first: "Anna" } }], [["/owners/0/name", "type"]]],
  ["an object for a list", { 0: owner("a") }, [["/owners", "type"]]],
];

describe("a step with a list", () => {
  test.each(BAD)("of %s is refused at record and field, and what is stored stays", async (_what, owners, errors) => {
    const stored = [owner("a", "Anna"), owner("b", "Bo")];
    expect((await save(vera, opened, STEP, withOwners(stored))).statusCode).toBe(200);
    const refused = await save(vera, opened, STEP, withOwners(owners));
    expect(refused.statusCode, refused.body.slice(0, 500)).toBe(422);
    const { errors: refusals } = refused.json() as { errors: { pointer: string; keyword: string }[] };
    expect(refusals.map(({ pointer, keyword }) => [pointer, keyword])).toEqual(errors);
    expect(await readOwners()).toEqual(stored);
  });

  test("of hundreds of records is not stored for later either, and has no price", async () => {
    const later = await saveWith(vera, opened, STEP, { body: withOwners(many(600)), action: "save" });
    expect(later.statusCode).toBe(422);
    expect(later.json().errors).toEqual([expect.objectContaining({ pointer: "/owners", params: { limit: 3 } })]);
    const priced = await vera.call("POST", `${opened.base}/premium`, { body: { [STEP]: withOwners(many(600)) } });
    expect(priced.statusCode).toBe(422);
    expect(await readOwners()).toBeUndefined();
  });

  test.each(["next", "save"])("of 10,000 records is refused with %s before it is read", async (action) => {
    const refused = await saveWith(vera, opened, STEP, { body: withOwners(HUGE), action });
    expect(refused.statusCode).toBe(413);
    expect(refused.json()).toMatchObject({ code: "too_large", message: expect.stringContaining("Verwijder regels") });
    expect(await readOwners()).toBeUndefined();
  });

  test("of more text than a call may have is refused with what to do, in the language of the broker", async () => {
    const owners = many(3).map((record) => ({ ...record, name: "x".repeat(100_000) }));
    const refused = await save(vera, opened, STEP, withOwners(owners));
    expect(refused.statusCode).toBe(413);
    expect(refused.json().message).toContain("Maak teksten korter of verwijder regels");
    vera.language("fr");
    const french = await save(vera, opened, STEP, withOwners(owners));
    vera.language("nl");
    expect(french.json().message).toContain("Raccourcissez des textes");
    expect(await readOwners()).toBeUndefined();
  });

  test("loses members of records that no schema declares", async () => {
    const owners = [{ ...owner("a", "Anna"), shoe: 43 }];
    expect((await save(vera, opened, STEP, withOwners(owners))).statusCode).toBe(200);
    expect(await readOwners()).toEqual([owner("a", "Anna")]);
  });

  test("that is longer than the release allows is kept, refused with Next and taken when it is shorter", async () => {
    const owners = many(5);
    const later = await saveWith(vera, opened, STEP, { body: withOwners(owners), action: "save" });
    expect(later.statusCode, later.body).toBe(200);
    expect(await readOwners()).toEqual(owners);
    const { errors, progress } = (await save(vera, opened, STEP, withOwners(owners))).json();
    expect(errors).toEqual([
      expect.objectContaining({ pointer: "/owners", keyword: "maxItems", params: { limit: 3 } }),
    ]);
    expect(progress.data[STEP].completed).toBe(false);
    expect(await readOwners()).toEqual(owners);
    expect((await save(vera, opened, STEP, withOwners(owners.slice(1, 4)))).statusCode).toBe(200);
    expect(await readOwners()).toEqual(owners.slice(1, 4));
  });
});

test("the background check is asked about each owner, and a hit makes a policy request a referral", async () => {
  const sendPolicy = async (owners: unknown) => {
    const request = await open(vera, OFFICE, relations.pop());
    await fill(vera, request, { [STEP]: withOwners(owners) });
    checkedNames = [];
    return (await send(vera, request, "insurance-policy")).json();
  };
  const priced = (id: string, name: string) => ({ ...owner(id, name), share: 30 });
  const others = [priced("a", "Anna"), priced("b", "Bo")];
  expect(await sendPolicy(others)).toMatchObject({ accepted: "accepted" });
  expect(checkedNames.slice(-2)).toEqual(["Anna", "Bo"]);
  expect(await sendPolicy([...others, priced("c", HIT)])).toMatchObject({ accepted: "referred" });
  expect(await sendPolicy(undefined)).toMatchObject({ accepted: "accepted" });
});

describe("a choice among the records", () => {
  const chosen = (owners: JsonObject[]): JsonObject => ({ ...withOwners(owners), chief: "b", team: ["a", "b"] });

  test("is stored by id, and printed by title", async () => {
    const request = await open(vera, OFFICE, relations.pop());
    await fill(vera, request, { [STEP]: chosen([shared("a", 30, "Annie"), shared("b", 30, "Bo <b>")]) });
    const { number } = (await send(vera, request, "quotation")).json();
    const text = await readDocument(number);
    expect(text).toContain("Baas Bo <b> Ploeg Annie, Bo <b>");
  });

  test("of a record that is not there is refused at its field, and what is stored stays", async () => {
    const both = chosen([owner("a", "Anna"), owner("b", "Bo")]);
    expect((await save(vera, opened, STEP, both)).statusCode).toBe(200);
    const refused = await save(vera, opened, STEP, chosen([owner("a", "Anna")]));
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toEqual(
      ["/chief", "/team/1"].map((pointer) => expect.objectContaining({ pointer, keyword: "enumFrom" })),
    );
    expect(await readOwners()).toEqual(both.owners);
  });
});

describe("the premium", () => {
  const ask = async (owners: unknown) => {
    const body = { ...ANSWERS, [STEP]: withOwners(owners) };
    const answered = await vera.call("POST", `${opened.base}/premium`, { body });
    return { status: answered.statusCode, ...(answered.json() as PremiumAnswer) };
  };

  test("has a line for each record, by its name or number in the language of the broker, and they add up", async () => {
    const { premium: without } = await ask([]);
    const { premium } = await ask([shared("a", 62.5, "Annie"), shared("b", 30)]);
    const lines = [
      { name: "owner", label: "Annie", amount: 20.81 },
      { name: "owner", label: "Eigenaar 2", amount: 9.99 },
    ];
    expect(premium.lines).toMatchObject({ items: lines, base: without.total_amount_base });
    expect(premium.lines?.annual).toBeCloseTo((without.lines?.annual ?? 0) + 20.81 + 9.99, 6);
    expect(without.lines).not.toHaveProperty("items");
    vera.language("fr");
    const { premium: french } = await ask([shared("a", 62.5), shared("b", 30)]);
    vera.language("nl");
    expect(french.lines?.items?.map(({ label }) => label)).toEqual(["Propriétaire 1", "Propriétaire 2"]);
  });

  test("is unknown while a record has no price, and refused with a record that the step refuses", async () => {
    const { premium } = await ask([shared("a", 62.5), shared("b")]);
    expect([premium.total_amount, premium.lines]).toEqual([null, null]);
    expect((await ask([shared("a", 10)])).status).toBe(422);
  });

  test("has a row for each record in the document of the quotation, before the sum of the year", async () => {
    const request = await open(vera, OFFICE, relations.pop());
    await fill(vera, request, { [STEP]: withOwners([shared("a", 62.5, "Annie"), shared("b", 30)]) });
    const { number } = (await send(vera, request, "quotation")).json();
    const rows = await readDocument(number);
    const [, lines = "", year = ""] =
      rows.match(
        /Premie (Hoofddekking .+ Annie € 20,81 Eigenaar 2 € 9,99 .*)Premie per jaar, exclusief belasting (€ \S+)/,
      ) ?? [];
    const cents = (amounts: string) =>
      (amounts.match(/€ [\d.]+,\d\d/g) ?? []).reduce((sum, amount) => sum + Number(amount.replace(/\D/g, "")), 0);
    expect(cents(lines), rows).toBe(cents(year));
  });
});
