// One route of each kind with requests mutated in every part, and files that are none: refused or accepted, never a failure of ours.
// `mutatedBodies.long.test.ts` mutates every route.
import { afterAll, beforeAll, expect, test } from "vitest";
import { mutateRequests } from "../bench/portal/mutations.ts";
import { createRandom } from "../support/files/random.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { open, PRODUCT } from "../support/wizard.ts";

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

/** A list, a sending and the statements. hostileBodies.test.ts has steps. */
const ONE_OF_EACH = /^GET \/api\/quotations$|^POST .*\/(submit\/:action|api\/prerequisites)$/;

test("no mutated request to a route of each kind is an error of ours", async () => {
  const { routes, statuses, failures } = await mutateRequests(server, { perRoute: 1, seed: 1, only: ONE_OF_EACH });
  expect(failures).toEqual([]);
  expect(routes).toBe(3);
  expect(statuses[200], "some still work").toBeGreaterThan(10);
});

test("a number of a quotation that is none copies nothing", async () => {
  const url = `/api/aanvraag/${PRODUCT}/${OFFICE}/${RELATION}/wizard/copy`;
  for (const quotation of [{ toString: 1 }, ["50010441"], null, 1.5, "1e3"])
    expect((await vera.call("POST", url, { body: { quotation } })).json().errors[0].pointer).toBe("/quotation");
});

const HEAD = 'content-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n%%EOF\n';
test.each([
  ["no boundary", "multipart/form-data", `--x\r\n${HEAD}\r\n--x--\r\n`],
  ["a boundary of 253 letters", `multipart/form-data; boundary=${"x".repeat(253)}`, `--${"x".repeat(253)}\r\n${HEAD}`],
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
  const stored = () => server.db.selectFrom("uploads").select("upload_id").execute();
  const before = await stored();
  const headers = { "content-type": type };
  const answer = await vera.call("POST", `/api/aanvraag/${PRODUCT}/${OFFICE}/${RELATION}/uploads`, { body, headers });
  expect([400, 415], answer.body).toContain(answer.statusCode);
  expect(await stored()).toEqual(before);
});

const PIECES = [
  "--x\r\n",
  "--x--\r\n",
  "--x",
  "\r\n",
  "\r\n\r\n",
  "\n",
  "\0",
  "a".repeat(20_000),
  HEAD,
  HEAD.slice(0, 40),
].concat([
  'content-disposition: form-data; name="a"\r\n\r\n1\r\n',
  "content-type: application/json\r\n",
  "content-transfer-encoding: base64\r\n",
  `${"x-a: b\r\n".repeat(3_000)}`,
  'content-disposition: form-data; name="toString"; filename=""\r\n',
]);
const BOUNDARIES = [
  "x",
  '"x"',
  '"',
  "x; boundary=y",
  "x".repeat(70),
  "x".repeat(252),
  "x".repeat(300),
  "é",
  "x; charset=utf-7",
  "",
];

test("every body that a seed makes of the pieces of an upload has an answer that is no error of ours", async () => {
  const random = createRandom(28);
  const statuses = new Set<number>();
  for (let round = 0; round < 80; round += 1) {
    const boundary = random.below(3) === 0 ? random.pick(BOUNDARIES) : "x";
    const body = Array.from({ length: random.below(8) }, () => random.pick(PIECES)).join("");
    const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
    const url = `/api/aanvraag/${PRODUCT}/${OFFICE}/${RELATION}/uploads`;
    const answer = await vera.call("POST", url, { body, headers });
    statuses.add(answer.statusCode);
    expect(answer.statusCode, `round ${round}: ${answer.body}`).toBeLessThan(500);
    expect(answer.json().code, `round ${round}`).not.toBe("internal");
  }
  expect([...statuses]).toContain(400);
});
