// Bodies, names, files and headers made to break something: refused with a message or stored exactly as sent, never a
// failure of ours and no internals in the answer. A draft with nonsense can be opened and corrected.
import { deflateRawSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "#engine/schema/types.ts";
import { createClock } from "#server/config/clock.ts";
import checkContent from "#server/files/content/contentCheck.ts";
import { expectShape } from "../support/apiShapes.ts";
import { everyRow } from "../support/everyRow.ts";
import { type Client, loginAs, startServer, type TestServer, TODAY } from "../support/server.ts";
import { ANSWERS, fill, type Opened, open, save, saveWith, send } from "../support/wizard.ts";

const OFFICE = 100245;
let server: TestServer;
let vera: Client;
let opened: Opened;
let failure: Error | undefined;
const clock = {
  ...createClock(TODAY),
  today() {
    if (failure) throw failure;
    return TODAY;
  },
};
beforeAll(async () => {
  server = await startServer({ clock });
  vera = await loginAs(server, "v.voorbeeld");
  opened = await open(vera, OFFICE, 300101);
  await fill(vera, opened);
});
afterEach(() => {
  failure = undefined;
  expect(Object.keys(Object.prototype)).toEqual([]);
});
afterAll(() => server?.stop());

const deep = (open: string, close: string) => `{"revenue":${open.repeat(5_000)}1${close.repeat(5_000)}}`;
const saveRaw = (body: string, action = "next") =>
  vera.call("POST", `${opened.base}/wizard/step/general-data/save`, { body, query: { action } });

test("bytes that are no UTF-8 are refused, not replaced", async () => {
  const bytes = Buffer.concat([Buffer.from('{"company":"Caf'), Buffer.from([0xe9]), Buffer.from('"}')]);
  const response = await server.app.inject({
    method: "POST",
    url: `${opened.base}/wizard/step/company-data/save?action=save`,
    headers: {
      cookie: vera.cookie,
      "x-csrf-token": vera.csrf,
      "x-requested-with": "XMLHttpRequest",
      "content-type": "application/json",
    },
    payload: bytes,
  });
  expect([response.statusCode, response.json().code]).toEqual([400, "bad_request"]);
});

describe("a step", () => {
  test.each([
    ["arrays 5,000 deep", deep("[", "]"), 400],
    ["objects 5,000 deep", deep('{"a":', "}"), 400],
    ["__proto__ inside a list", '{"professions":[{"__proto__":{"x":1}}]}', 400],
    ["a name of a prototype", '{"constructor":1}', 400],
    ["half a character in a name", '{"\\udc00":1}', 400],
    ["more members than any form has", `{"professions":[${"1,".repeat(6_000)}1]}`, 413],
    ["a number of 20 digits", '{"revenue":99999999999999999999}', 422],
    ["a number as text", '{"revenue":"180000"}', 422],
    ["lists where texts belong", '{"sector":[],"kvk":[],"revenue":[],"professions":{}}', 422],
    [
      "an option that does not exist",
      '{"sector":"999","professions":[["999","99999"]],"kvk":"12345678","revenue":1}',
      422,
    ],
    [
      "a profession of another sector",
      '{"sector":"180","professions":[["190","18003"]],"kvk":"12345678","revenue":1}',
      422,
    ],
    ["dotted names", '{"professions.0":"x","a.b.c":1,"__proto__.x":1}', 422],
    ["a list instead of an object", "[]", 400],
    ["a text instead of an object", '"x"', 400],
    ["nothing", "null", 400],
  ])("with %s is refused and changes nothing", async (_what, body, status) => {
    const before = await everyRow(server.db);
    const response = await saveRaw(body);
    expect(response.statusCode, response.body).toBe(status);
    expectShape("error", response.json());
    if (status === 422) expect(response.json().errors.length).toBeGreaterThan(0);
    expect(await everyRow(server.db)).toEqual(before);
  });

  test.each(["\u200b", "\u0000", "\u3164", "\u2800\u200d"])(
    "names the field that holds nothing but %j",
    async (company) => {
      const body = { ...ANSWERS["company-data"], company };
      const refused = await saveWith(vera, opened, "company-data", { body, action: "next" });
      expect(refused.statusCode).toBe(422);
      expect(refused.json().errors).toMatchObject([{ pointer: "/company" }]);
    },
  );

  const MISPLACED: [step: string, body: JsonObject, pointers: string[]][] = [
    [
      "general-data",
      { sector: [["x"]], professions: { a: 1 }, kvk: [], revenue: {} },
      ["/sector", "/professions", "/kvk", "/revenue"],
    ],
    ["coverage-choice", { additional_coverages: "1", coverage_code: {} }, ["/additional_coverages", "/coverage_code"]],
    ["acceptance", { questions_of_acceptance: [true] }, ["/questions_of_acceptance"]],
    ["acceptance", { questions_of_acceptance: null }, ["/questions_of_acceptance"]],
    [
      "additional-explanation",
      { explanation: 1, file: [{ a: 1 }, null, 1] },
      ["/explanation", "/file/0", "/file/1", "/file/2"],
    ],
  ];
  test.each(MISPLACED)(
    "%s with answers of another kind is refused at those fields, also for later",
    async (step, body, pointers) => {
      const before = await everyRow(server.db);
      for (const action of ["save", "next"] as const) {
        const response = await saveWith(vera, opened, step, { body, action });
        expect(response.statusCode, response.body).toBe(422);
        expectShape("error", response.json());
        expect(response.json().errors.map(({ pointer }: JsonObject) => pointer)).toEqual(pointers);
      }
      expect(await everyRow(server.db)).toEqual(before);
    },
  );

  test.each([
    ["general-data", { sector: "x", professions: [[], ["x"], ["180", "18003", "1"]], kvk: "ja", revenue: "veel" }],
    [
      "coverage-choice",
      { additional_coverages: { x: 1 }, coverage_code: "x", deductible_amount: "x", pay_in_terms: "ja" },
    ],
    ["acceptance", { questions_of_acceptance: { x: "ja" } }],
    ["acceptance", { questions_of_acceptance: {} }],
    ["additional-explanation", { explanation: "x".repeat(100), file: ["x"] }],
  ])("%s that keeps nonsense for later can be opened, priced and put right", async (step, nonsense) => {
    const temporary = await open(vera, OFFICE);
    await fill(vera, temporary);
    const saved = await saveWith(vera, temporary, step, { body: nonsense, action: "save" });
    expect(saved.statusCode, saved.body).toBe(200);
    const calls: ["GET" | "POST", string][] = [
      ["POST", "wizard/steps/forms"],
      ["GET", "wizard/steps/progress"],
      ["POST", "premium"],
    ];
    for (const [method, call] of calls)
      expect(
        (await vera.call(method, `${temporary.base}/${call}`, method === "POST" ? { body: {} } : {})).statusCode,
        call,
      ).toBe(200);
    const sent = await send(vera, temporary);
    expect([200, 422]).toContain(sent.statusCode);
    if (sent.statusCode === 422) expect((await save(vera, temporary, step, ANSWERS[step] ?? {})).statusCode).toBe(200);
  });

  test("keeps every character that draws something, and drops the others as the browser does", async () => {
    const temporary = await open(vera, OFFICE);
    const seen = "<script>alert(1)</script> ' OR 1=1 -- \"%_\\ 🇳🇱 \u00e9 \nBcc: x@example.com";
    const unseen = seen.replace("\u00e9", "e\u0301").replace("\n", "\r\n").replace("OR", "O\u00adR");
    const company = `\u202e\u200b\u0000${unseen}\ud800`;
    await saveWith(vera, temporary, "company-data", { body: { company }, action: "save" });
    const forms = await vera.ok<{ data: Record<string, { data: { company?: string } }> }>(
      "POST",
      `${temporary.base}/wizard/steps/forms`,
      { body: {} },
    );
    expect(forms.data["company-data"]?.data.company).toBe(seen);
  });

  test("saved ten times at once without a revision is saved ten times, whole", async () => {
    const temporary = await open(vera, OFFICE);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        saveWith(vera, temporary, "general-data", { body: { revenue: n }, action: "save" }),
      ),
    );
    expect(answers.map((answer) => answer.json().revision).sort((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  test.each(["x", "", "*", "-1", 'W/"1"', "1, 2", "99999999999", "1e0"])("If-Match %s is refused", async (header) => {
    const path = `${opened.base}/wizard/step/general-data/save?action=save`;
    const response = await vera.call("POST", path, { body: { revenue: 1 }, headers: { "if-match": header } });
    expect([response.statusCode, response.json().code]).toEqual([400, "bad_request"]);
  });
});

describe("addresses", () => {
  const officePath = `/api/aanvraag/beroepsaansprakelijkheid/${OFFICE}`;
  test.each([
    `/api/aanvraag/constructor/${OFFICE}/300101/acceptance`,
    `/api/aanvraag/__proto__/${OFFICE}/300101/acceptance`,
    `/api/aanvraag/portal/${OFFICE}/300101/acceptance`,
    `${officePath}/99999999999999999999/acceptance`,
    `${officePath}/1e5/acceptance`,
    `${officePath}/-1/acceptance`,
    `${officePath}/300101%20/acceptance`,
    `${officePath}/300101/acceptance?quotation=1&quotation=2`,
    `${officePath}/300101/acceptance?quotation=99999999999999999999`,
  ])("%s is not there", async (path) => {
    const response = await vera.call("GET", path);
    expect([response.statusCode, response.json().code]).toEqual([404, "not_found"]);
  });

  test.each(["request", "constructor", "__proto__", "general-data.", "GENERAL-DATA"])(
    "step %s is not there",
    async (step) => {
      expect((await save(vera, opened, step, {})).statusCode).toBe(404);
    },
  );

  test.each(["' or 1=1 --", "%", "_", "\\", "%%%", "a\\", "$1", "(((", "';drop table relations;--"])(
    "a search for %s finds nothing and breaks nothing",
    async (term) => {
      for (const list of ["relations", "quotations", "policies", "damages", "invoices", "documents"]) {
        const answer = await vera.ok<{ data: unknown[] }>("GET", `/api/${list}/search/${encodeURIComponent(term)}`);
        expect(answer.data, list).toEqual([]);
      }
    },
  );
});

describe("files", () => {
  const upload = (name: string, content: Uint8Array | string, client = vera) =>
    client.upload(`${opened.base}/uploads`, name, content);
  const PDF = "%PDF-1.4\n%%EOF\n";

  test.each([
    ["a program called .pdf", "a.pdf", "MZ\u0090\0program", "file_content"],
    ["a page called .png", "a.png", "<html><script>alert(1)</script>", "file_content"],
    ["a file for macros", "a.docm", "PK\u0003\u0004", "file_type"],
    ["a drawing", "a.svg", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "file_type"],
    ["an empty file", "a.pdf", "", "file_empty"],
    ["two extensions", "a.pdf.exe", PDF, "file_type"],
  ])("%s is refused for what it is and not kept", async (_what, name, content, code) => {
    const before = await everyRow(server.db);
    const response = await upload(name, content);
    expect([response.statusCode, response.json().code]).toEqual([415, code]);
    expectShape("error", response.json());
    expect(await everyRow(server.db)).toEqual(before);
  });

  test("an archive that would unpack to a gigabyte is judged without unpacking it", async () => {
    const packed = deflateRawSync(Buffer.alloc(64_000_000), { level: 9 });
    const name = Buffer.from("word/document.xml");
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(1_000_000_000, 22);
    head.writeUInt16LE(name.length, 26);
    const bomb = Buffer.concat([head, name, packed]);
    const memory = process.memoryUsage().rss;
    await checkContent({ name: "a.docx", content: bomb });
    expect(process.memoryUsage().rss - memory).toBeLessThan(60_000_000);
  });

  test.each([
    ["../../../etc/passwd.pdf", "passwd.pdf"],
    ["C:\\temp\\plan.pdf", "plan.pdf"],
    ["a<b>c|d?.pdf", "abcd.pdf"],
    ["‮fdp.exe.pdf", "fdp.exe.pdf"],
    ["\u2067fdp\u2069\u200f.\u202dpdf", "fdp.pdf"],
    ["a\u0085b\u2028c\u009b.pdf", "abc.pdf"],
    [`${"😀".repeat(140)}.pdf`, `${"😀".repeat(116)}.pdf`],
    [`${"lang".repeat(60)}.pdf`, `${"lang".repeat(25)}${"lang".repeat(4)}.pdf`],
  ])("the name %s becomes a plain one", async (name, plain) => {
    const response = await upload(name, PDF);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json().name).toBe(plain);
    expect(response.headers["content-disposition"]).toBeUndefined();
    await vera.call("DELETE", `${opened.base}/uploads/${response.json().id}`);
  });

  test("of another office can be neither removed nor named", async () => {
    const { id } = (await upload("a.pdf", PDF)).json() as { id: string };
    const stranger = await loginAs(server, "d.demo");
    const strangers = await open(stranger, 100871);
    expect((await stranger.call("DELETE", `${strangers.base}/uploads/${id}`)).statusCode).toBe(404);
    expect((await stranger.call("DELETE", `${opened.base}/uploads/${id}`)).statusCode).toBe(404);
    const named = await save(stranger, strangers, "additional-explanation", { explanation: "Uitleg", file: [id] });
    expect([named.statusCode, named.json().errors[0].keyword]).toEqual([422, "upload"]);
    expect((await vera.call("DELETE", `${opened.base}/uploads/${id}`)).statusCode).toBe(204);
  });
});

describe("when something fails inside", () => {
  const fail = async (error: Error) => {
    failure = error;
    return vera.call("GET", `${opened.base}/wizard/steps/progress`);
  };

  test("the answer reveals nothing and carries the headers", async () => {
    const response = await fail(new Error("secret /src/server/x.ts:1 select * from users"));
    expect([response.statusCode, response.json().code]).toEqual([500, "internal"]);
    expectShape("error", response.json());
    expect(response.body).not.toMatch(/secret|select|\.ts|stack/);
    expect(response.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(response.headers["x-content-type-options"]).toBe("nosniff");
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  test.each(["57P01", "08006", "53300", "57014", "40P01", "ECONNREFUSED"])(
    "a database that is away (%s) is a 503",
    async (code) => {
      const response = await fail(Object.assign(new Error("connection"), { code }));
      expect([response.statusCode, response.json().code, response.headers["retry-after"]]).toEqual([
        503,
        "unavailable",
        "1",
      ]);
    },
  );
});

test("redirects carry the headers too", async () => {
  const { headers, statusCode } = await server.app.inject({ url: "/auth/logout" });
  expect([statusCode, headers.location]).toEqual([303, "/"]);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
});
