// Refusals are in the reader's language: JSON for a call, a page for a browser. The names of profiles and insurance types
// follow the language too.
import { afterAll, beforeAll, expect, test } from "vitest";
import refusals from "#server/refusals.json" with { type: "json" };
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let vera: Client;
beforeAll(async () => {
  server = await startServer();
  vera = await loginAs(server, "v.voorbeeld");
  vera.language("fr");
});
afterAll(() => server?.stop());

test.each(Object.entries(refusals))("%s is said in both languages", (_name, { status, nl, fr }) => {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(fr).not.toBe(nl);
  expect(fr).not.toMatch(/[^\u00a0][:;!?](\s|$)/);
  expect(fr.match(/\{\w+\}/g)).toEqual(nl.match(/\{\w+\}/g));
});

const WIZARD = "/api/aanvraag/cyber/100245/300101";
const formatField = (name: string) => refusals["invalid.field"].fr.replace("{name}", name);

test.each([
  ["an unknown item", "GET /api/relations/999999", undefined, refusals.not_found.fr],
  ["a body that is none", "POST /api/relations/edit/300101", "{", refusals["bad_request.no_json"].fr],
  ["a list for an object", "POST /api/relations/edit/300101", "[]", refusals["bad_request.object"].fr],
  ["a member of another kind", `POST ${WIZARD}/wizard/steps/forms`, '{"kvk":1}', formatField("kvk")],
  ["a member that is missing", "POST /api/analytics/events", "{}", formatField("events")],
  ["a step that is no object", `POST ${WIZARD}/premium`, '{"coverage-choice":1}', formatField("coverage-choice")],
  ["consent that is missing", "POST /api/prerequisites", "{}", refusals.invalid.fr],
] as const)("%s is refused in French to who reads French", async (_what, call, body, sentence) => {
  const [method, path] = call.split(" ") as ["GET" | "POST", string];
  const answer = await vera.call(method, path, body === undefined ? {} : { body });
  expect(answer.json().message).toBe(sentence);
});

test("nobody is logged in, in the language of the browser", async () => {
  const answer = await server.app.inject({ url: "/api/relations", headers: { cookie: "language=fr" } });
  expect(answer.json().message).toBe(refusals.not_logged_in.fr);
});

test("who looks with a browser gets a page and not JSON", async () => {
  const headers = { accept: "text/html", cookie: "language=fr", "content-type": "application/x-www-form-urlencoded" };
  const answer = await server.app.inject({ method: "POST", url: "/auth/login", headers, payload: "login=x" });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([403, "text/html; charset=utf-8"]);
  expect(answer.body).toContain('<html lang="fr">');
  expect(answer.body).toContain(refusals.csrf.fr);
});

test("profiles and insurance types are said in French too", async () => {
  for (const path of ["/api/profile/me", "/api/profile/details"]) {
    const me = await vera.ok<{ userProfiles: string[]; insuranceTypes: string[] }>("GET", path);
    expect(me.userProfiles).not.toContain("Beheerder");
    expect(me.insuranceTypes).not.toContain("Beroepsaansprakelijkheid");
  }
});
