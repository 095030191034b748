// The edit form of a relation: what is refused changes nothing, what is accepted shows everywhere.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { KEPT } from "#content/check/portal.ts";
import { publish } from "#content/publish/publish.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { CONSENT_SUBJECTS } from "#server/auth/consents.ts";
import { apiValidator } from "#server/http/apiSchemas.ts";
import { ContentCopy } from "../content/support/content.ts";
import { openPortfolioServer, type PortfolioServer } from "../support/portfolioServer.ts";

const LOGIN = "v.voorbeeld";
const NUMBER = 300108;
const base = {
  company_name: "Nieuwe Naam Voorbeeld B.V.",
  email: "nieuw@example.nl",
  email_financial: null,
  address: "Voorbeeldlaan 12-2",
  zipcode: "1234 AB",
  city: "Delft",
  country: "NL",
  correspondence_preference: "Post",
  digital_policy: "N",
  kvk: "42500001",
};

let server: PortfolioServer;
const content = new ContentCopy("cyber").writeOut();
beforeAll(async () => {
  content.addPortalForms();
  await publish(content.schemas, content.out);
  server = await openPortfolioServer({ productsDir: content.out });
});
afterAll(async () => {
  await server?.close();
  content.remove();
});

const save = (body: unknown, headers?: Record<string, string>) =>
  server.post(LOGIN, `/api/relations/edit/${NUMBER}`, body, headers);
const stored = async () => (await server.get(LOGIN, `/api/relations/${NUMBER}`)).body.data as JsonObject;

describe("refused", () => {
  let before: JsonObject;
  beforeEach(async () => {
    before = await stored();
  });

  const cases: [string, JsonObject, string][] = [
    ["no company", { company_name: " " }, "/company_name"],
    ["no e-mail", { email: null }, "/email"],
    ["no address", { address: "" }, "/address"],
    ["no city", { city: undefined }, "/city"],
    ["e-mail", { email: "geen e-mail" }, "/email"],
    ["financial e-mail", { email_financial: "x@" }, "/email_financial"],
    ["postal code", { zipcode: "0123 AB" }, "/zipcode"],
    ["postal code letters", { zipcode: "1234 SS" }, "/zipcode"],
    ["country", { country: "BE" }, "/country"],
    ["preference", { correspondence_preference: "Fax" }, "/correspondence_preference"],
    ["digital policy", { digital_policy: "Ja" }, "/digital_policy"],
    ["kvk of 7", { kvk: "4250000" }, "/kvk"],
    ["kvk of 12", { kvk: "425000010000" }, "/kvk"],
    ["a number for a text", { city: 12 }, "/city"],
    ["an object for a text", { city: { a: 1 } }, "/city"],
    ["an unknown member", { intermediary_number: 100871 }, "/intermediary_number"],
    ["a very long name", { company_name: "x".repeat(5_000) }, "/company_name"],
  ];
  test.each(cases)("%s", async (_name, change, pointer) => {
    const answer = await save({ ...base, ...change });
    expect(answer.status, answer.text).toBe(422);
    const fits = apiValidator("error");
    expect(fits(answer.body), JSON.stringify(fits.errors)).toBe(true);
    expect((answer.body.errors as { pointer: string }[]).map((error) => error.pointer)).toContain(pointer);
    expect(await stored()).toEqual(before);
  });

  test("everything at once, in the order of the form", async () => {
    const answer = await save({});
    expect(
      (answer.body.errors as { pointer: string; keyword: string }[]).every((error) => error.keyword === "required"),
    ).toBe(true);
    expect(answer.body.errors).toHaveLength(9);
  });

  test.each(["[]", '"x"', "null", "1", ""])("a body that is no object: %s", async (text) => {
    expect((await save(text)).status).toBe(400);
    expect(await stored()).toEqual(before);
  });
});

describe("saved", () => {
  test("with the same tidying as the form", async () => {
    const answer = await save({ ...base, zipcode: "1234ab", kvk: "4250.00 01", email_financial: "", city: " Delft " });
    expect(answer.status, answer.text).toBe(200);
    const fits = apiValidator("relations-edit");
    expect(fits(answer.body), JSON.stringify(fits.errors)).toBe(true);
    expect(await stored()).toMatchObject({
      company: base.company_name,
      zipcode: "1234 AB",
      kvk_number: "42500001",
      email_financial: null,
      city: "Delft",
      digital_policy: "N",
      correspondence_preference: "Post",
      intermediary_number: 100245,
    });
  });

  test("the new name is in every list and found in them; the order of the list follows", async () => {
    await save({ ...base, company_name: "Aaa Hernoemd" });
    for (const list of ["quotations", "policies", "damages", "invoices"]) {
      const rows = (await server.get(LOGIN, `/api/${list}?relation_id=${NUMBER}`)).body.data as JsonObject[];
      expect(new Set(rows.map((row) => row.relation_name))).toEqual(new Set(["Aaa Hernoemd"]));
      const matches = (await server.get(LOGIN, `/api/${list}/search/hernoemd`)).body.data as JsonObject[];
      expect(matches).toHaveLength(rows.length);
    }
    const first = (await server.get(LOGIN, "/api/relations?page=1&limit=7&detail=true")).body.data as JsonObject[];
    expect(first[0]).toMatchObject({ relation_number: NUMBER });
  });

  const others: Record<string, string> = {
    company_name: "Andere Naam B.V.",
    email: "ander@example.nl",
    email_financial: "factuur@example.nl",
    address: "Zijstraat 3",
    zipcode: "4321 BA",
    city: "Assen",
    country: "NL",
    correspondence_preference: "E-mail",
    digital_policy: "J",
    kvk: "42500002",
  };

  test("keeps what the check lets the forms ask, and no more", async () => {
    expect(new Set(KEPT.relation)).toEqual(new Set(Object.keys(others)));
    expect(new Set(KEPT.prerequisites)).toEqual(new Set(CONSENT_SUBJECTS));
    for (const [name, other] of Object.entries(others)) {
      await save(base);
      const answer = await save({ ...base, [name]: other });
      expect(answer.status, answer.text).toBe(200);
      expect(Object.values(await stored()), name).toContain(other);
    }
  });

  test("leaves a line in the trail without personal data", async () => {
    const lines = await server.db.selectFrom("audit").selectAll().where("action", "=", "relation.edit").execute();
    expect(lines.length).toBeGreaterThan(0);
    expect(lines[0]).toMatchObject({ login_name: LOGIN, intermediary_number: 100245, object: String(NUMBER) });
    expect(JSON.stringify(lines)).not.toContain("example.nl");
  });

  test("a stale revision answers what is stored and writes nothing; without one it simply saves", async () => {
    const now = await stored();
    const fresh = await save(base, { "if-match": `"${now.revision}"` });
    expect(fresh.body.revision).toBe(Number(now.revision) + 1);
    const stale = await save({ ...base, city: "Assen" }, { "if-match": String(now.revision) });
    expect(stale.status).toBe(409);
    expect(apiValidator("relations-edit#/definitions/conflict")(stale.body)).toBe(true);
    expect(stale.body).toMatchObject({ code: "conflict", revision: fresh.body.revision });
    expect((await stored()).city).toBe("Delft");
    expect((await save({ ...base, city: "Assen" })).status).toBe(200);
    expect((await save(base, { "if-match": "abc" })).status).toBe(400);
  });

  test("the financial e-mail is kept when there is one", async () => {
    await save({ ...base, email_financial: "factuur@example.nl" });
    expect((await stored()).email_financial).toBe("factuur@example.nl");
  });
});

describe("a form that is published again", () => {
  const form = "schemas/portal/relation.schema.json";
  const readPortal = async () => (await server.get(LOGIN, "/products/index.json")).body.portal as JsonObject;
  const longCity = { ...base, city: "Nieuwerkerk aan den IJssel" };

  test("judges from then on, without a restart, and is what the browser gets", async () => {
    const before = await readPortal();
    expect((await save(longCity)).status).toBe(200);
    content.change(form, ({ properties }) => {
      Object.assign(properties as JsonObject, { city: { type: "string", maxLength: 12 } });
    });
    await publish(content.schemas, content.out);
    const refused = await save(longCity);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.errors).toMatchObject([{ pointer: "/city", keyword: "maxLength" }]);
    const after = await readPortal();
    expect(after.release).not.toBe(before.release);
    const bundle = await server.get(LOGIN, String(after.bundle));
    expect([bundle.status, bundle.text.includes("maxLength")]).toEqual([200, true]);
    expect((await save(base)).status).toBe(200);
  });
});
