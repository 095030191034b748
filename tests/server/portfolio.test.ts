// Every call of the portal screens against its description in schemas/api: answers, page meta, last page, last viewed,
// languages, export, downloads. And that no call of the server is without a description.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toListPage } from "#api/lists.ts";
import type { JsonObject } from "#engine/types.ts";
import { apiValidator } from "#server/portfolio/apiSchema.ts";
import { type Answer, openPortfolioServer, type PortfolioServer, PROVIDER } from "../support/portfolioServer.ts";

const OFFICE = "v.voorbeeld";
let server: PortfolioServer;
beforeAll(async () => {
  server = await openPortfolioServer();
}, 60_000);
afterAll(() => server?.close());

const get = (url: string, language?: "nl" | "fr") => server.get(OFFICE, url, language);
const rowsOf = (answer: Answer) => answer.body.data as JsonObject[];
const metaOf = (answer: Answer) => answer.body.meta as Record<string, number>;
function expectShape(call: string, answer: Answer) {
  expect(answer.status, answer.text).toBe(200);
  const fits = apiValidator(call);
  fits(String(answer.headers["content-type"]).startsWith("application/json") ? answer.body : answer.text);
  expect(fits.errors ?? []).toEqual([]);
}

const LISTS = ["relations", "quotations", "policies", "damages", "invoices", "documents"];
const WIZARD = "/api/aanvraag/:product/:intermediary/:relation";

/** Which file of schemas/api describes a call; null: it answers nothing. */
const described: Record<string, string | null> = {
  ...Object.fromEntries(
    LISTS.flatMap((list) => [
      [`GET /api/${list}/`, `${list}-list`],
      [`GET /api/${list}/search/:term`, `${list}-search`],
      [`GET /api/${list}/export`, `${list}-export`],
      ...(list === "documents" ? [] : [[`GET /api/${list}/:id`, `${list}-one`]]),
    ]),
  ),
  "POST /api/relations/edit/:id": "relations-edit",
  "GET /api/documents/:id/download": "documents-download",
  "GET /api/employees/": "employees-list",
  "GET /api/employees/:login": "employees-one",
  "GET /api/attention/": "attention-list",
  "GET /api/requests/open": "requests-open",
  "POST /api/analytics/events": "analytics-events",
  "GET /api/profile/me": "profile-me",
  "GET /api/profile/details": "profile-details",
  "POST /api/prerequisites": "prerequisites",
  "GET /api/aanvraag/:product/:intermediary/prerequisites/exists/": "wizard-exists",
  [`POST ${WIZARD}/wizard/restart`]: "wizard-exists",
  [`POST ${WIZARD}/wizard/copy`]: "wizard-exists",
  [`POST ${WIZARD}/wizard/steps/forms`]: "wizard-forms",
  [`GET ${WIZARD}/wizard/steps/progress`]: "wizard-progress",
  [`GET ${WIZARD}/acceptance`]: "wizard-questions",
  [`GET ${WIZARD}/closing-questions`]: "wizard-questions",
  [`GET ${WIZARD}/professions`]: "wizard-professions",
  [`POST ${WIZARD}/premium`]: "wizard-premium",
  [`POST ${WIZARD}/wizard/step/:step/save`]: "wizard-save",
  [`POST ${WIZARD}/wizard/submit/:action`]: "wizard-submit",
  [`POST ${WIZARD}/uploads`]: "wizard-upload",
  [`DELETE ${WIZARD}/uploads/:id`]: null,
};

describe("the contract", () => {
  test("describes every call that the server has, and no other", () => {
    // A list is registered with and without its last slash.
    const calls = server.calls.map(({ method, url }) => `${method} ${url}`);
    const slashless = (call: string) => call.replace(/\/$/, "");
    expect(new Set(calls.map(slashless))).toEqual(new Set(Object.keys(described).map(slashless)));
    const files = readdirSync(join(import.meta.dirname, "../../schemas/api"));
    for (const name of Object.values(described)) if (name) expect(files).toContain(`${name}.schema.json`);
  });

  test("holds every description against a real answer somewhere in these tests", () => {
    const folders = ["server", "portal"].map((name) => join(import.meta.dirname, "..", name));
    const tests = folders.flatMap((folder) =>
      readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8")),
    );
    const held = (name: string) => {
      const used = new RegExp(`(expectShape|apiValidator)\\(\\s*"${name}"|\\["${name}", "/api/`);
      return name.endsWith("-export") || tests.some((text) => used.test(text));
    };
    expect(Object.values(described).filter((name) => name !== null && !held(name))).toEqual([]);
  });
});

describe("shapes", () => {
  const calls: [string, string][] = [
    ["relations-list", "/api/relations?page=1&limit=7&detail=true"],
    ["relations-list", "/api/relations?page=2&limit=7"],
    ["relations-list", "/api/relations"],
    ["relations-search", "/api/relations/search/voorbeeld"],
    ["relations-one", "/api/relations/300101"],
    ["quotations-list", "/api/quotations/?page=1&limit=8"],
    ["quotations-list", "/api/quotations?relation_id=300108&limit=3"],
    ["quotations-list", "/api/quotations/?page=1&limit=8&last_viewed=true"],
    ["quotations-search", "/api/quotations/search/cyber?page=1&limit=8"],
    ["quotations-one", "/api/quotations/50010414"],
    ["policies-list", "/api/policies/?page=1&limit=7&quotation=50010414"],
    ["policies-search", "/api/policies/search/300108"],
    ["policies-one", "/api/policies/70020011"],
    ["damages-list", "/api/damages/?page=1&limit=7"],
    ["damages-list", "/api/damages?relation_id=300108"],
    ["damages-search", "/api/damages/search/bril"],
    ["damages-one", "/api/damages/81020"],
    ["invoices-list", "/api/invoices/?page=1&limit=8"],
    ["invoices-list", "/api/invoices?relation_id=300108"],
    ["invoices-search", "/api/invoices/search/cyber"],
    ["invoices-one", "/api/invoices/90030004"],
    ["documents-list", "/api/documents?relation_id=300171"],
    ["documents-search", "/api/documents/search/polisblad"],
    ["documents-download", "/api/documents/60001/download"],
    ...LISTS.map((list): [string, string] => [`${list}-export`, `/api/${list}/export`]),
    ["employees-list", "/api/employees"],
    ["employees-one", "/api/employees/f.fictief"],
    ["attention-list", "/api/attention"],
    ["requests-open", "/api/requests/open"],
  ];
  test.each(calls)("%s: %s", async (call, url) => expectShape(call, await get(url)));

  test("the values our own screens count on are there", async () => {
    const quotation = (await get("/api/quotations/50010414")).body.data as JsonObject;
    expect(quotation).toMatchObject({
      status_label: "Open",
      changeable: true,
      premium_total: 411.4,
      company_name: PROVIDER,
    });
    const damage = (await get("/api/damages/81020")).body.data as JsonObject;
    expect(damage).toMatchObject({ status_label: "Afgehandeld", finished: true });
    expect(damage.relation_number).toBeTypeOf("number");
    const invoice = (await get("/api/invoices/90030004")).body.data as JsonObject;
    expect(invoice).toMatchObject({ status: "Tweede herinnering verstuurd", total_open_amount: 92.17, payed: 0 });
    const relation = (await get("/api/relations/300101")).body.data as JsonObject;
    expect(relation).toMatchObject({ company: "Voorbeeld Advies Noord B.V.", kvk_number: "42712573", revision: 1 });
  });

  test("no answer shows the place of the provider's name", async () => {
    for (const [, url] of calls) expect((await get(url)).text).not.toContain("{provider}");
  });
});

describe("pages", () => {
  test("each list keeps its own meta", async () => {
    const keys = async (url: string) =>
      Object.keys(metaOf(await get(url)))
        .sort()
        .join(" ");
    expect(await keys("/api/relations?page=1&limit=7")).toBe("count current_page per_page total");
    expect(await keys("/api/quotations/")).toBe("current_page items_per_page total_items total_pages");
    expect(await keys("/api/policies/")).toBe("current_page per_page total total_pages");
    expect(await keys("/api/damages/")).toBe("count current_page items_per_page total_items");
    expect(await keys("/api/invoices/")).toBe("count current_page per_page total total_pages");
    expect((await get("/api/policies/")).body.success).toBe(true);
    expect((await get("/api/quotations/")).body).not.toHaveProperty("success");
  });

  test.each([
    ["relations?detail=true&", 7],
    ["quotations/?", 8],
    ["policies/?", 7],
    ["damages/?", 7],
    ["invoices/?", 8],
    ["documents?", 15],
    ["quotations/search/a?", 8],
  ])("%s: whatever its meta, the screens get one shape", async (list, limit) => {
    const shape = async (page: number) => {
      const answer = await get(`/api/${list}page=${page}&limit=${limit}`);
      return toListPage(answer.body, (row) => row, { page, limit });
    };
    const first = await shape(1);
    expect(first).toMatchObject({ page: 1, perPage: limit, pages: Math.ceil(first.total / limit) });
    expect(first.rows).toHaveLength(Math.min(limit, first.total));
    const last = await shape(first.pages);
    expect(last).toMatchObject({ page: first.pages, pages: first.pages, perPage: limit, total: first.total });
    expect(last.rows).toHaveLength(first.total - (first.pages - 1) * limit);
    expect(await shape(first.pages + 50)).toEqual(last);
  });

  test("the pages together are the list, each row once and in order", async () => {
    const companies: string[] = [];
    const numbers = new Set<unknown>();
    for (let page = 1; page <= 4; page++) {
      const rows = rowsOf(await get(`/api/relations?page=${page}&limit=7&detail=true`));
      for (const row of rows) {
        numbers.add(row.relation_number);
        companies.push(String(row.company));
      }
    }
    expect(numbers.size).toBe(28);
    const plain = companies.map((name) => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase());
    expect(plain).toEqual([...plain].sort());
  });

  test("newest first where a list has dates", async () => {
    const dates = rowsOf(await get("/api/quotations/?limit=100")).map((row) => String(row.date));
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test.each(["relations?detail=true&", "quotations/?", "policies/?", "damages/?", "invoices/?", "documents?"])(
    "%s past the end is the last page",
    async (list) => {
      const last = await get(`/api/${list}page=99999&limit=4`);
      const meta = metaOf(last);
      const total = meta.total ?? meta.total_items ?? 0;
      expect(meta.current_page).toBe(Math.ceil(total / 4));
      expect(rowsOf(last)).toHaveLength(total % 4 || 4);
    },
  );

  test("past the end within a relation and within a search", async () => {
    const all = metaOf(await get("/api/quotations?relation_id=300108&limit=3")).total_items ?? 0;
    expect(all).toBeGreaterThan(3);
    expect(metaOf(await get("/api/quotations?relation_id=300108&limit=3&page=500")).current_page).toBe(
      Math.ceil(all / 3),
    );
    expect(metaOf(await get("/api/relations/search/voorbeeld?limit=2&page=500")).current_page).toBeGreaterThan(1);
  });

  test.each(["page=0", "page=x", "page=1.5", "limit=0", "limit=101", "page=-1", "relation_id=x"])(
    "%s is refused",
    async (query) => expect((await get(`/api/quotations/?${query}`)).status).toBe(400),
  );
});

describe("search", () => {
  const found = async (list: string, term: string) =>
    rowsOf(await get(`/api/${list}/search/${encodeURIComponent(term)}`));

  test("by number, name, city and product", async () => {
    expect(await found("relations", "300101")).toHaveLength(1);
    expect((await found("relations", "  GRONINGEN ")).every((row) => row.city === "Groningen")).toBe(true);
    expect((await found("relations", "advies noord"))[0]).toMatchObject({ relation_number: 300101 });
    expect((await found("quotations", "cyber")).length).toBeGreaterThan(0);
    expect((await found("quotations", "50010414"))[0]).toMatchObject({ number: 50010414 });
    expect((await found("policies", "70020011"))[0]).toMatchObject({ number: 70020011 });
  });

  test("in French too, and without accents", async () => {
    expect((await found("quotations", "responsabilité")).length).toBeGreaterThan(0);
    expect((await found("quotations", "responsabilite")).length).toBeGreaterThan(0);
  });

  test("one and two letters find the beginnings of words", async () => {
    expect((await found("relations", "G")).length).toBeGreaterThan(0);
    expect((await found("relations", "Gr")).map((row) => row.city)).toContain("Groningen");
  });

  test("wildcards are literal", async () => {
    for (const term of ["%", "_", "%%", "300_01", "3%1", "\\", "'", "a%b"])
      expect(await found("relations", term), term).toEqual([]);
    await server.db
      .updateTable("relations")
      .set({ company: "Honderd 100%_zeker\\ B.V." })
      .where("relation_number", "=", 300122)
      .execute();
    for (const term of ["100%", "%_zek", "%", "zeker\\"]) {
      expect(
        (await found("relations", term)).map((row) => row.relation_number),
        term,
      ).toEqual([300122]);
    }
  });

  test("only blanks find nothing", async () => expect(await found("relations", "   ")).toEqual([]));

  test("within a relation", async () => {
    const rows = rowsOf(await get("/api/quotations/search/a?relation_id=300108"));
    expect(new Set(rows.map((row) => row.relation_number))).toEqual(new Set([300108]));
  });
});

describe("last viewed", () => {
  test("what was opened comes first, for this user only", async () => {
    const numbers = async (login: string, query: string) =>
      rowsOf(await server.get(login, `/api/damages/?${query}`)).map((row) => row.claim_id);
    const viewed = (login: string) => numbers(login, "page=1&limit=8&last_viewed=true");
    const newest = await viewed("p.proef");
    const [oldest] = await numbers("p.proef", "page=99&limit=1");
    const [other] = await numbers("p.proef", "page=2&limit=8");
    for (const number of [oldest, other, oldest]) await server.get("p.proef", `/api/damages/${number}`);
    expect(await viewed("p.proef")).toEqual([oldest, other, ...newest.slice(0, 6)]);
    expect(await viewed("f.fictief")).toEqual(newest);
  });

  test("relations: the call without a query, most recently active first", async () => {
    await get("/api/relations/300276");
    const rows = rowsOf(await get("/api/relations"));
    expect(rows[0]).toEqual(expect.objectContaining({ relation_number: 300276 }));
    expect(rows).toHaveLength(8);
  });

  test("a relation without anything answers empty lists", async () => {
    for (const list of ["quotations/", "policies/", "damages", "invoices"]) {
      const answer = await get(`/api/${list}?relation_id=300276`);
      expect(rowsOf(answer)).toEqual([]);
      expect(metaOf(answer).current_page).toBe(1);
    }
  });
});

describe("language", () => {
  test("products, statuses and staff words follow the cookie", async () => {
    const nl = (await get("/api/quotations/50010414")).body.data as JsonObject;
    const fr = (await get("/api/quotations/50010414", "fr")).body.data as JsonObject;
    expect([nl.product, nl.status_label]).toEqual(["Beroepsaansprakelijkheid", "Open"]);
    expect([fr.product, fr.status_label]).toEqual(["Responsabilité professionnelle", "Ouvert"]);
    const staff = (await get("/api/employees/v.voorbeeld", "fr")).body.data as { userData: { profiles: string[] } };
    expect(staff.userData.profiles).toEqual(["Administrateur", "Conseiller"]);
  });
});

describe("export", () => {
  const lines = (answer: Answer) => answer.text.replace("\uFEFF", "").trimEnd().split("\r\n");

  test("is a download that Excel reads", async () => {
    const answer = await get("/api/quotations/export");
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(answer.headers["content-disposition"]).toContain('filename="offertes-2026-11-20.csv"');
    expect([...answer.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(lines(answer)[0]).toMatch(/^Offertenummer;Status;Datum;Relatienummer;/);
    const total = metaOf(await get("/api/quotations/")).total_items ?? 0;
    expect(lines(answer)).toHaveLength(total + 1);
    expect(answer.text).toContain("411,40");
    expect(answer.text).toContain(";28-07-2026;");
  });

  test("in the user's language", async () => {
    const answer = await get("/api/invoices/export", "fr");
    expect(lines(answer)[0]).toMatch(/^Numéro d’offre;/);
    expect(answer.text).toContain("Deuxième rappel envoyé");
    expect(answer.text).toContain("17/06/2025");
  });

  test("as filtered: relation, search term, last viewed", async () => {
    const ofRelation = lines(await get("/api/quotations/export?relation_id=300108"));
    expect(ofRelation).toHaveLength((metaOf(await get("/api/quotations?relation_id=300108")).total_items ?? 0) + 1);
    const searched = lines(await get("/api/policies/export?search=70020011"));
    expect(searched).toHaveLength(2);
    expect(lines(await get("/api/quotations/export?last_viewed=true"))).toHaveLength(9);
    for (const list of ["relations", "damages", "documents"]) {
      expect(lines(await get(`/api/${list}/export`)).length).toBeGreaterThan(1);
    }
  });

  test("a text that starts a formula stays a text", async () => {
    const names = ["=1+1", "+31", "-2", "@sum", "\t=1", " =1", "'=1", '"=1', "＝1", "\r=1"];
    for (const [at, name] of names.entries()) {
      await server.db
        .updateTable("relations")
        .set({ company: `${name} ; "x"\n${at}` })
        .where("relation_number", "=", 300129)
        .execute();
      const answer = await get("/api/relations/export");
      const shown = `'${name} ; "x"\n${at}`.replaceAll('"', '""');
      expect(answer.text, JSON.stringify(name)).toContain(`;"${shown}";`);
    }
  });
});

describe("documents", () => {
  test.each([
    [60001, "%PDF-"],
    [60006, "From: "],
    [60010, "\xff\xd8\xff"],
    [60011, "PK\x03\x04"],
  ])("%i is a real file, handed out as a download", async (id, start) => {
    const login = (await server.get(OFFICE, `/api/documents/${id}/download`)).status === 200 ? OFFICE : "d.demo";
    const answer = await server.get(login, `/api/documents/${id}/download`);
    expect(answer.status).toBe(200);
    expect(answer.bytes.subarray(0, start.length).toString("latin1")).toBe(start);
    expect(answer.headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="[^"]+"; filename\*=UTF-8''/);
    const listed = await server.db
      .selectFrom("documents")
      .select("file_size")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(answer.bytes.byteLength).toBe(listed.file_size);
  });

  test("the name is encoded", async () => {
    const name = 'Polis "é"\r\nx: y; ’.pdf';
    await server.db.updateTable("documents").set({ name }).where("id", "=", 60001).execute();
    const header = String((await get("/api/documents/60001/download")).headers["content-disposition"]);
    expect(header).toContain(`filename*=UTF-8''${encodeURIComponent(name).replace(/'/g, "%27")}`);
    expect(header).not.toMatch(/[\r\n]/);
  });
});

describe("dashboard", () => {
  test("attention: what expires, reminds and waits, in the user's language", async () => {
    const rows = rowsOf(await get("/api/attention", "fr"));
    expect(new Set(rows.map((row) => row.kind))).toEqual(new Set(["expiring", "reminder", "referral"]));
    for (const row of rows.filter((one) => one.kind === "expiring")) {
      expect(String(row.date) >= "2026-11-20" && String(row.date) <= "2026-12-04").toBe(true);
    }
    expect(rows.filter((one) => one.kind === "reminder").every((one) => one.level === "E" || one.level === "T")).toBe(
      true,
    );
    expect(JSON.stringify(rows)).not.toContain("Beroepsaansprakelijkheid");
  });

  test("open drafts: saved ones of the office, newest first", async () => {
    const draft = (at: string, office: number, more: object = {}) => ({
      request_id: crypto.randomUUID(),
      product: `product_${at.replace(/\D/g, "")}`,
      release: "r",
      intermediary_number: office,
      address_number: 300101,
      relation_number: 300101,
      temporary: false,
      quotation_number: null,
      status: "open" as const,
      created_by: OFFICE,
      saved_at: `2026-11-${at}T10:00:00Z`,
      saved_step: "general-data",
      ...more,
    });
    await server.db
      .insertInto("requests")
      .values([
        draft("18", 100245),
        draft("19", 100245, { relation_number: null, address_number: 900000001, temporary: true }),
        draft("17", 100245, { status: "submitted" as const }),
        draft("16", 100245, { saved_at: null }),
        draft("20", 100871),
      ])
      .execute();
    const answer = await get("/api/requests/open");
    expectShape("requests-open", answer);
    expect(rowsOf(answer)).toEqual([
      expect.objectContaining({
        temporary: true,
        relation_number: null,
        relation_name: null,
        address_number: 900000001,
      }),
      expect.objectContaining({ relation_name: "Voorbeeld Advies Noord B.V.", step: "general-data" }),
    ]);
  });
});

describe("analytics", () => {
  const event = (more: object = {}, details: object = {}) => ({
    name: "step_opened",
    at: "2026-11-20T10:00:00.000Z",
    details: { product: "cyber", flow: "newRequest", step: "general-data", ...details },
    ...more,
  });
  const send = (events: unknown) => server.post(OFFICE, "/api/analytics/events", { events });

  test("counts, and refuses what is not of the closed shape", async () => {
    const answer = await send([
      event(),
      event({ at: "2026-11-20T11:00:00.000Z" }),
      event({}, { step: "jansen@example.nl" }),
      event({}, { answer: "42500000" }),
      event({ login: OFFICE }),
      event({ name: "else" }),
      "x",
    ]);
    expectShape("analytics-events", answer);
    expect(answer.body).toMatchObject({ accepted: 2, refused: 5 });
    const rows = await server.db.selectFrom("analytics_counts").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ event: "step_opened", product: "cyber", times: 2 });
    expect(JSON.stringify(rows)).not.toContain(OFFICE);
  });

  test("nothing is counted, and nothing shown, without consent", async () => {
    await server.db.deleteFrom("consents").where("login_name", "=", "p.proef").execute();
    const client = await server.withoutConsent("p.proef");
    const body = { events: [event()] };
    expect((await client.call("POST", "/api/analytics/events", { body })).statusCode).toBe(403);
    expect((await client.call("GET", "/api/relations")).statusCode).toBe(403);
  });

  test("is capped", async () => {
    expect((await send(Array.from({ length: 130 }, () => event()))).body).toMatchObject({ accepted: 100, refused: 30 });
    expect((await send("x")).status).toBe(422);
    expect((await server.post(OFFICE, "/api/analytics/events", {})).status).toBe(422);
  });
});
