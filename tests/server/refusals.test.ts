// Refusals are in the reader's language: JSON for a call, a page for a browser. The names of profiles and insurance types
// follow the language too.
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONVENTIONS, DEFAULT_LANGUAGE, LANGUAGES } from "#engine/values/languages.ts";
import refusals from "#server/http/errors/refusals.json" with { type: "json" };
import { serverTexts } from "#server/texts/serverTexts.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let vera: Client;
beforeAll(async () => {
  server = await startServer();
  vera = await loginAs(server, "v.voorbeeld");
  vera.language("fr");
});
afterAll(() => server?.stop());

const dutch = listTexts(serverTexts[DEFAULT_LANGUAGE]);
const values = (text: string | undefined) => text?.match(/\{\w+\}/g)?.sort();

/** By the path of their key. */
function listTexts(part: object, path = ""): Record<string, string> {
  // The words of the search are those of a language: their number differs.
  const entries = Object.entries(part)
    .filter(([key]) => path !== "" || key !== "search")
    .flatMap(([key, value]) =>
      Object.entries(typeof value === "string" ? { [`${path}/${key}`]: value } : listTexts(value, `${path}/${key}`)),
    );
  return Object.fromEntries(entries);
}

test.each(LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE))("%s has every Dutch text", (language) => {
  const texts = listTexts(serverTexts[language]);
  expect(Object.keys(texts)).toEqual(Object.keys(dutch));
  const { apart } = CONVENTIONS[language];
  const loose = apart && new RegExp(`[^\\u00a0][${apart}](\\s|$)`);
  for (const [key, text] of Object.entries(texts)) {
    expect(values(text), key).toEqual(values(dutch[key]));
    if (loose) expect(text).not.toMatch(loose);
    if (key.startsWith("/refusals")) expect(text).not.toBe(dutch[key]);
  }
});

test.each(Object.entries(refusals))("%s is a refusal, and has a text", (name, status) => {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(dutch).toHaveProperty([`/refusals/${name}`]);
});

const { refusals: french } = serverTexts.fr;
const WIZARD = "/api/aanvraag/cyber/100245/300101";
const formatField = (name: string) => french["invalid.field"].replace("{name}", name);

test.each([
  ["an unknown item", "GET /api/relations/999999", undefined, french.not_found],
  ["a body that is none", "POST /api/relations/edit/300101", "{", french["bad_request.no_json"]],
  ["a list for an object", "POST /api/relations/edit/300101", "[]", french["bad_request.object"]],
  ["a member of another kind", `POST ${WIZARD}/wizard/steps/forms`, '{"kvk":1}', formatField("kvk")],
  ["a member that is missing", "POST /api/analytics/events", "{}", formatField("events")],
  ["a step that is no object", `POST ${WIZARD}/premium`, '{"coverage-choice":1}', formatField("coverage-choice")],
  ["consent that is missing", "POST /api/prerequisites", "{}", french.invalid],
] as const)("%s is refused in French to who reads French", async (_what, call, body, sentence) => {
  const [method, path] = call.split(" ") as ["GET" | "POST", string];
  const answer = await vera.call(method, path, body === undefined ? {} : { body });
  expect(answer.json().message).toBe(sentence);
});

test("a call without a session is refused in the language of the browser", async () => {
  const answer = await server.app.inject({ url: "/api/relations", headers: { cookie: "language=fr" } });
  expect(answer.json().message).toBe(french.not_logged_in);
});

test("who looks with a browser gets a page and not JSON", async () => {
  const headers = { accept: "text/html", cookie: "language=fr", "content-type": "application/x-www-form-urlencoded" };
  const answer = await server.app.inject({ method: "POST", url: "/auth/login", headers, payload: "login=x" });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([403, "text/html; charset=utf-8"]);
  expect(answer.body).toContain('<html lang="fr">');
  expect(answer.body).toContain(french.csrf);
});

test.each([
  ["a file of the portal", "/storage/nothing.html"],
  ["an address of the login", "/auth/nothing"],
  ["an address that is too long", `/${"a".repeat(300)}`],
])("who looks for %s that is not there is told so, and where to go", async (_what, url) => {
  for (const language of LANGUAGES) {
    const words = serverTexts[language].error_page;
    const answer = await server.app.inject({ url, headers: { accept: "text/html", cookie: `language=${language}` } });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(answer.body).toContain(`<h1>${words.not_found.title}</h1>`);
    expect(answer.body).toContain(words.not_found.text);
    expect(answer.body).toContain('href="/"');
    expect(answer.body).not.toContain(words.title);
  }
  const call = await server.app.inject({ url, headers: { accept: "application/json" } });
  expect([call.statusCode, call.json().code]).toEqual([404, "not_found"]);
});

test.each([
  ["a document that is not there", "/api/documents/999999/download", 404, "not_found"],
  ["an address that is none", "/%zz", 400, "bad_request.address"],
] as const)("a browser that goes to %s is shown a page, a call is answered JSON", async (_what, url, status, name) => {
  const answer = await vera.call("GET", url, { headers: { accept: "text/html,*/*;q=0.8" } });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([status, "text/html; charset=utf-8"]);
  expect(answer.body).toContain('<html lang="fr">');
  expect(answer.body).toContain(status === 404 ? serverTexts.fr.error_page.not_found.text : french[name]);
  const call = await vera.call("GET", url);
  expect([call.statusCode, call.json().message]).toEqual([status, french[name]]);
});

test("an address that cannot be read is refused with the headers of every other refusal", async () => {
  for (const accept of ["application/json", "text/html"]) {
    const [usual, unread, long] = await Promise.all(
      ["/storage/nothing.html", "/%zz", `/api/relations/${"1".repeat(300)}`].map((url) =>
        server.app.inject({ url, headers: { accept } }),
      ),
    );
    const { date, "content-length": length, "x-request-id": id, ...headers } = usual!.headers;
    for (const answer of [unread!, long!]) {
      expect(answer.headers).toMatchObject({ ...headers, "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/) });
      expect(Object.keys(answer.headers).sort(), accept).toEqual(Object.keys(usual!.headers).sort());
    }
  }
});

test("profiles and insurance types have French names too", async () => {
  for (const path of ["/api/profile/me", "/api/profile/details"]) {
    const me = await vera.ok<{ userProfiles: string[]; insuranceTypes: string[] }>("GET", path);
    expect(me.userProfiles).not.toContain("Beheerder");
    expect(me.insuranceTypes).not.toContain("Beroepsaansprakelijkheid");
  }
  const { body } = await server.app.inject({ url: "/auth/login", headers: { cookie: "language=fr" } });
  expect(body).toContain(" · Administrateur, Conseiller<");
  expect(body).not.toContain("Beheerder");
});
