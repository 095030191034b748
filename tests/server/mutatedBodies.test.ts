// Every route with a body, called with bodies mutated in every place and with files that are none: refused or accepted, never
// a failure of ours. Routes come from the server, so that a new one is included.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "#engine/types.ts";
import { type Client, loginAs, type Method, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, BLOCK, open, PRODUCT } from "../support/wizard.ts";

const OFFICE = 100245;
const RELATION = 300101;
let server: TestServer;
let vera: Client;
beforeAll(async () => {
  server = await startServer();
  vera = await loginAs(server, "v.voorbeeld");
  await open(vera, OFFICE, RELATION);
});
afterAll(() => server?.stop());

const ODD: unknown[] = [
  null,
  true,
  "",
  "9".repeat(30),
  "é\u202e<b>'\"%_",
  -1,
  0.5,
  1e15,
  Number.MAX_SAFE_INTEGER,
  [[null]],
  {},
  { toString: 1, valueOf: 1 },
];

/** A valid body for each call; other routes get a body of any kind. */
const BODIES: Record<string, JsonObject[]> = {
  "/wizard/copy": [{ quotation: 50010441 }],
  "/wizard/steps/forms": [{ kvk: "42712573" }],
  "/premium": [ANSWERS as unknown as JsonObject],
  "/wizard/submit/quotation": [BLOCK],
  "/wizard/submit/insurance-policy": [BLOCK],
  "/api/relations/edit/": [{ address: "Dorpsstraat 1", zipcode: "1234 AB", city: "Ede", email: "a@example.com" }],
  "/api/analytics/events": [{ events: [{ event: "click", page: "dashboard" }] }],
  "/api/prerequisites": [{ personal_data: true, cookies: true }],
  "/csp-report": [{ "csp-report": { "violated-directive": "script-src", "blocked-uri": "inline" } }],
  "/auth/login": [{ login: "v.voorbeeld", token: "x" }],
};
const ANY: JsonObject[] = [{ id: 1, name: "x", list: [1, "x"], part: { of: true } }];

/** Existing addresses of a route, with their bodies. */
function buildCalls(route: string): { url: string; bodies: JsonObject[] }[] {
  const at = route
    .replace(":product", PRODUCT)
    .replace(":intermediary", String(OFFICE))
    .replace(":relation", String(RELATION))
    .replace(":id", String(RELATION));
  if (at.includes(":step"))
    return Object.entries(ANSWERS).flatMap(([step, answers]) =>
      ["next", "save"].map((action) => ({ url: `${at.replace(":step", step)}?action=${action}`, bodies: [answers] })),
    );
  const places = at.includes(":action")
    ? ["quotation", "insurance-policy"].map((one) => at.replace(":action", one))
    : [at];
  return places.map((url) => ({
    url,
    bodies: Object.entries(BODIES).find(([part]) => url.includes(part))?.[1] ?? ANY,
  }));
}

/** The body with each of its places, the whole included, replaced by each odd value. */
function* mutations(value: unknown): Generator<unknown> {
  yield* ODD;
  if (typeof value !== "object" || value === null) return;
  for (const [name, child] of Object.entries(value))
    for (const odd of mutations(child)) {
      if (Array.isArray(value)) yield value.with(Number(name), odd);
      else yield { ...value, [name]: odd };
    }
}

/** Every odd value as the whole body, and in each place some, in turn; MUTATIONS=all tries all of them everywhere. */
const EVERY = process.env.MUTATIONS === "all" ? 1 : 5;
const mutate = (body: JsonObject) => [...mutations(body)].filter((_, at) => at < ODD.length || at % EVERY === 0);

const changing = () =>
  server.routes.filter(({ method, url }) => !["GET", "HEAD", "OPTIONS"].includes(method) && !url.endsWith("/uploads"));

test("no body of any route is an error of ours", async () => {
  const routes = changing();
  expect(routes.length).toBeGreaterThan(10);
  const failures: string[] = [];
  let tried = 0;
  for (const { method, url: route } of routes)
    for (const { url, bodies } of buildCalls(route))
      for (const body of bodies.flatMap(mutate)) {
        const { statusCode } = await vera.call(method as Method, url, { body: JSON.stringify(body) });
        tried += 1;
        if (statusCode >= 500) failures.push(`${statusCode} ${method} ${url} ${JSON.stringify(body).slice(0, 120)}`);
      }
  expect(failures).toEqual([]);
  expect(tried).toBeGreaterThan(500);
});

test("a number of a quotation that is none copies nothing", async () => {
  const url = `/api/aanvraag/${PRODUCT}/${OFFICE}/${RELATION}/wizard/copy`;
  for (const quotation of [{ toString: 1 }, ["50010441"], null, 1.5, "1e3"])
    expect((await vera.call("POST", url, { body: { quotation } })).json().errors[0].pointer).toBe("/quotation");
});

const HEAD = 'content-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n%%EOF\n';
test.each([
  ["no boundary", "multipart/form-data", `--x\r\n${HEAD}\r\n--x--\r\n`],
  ["an empty boundary", "multipart/form-data; boundary=", `--x\r\n${HEAD}\r\n--x--\r\n`],
  ["another boundary", "multipart/form-data; boundary=y", `--x\r\n${HEAD}\r\n--x--\r\n`],
  ["no end", "multipart/form-data; boundary=x", `--x\r\n${HEAD}`],
  ["no end of its head", "multipart/form-data; boundary=x", `--x\r\n${HEAD.slice(0, 30)}`],
  ["nothing", "multipart/form-data; boundary=x", ""],
  ["only the end", "multipart/form-data; boundary=x", "--x--\r\n"],
  [
    "a field and no file",
    "multipart/form-data; boundary=x",
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
  ],
  [
    "a field named __proto__",
    "multipart/form-data; boundary=x",
    '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
  ],
])("an upload with %s is refused as a mistake of the sender, and stores nothing", async (_what, type, body) => {
  const headers = { "content-type": type };
  const answer = await vera.call("POST", `/api/aanvraag/${PRODUCT}/${OFFICE}/${RELATION}/uploads`, { body, headers });
  expect([400, 415], answer.body).toContain(answer.statusCode);
  expect(await server.db.selectFrom("uploads").select("upload_id").execute()).toEqual([]);
});
