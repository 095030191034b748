// Data of another office is not found: every call with its numbers answers as for an unknown number, and no answer contains
// any of it. A user without an office sees nothing.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "#engine/schema/types.ts";
import { findRoles } from "#server/auth/guard.ts";
import { type Answer, openPortfolioServer, type PortfolioServer } from "../support/portfolioServer.ts";

const OWN = "v.voorbeeld";
const FOREIGN_OFFICE = 100871;
const CANARY = "Kanariegeel";
let server: PortfolioServer;
let foreign: Record<string, number>;
let relation: number;
let session: string;

beforeAll(async () => {
  const whole = await openPortfolioServer();
  // The calls of another role are refused, whatever their numbers: roleMatrix.test.ts.
  server = { ...whole, calls: whole.calls.filter(({ url }) => findRoles(url).includes("administrator")) };
  const { db } = server;
  const readNumber = async (table: "quotations" | "policies") =>
    (
      await db
        .selectFrom(table)
        .select("number")
        .where("intermediary_number", "=", FOREIGN_OFFICE)
        .executeTakeFirstOrThrow()
    ).number;
  const first = await db
    .selectFrom("relations")
    .select("relation_number")
    .where("intermediary_number", "=", FOREIGN_OFFICE)
    .execute();
  relation = first[0]?.relation_number ?? 0;
  const damage = await db
    .selectFrom("damages")
    .select("claim_id")
    .where("intermediary_number", "=", FOREIGN_OFFICE)
    .executeTakeFirstOrThrow();
  const invoice = await db
    .selectFrom("open_invoices")
    .select("offer_number")
    .where("intermediary_number", "=", FOREIGN_OFFICE)
    .executeTakeFirstOrThrow();
  const document = await db
    .selectFrom("documents")
    .select("id")
    .where("intermediary_number", "=", FOREIGN_OFFICE)
    .executeTakeFirstOrThrow();
  foreign = {
    relations: relation,
    quotations: await readNumber("quotations"),
    policies: await readNumber("policies"),
    damages: damage.claim_id,
    invoices: invoice.offer_number,
    documents: document.id,
  };
  const daan = await server.client("d.demo");
  const [row] = (await daan.ok<{ data: { session_id: string }[] }>("GET", "/api/sessions")).data;
  session = row?.session_id ?? "";
  // Every text of the other office contains a unique word, so that it is found wherever it appears.
  for (const row of first) {
    await db
      .updateTable("relations")
      .set({
        company: `${CANARY} ${row.relation_number}`,
        city: CANARY,
        email: `${CANARY}@example.nl`,
        address: CANARY,
      })
      .where("relation_number", "=", row.relation_number)
      .execute();
  }
  await db
    .updateTable("documents")
    .set({ description: CANARY, name: CANARY })
    .where("intermediary_number", "=", FOREIGN_OFFICE)
    .execute();
  await db.updateTable("damages").set({ title: CANARY }).where("intermediary_number", "=", FOREIGN_OFFICE).execute();
  await db
    .updateTable("users")
    .set({ email: `${CANARY}@example.nl` })
    .where("intermediary_number", "=", FOREIGN_OFFICE)
    .execute();
  await db
    .updateTable("intermediaries")
    .set({ intermediary_name: CANARY })
    .where("intermediary_number", "=", FOREIGN_OFFICE)
    .execute();
});
afterAll(() => server?.close());

const lists = ["relations", "quotations", "policies", "damages", "invoices", "documents"];
const bare = ({ status, headers, body }: Answer) => {
  const { request_id, ...rest } = body;
  const others = Object.entries(headers).filter(
    ([name]) => !/^(date$|x-request-id$|x-ratelimit|x-session-)/.test(name),
  );
  return { status, rest, others };
};

test("the canary is everywhere in its own office", async () => {
  for (const list of lists) {
    const answer = await server.get("d.demo", `/api/${list}/search/${CANARY}`);
    expect((answer.body.data as JsonObject[]).length, list).toBeGreaterThan(0);
  }
});

describe("foreign numbers", () => {
  test.each(["relations", "quotations", "policies", "damages", "invoices"])("%s", async (list) => {
    const existing = await server.get(OWN, `/api/${list}/${foreign[list]}`);
    const unknown = await server.get(OWN, `/api/${list}/999999999`);
    expect(existing.status).toBe(404);
    expect(bare(existing)).toEqual(bare(unknown));
    for (const number of ["0", "x", "-1", "99999999999999999999", "1e3", "1%27"]) {
      expect(bare(await server.get(OWN, `/api/${list}/${number}`)), number).toEqual(bare(unknown));
    }
    expect((await server.get("d.demo", `/api/${list}/${foreign[list]}`)).status).toBe(200);
  });

  test("download", async () => {
    const existing = await server.get(OWN, `/api/documents/${foreign.documents}/download`);
    expect(existing.status).toBe(404);
    expect(bare(existing)).toEqual(bare(await server.get(OWN, "/api/documents/99999999/download")));
    expect((await server.get("d.demo", `/api/documents/${foreign.documents}/download`)).status).toBe(200);
  });

  test("staff", async () => {
    const existing = await server.get(OWN, "/api/employees/d.demo");
    expect(existing.status).toBe(404);
    expect(bare(existing)).toEqual(bare(await server.get(OWN, "/api/employees/nobody")));
  });

  test("edit: refused before the body is judged, nothing written", async () => {
    const before = await server.db
      .selectFrom("relations")
      .selectAll()
      .where("relation_number", "=", relation)
      .execute();
    for (const body of [{}, { company_name: "x" }, valid]) {
      const existing = await server.post(OWN, `/api/relations/edit/${relation}`, body);
      expect(existing.status).toBe(404);
      expect(bare(existing)).toEqual(bare(await server.post(OWN, "/api/relations/edit/999999999", body)));
    }
    expect(
      await server.db.selectFrom("relations").selectAll().where("relation_number", "=", relation).execute(),
    ).toEqual(before);
  });

  test("opening leaves no trace of having been looked at", async () => {
    const seen = await server.db.selectFrom("last_viewed").selectAll().where("login_name", "=", OWN).execute();
    expect(seen).toEqual([]);
  });
});

describe("every route of the server", () => {
  /** Values for an address: a number of the other office, one that does not exist, and our own. */
  const named: Record<string, { theirs: string; nobodys: string; ours?: string }> = {
    product: { theirs: "cyber", nobodys: "cyber", ours: "cyber" },
    intermediary: { theirs: String(FOREIGN_OFFICE), nobodys: "999999", ours: "100245" },
    relation: { theirs: "", nobodys: "399999", ours: "300101" },
    id: { theirs: "", nobodys: "99999999" },
    file: { theirs: "00000000-0000-4000-8000-000000000000", nobodys: "" },
    login: { theirs: "d.demo", nobodys: "nobody" },
    term: { theirs: CANARY, nobodys: "nobody" },
    // Another office's outcome is tried in submit.test.ts, with a request that was sent.
    draft: { theirs: "no-draft", nobodys: "no-draft" },
    step: { theirs: "general-data", nobodys: "general-data" },
    session: { theirs: "", nobodys: "00000000-0000-4000-8000-000000000000" },
    action: { theirs: "quotation", nobodys: "quotation" },
  };
  /** Names of a place that is an office's own: without the right to it there is nothing. */
  const places = ["intermediary", "relation", "id", "login", "session"];
  const namesIn = (url: string) => [...url.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");
  const theirs = (url: string, name: string) => {
    if (name === "relation") return String(relation);
    if (name === "session") return session;
    if (name === "id") return String(foreign[url.split("/")[2] ?? ""] ?? foreign.documents);
    return named[name]?.theirs ?? "";
  };
  const theirQuery = () => ({ relation_id: relation, relation, quotation: foreign.quotations ?? 0, limit: 100 });

  async function ask(method: string, address: string, more: Record<string, number> = {}): Promise<Answer> {
    const client = await server.client(OWN);
    const query = Object.entries({ ...more, ...(address.endsWith("/save") && { action: "save" }) });
    const url = `${address}?${query.map((pair) => pair.join("=")).join("&")}`;
    // The values of the premium are grouped by step. Other bodies are refused before the office is checked.
    const steps = address.endsWith("/premium");
    const replies = address.endsWith("/referral");
    const plain = replies ? { text: "x", revision: 1 } : {};
    const body = steps || replies ? plain : { ...valid, quotation: foreign.quotations, relation, events: [] };
    const response = /\/(uploads|files)$/.test(address)
      ? await client.upload(url, "a.pdf", "%PDF-1.4")
      : await client.call(method as "GET", url, method === "GET" ? {} : { body });
    const json = String(response.headers["content-type"]).startsWith("application/json");
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.payload,
      bytes: response.rawPayload,
      body: json ? response.json() : {},
    };
  }

  test("has a number of the other office to be tried with", () => {
    const unknown = server.calls.flatMap(({ url }) => namesIn(url)).filter((name) => !(name in named));
    expect(unknown, "give it a value in this test").toEqual([]);
    expect(server.calls.length).toBeGreaterThan(40);
  });

  test("answers to each foreign number in its address as to one that does not exist", async () => {
    for (const { method, url } of server.calls) {
      for (const parameter of namesIn(url).filter((name) => places.includes(name))) {
        const fill = (value: string) =>
          url.replace(/:(\w+)/g, (_, name) => (name === parameter ? value : (named[name]?.ours ?? theirs(url, name))));
        const existing = await ask(method, fill(theirs(url, parameter)));
        const unknown = await ask(method, fill(named[parameter]?.nobodys ?? ""));
        expect(existing.status, `${method} ${url} with their ${parameter}: ${existing.text}`).toBe(404);
        expect(bare(existing), `${method} ${url} with their ${parameter}`).toEqual(bare(unknown));
        expect(await readLine(existing), `${method} ${url} with their ${parameter}`).toEqual({
          login_name: OWN,
          action: `${method} ${url}`,
          object: expect.stringContaining(theirs(url, parameter)),
        });
      }
    }
  });

  /** The trail's line of a call, by the id of the call. */
  const readLine = ({ headers }: Answer) =>
    server.db
      .selectFrom("audit")
      .select(["login_name", "action", "object"])
      .where(sql`detail->>'call'`, "=", headers["x-request-id"])
      .executeTakeFirst();

  test("reveals nothing of the other office, whatever is added to the call, and changes nothing of it", async () => {
    const theirRows = async () => [
      await server.db.selectFrom("relations").selectAll().where("intermediary_number", "=", FOREIGN_OFFICE).execute(),
      await server.db.selectFrom("quotations").selectAll().where("intermediary_number", "=", FOREIGN_OFFICE).execute(),
      await server.db.selectFrom("requests").selectAll().where("relation_number", "=", relation).execute(),
    ];
    const before = await theirRows();
    for (const { method, url } of server.calls) {
      const ownUrl = url.replace(/:(\w+)/g, (_, name) => named[name]?.ours ?? theirs(url, name));
      const answer = await ask(method, ownUrl, theirQuery());
      expect(answer.text, `${method} ${url}`).not.toContain(CANARY);
      expect(answer.text, `${method} ${url}`).not.toContain(String(FOREIGN_OFFICE));
      const wizard = url.startsWith("/api/aanvraag/");
      if (!wizard) continue;
      expect(answer.status, `${method} ${url} with their quotation: ${answer.text}`).toBe(404);
      const line = await readLine(answer);
      expect(line?.object, `${method} ${url} with their quotation`).toContain(`quotation=${foreign.quotations}`);
    }
    expect(await theirRows()).toEqual(before);
  });
});

describe("not one byte", () => {
  test("in lists, searches, filters, exports and the dashboard", async () => {
    const urls = [
      ...lists.flatMap((list) => [
        `/api/${list}/?limit=100&page=1`,
        `/api/${list}/?limit=100&relation_id=${relation}`,
        `/api/${list}/?last_viewed=true&limit=100`,
        `/api/${list}/search/${CANARY}`,
        `/api/${list}/search/a`,
        `/api/${list}/search/${foreign[list]}`,
        `/api/${list}/export`,
        `/api/${list}/export?relation_id=${relation}`,
        `/api/${list}/export?search=${CANARY}`,
        `/api/${list}/export?last_viewed=true`,
      ]),
      "/api/relations",
      "/api/relations?detail=true&limit=100",
      "/api/employees",
      "/api/attention",
      "/api/requests/open",
    ];
    for (const url of urls) {
      const answer = await server.get(OWN, url);
      expect(answer.status, url).toBe(200);
      expect(answer.text, url).not.toContain(CANARY);
      expect(answer.text, url).not.toContain(String(FOREIGN_OFFICE));
    }
  });

  test("a foreign relation as a filter looks like a relation without anything", async () => {
    for (const list of ["quotations", "policies", "damages", "invoices", "documents"]) {
      const existing = await server.get(OWN, `/api/${list}/?relation_id=${relation}`);
      expect(bare(existing)).toEqual(bare(await server.get(OWN, `/api/${list}/?relation_id=999999999`)));
    }
  });

  test("even if the other office's item was once in the list of last viewed", async () => {
    await server.db
      .insertInto("last_viewed")
      .values({ login_name: OWN, list: "quotations", number: foreign.quotations ?? 0 })
      .execute();
    const answer = await server.get(OWN, "/api/quotations/?last_viewed=true&limit=100");
    expect(answer.text).not.toContain(CANARY);
  });
});

describe("intermediary 0", () => {
  test("empty lists, unknown numbers", async () => {
    for (const list of lists) {
      const answer = await server.get("g.gast", `/api/${list}/?page=3&limit=7`);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual([]);
      expect((answer.body.meta as JsonObject).current_page).toBe(1);
      expect((await server.get("g.gast", `/api/${list}/search/a`)).body.data).toEqual([]);
      expect((await server.get("g.gast", `/api/${list}/export`)).text.trimEnd().split("\r\n")).toHaveLength(1);
    }
    for (const url of ["/api/relations", "/api/employees", "/api/attention", "/api/requests/open"]) {
      expect((await server.get("g.gast", url)).body.data, url).toEqual([]);
    }
    expect((await server.get("g.gast", "/api/relations/300101")).status).toBe(404);
    expect((await server.get("g.gast", "/api/employees/g.gast")).status).toBe(404);
    expect((await server.post("g.gast", "/api/relations/edit/300101", valid)).status).toBe(404);
  });
});

const valid = {
  company_name: "Nieuw",
  email: "a@example.nl",
  email_financial: null,
  address: "Straat 1",
  zipcode: "1234 AB",
  city: "Delft",
  country: "NL",
  correspondence_preference: "Post",
  digital_policy: "N",
  kvk: "42500001",
};

test.each([
  ["quotations", "number"],
  ["policies", "policy_number"],
  ["damages", "claim_id"],
  ["invoices", "offer_number"],
])(
  "%s: under another relation's address an item is as unknown as a foreign one, and counts as not looked at",
  async (list, key) => {
    const rows = (await server.get(OWN, `/api/${list}/?limit=100`)).body.data as Record<string, number>[];
    const other = rows.find(({ relation_number }) => relation_number !== rows[0]?.relation_number)?.relation_number;
    const { relation_number, ...row } = rows.at(-1) ?? {};
    const number = row[key];
    const foreignOwner = relation_number === other ? rows[0]?.relation_number : other;
    const under = (owner: unknown) => server.get(OWN, `/api/${list}/${number}?relation_id=${owner}`);
    const viewed = () =>
      server.db.selectFrom("last_viewed").select("number").where("number", "=", Number(number)).execute();
    const before = await viewed();
    expect((await under(foreignOwner)).status).toBe(404);
    expect(await viewed()).toEqual(before);
    expect((await under(relation_number)).status).toBe(200);
    expect((await under("x")).status).toBe(400);
  },
);
