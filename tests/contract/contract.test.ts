// The contract run against our own back end, which has no difference, and against the same one behind a proxy that spoils an
// answer in each way that a back end may differ.
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { BrokerClient } from "../journeys/support/brokerClient.ts";
import { modelFolder } from "../support/model.ts";
import { startServer, type TestServer, TODAY } from "../support/server.ts";
import * as cli from "./cli.ts";
import { sentence, tell } from "./cli.ts";
import { Description } from "./description.ts";
import { runContract } from "./run.ts";

const page = '<!doctype html><html lang="nl"><head><meta name="csrf-token" content=""></head></html>';
const JOURNEY = "cyber-newRequest-policy-accepted";
const description = new Description(JSON.parse(readFileSync(join(modelFolder, "openapi.json"), "utf8")));
const contract = (args: string[]) => cli.contract(args, async () => description);
let server: TestServer;
let origin: string;

beforeAll(async () => {
  server = await startServer({ development: { page: async () => page, attach: async () => {} } });
  origin = await server.app.listen({ host: "127.0.0.1", port: 0 });
  await BrokerClient.enter(origin, "v.voorbeeld");
});
afterAll(() => server?.stop());

interface Spoilt {
  status: number;
  type: string;
  text: string;
}
type Spoil = (call: string, answer: Spoilt) => Partial<Spoilt> | undefined;

/** Passes every call on, and changes what comes back. */
async function startProxy(spoil: Spoil): Promise<string> {
  const pass = async (request: IncomingMessage, reply: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const answer = await fetch(`${origin}${request.url}`, {
      method: request.method!,
      headers: headers as Record<string, string>,
      redirect: "manual",
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const came = { status: answer.status, type: answer.headers.get("content-type") ?? "", text: await answer.text() };
    const { status, type, text } = { ...came, ...spoil(`${request.method} ${request.url!.split("?")[0]}`, came) };
    reply.writeHead(status, { "content-type": type, "set-cookie": answer.headers.getSetCookie() });
    reply.end(text);
  };
  const proxy: Server = createServer((request, reply) => void pass(request, reply).catch(() => reply.destroy()));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

const ask = (url: string, more: object = {}) =>
  runContract(
    { url, login: { user: "v.voorbeeld", password: "" }, journeys: JOURNEY, today: TODAY, ...more },
    description,
  );

const edited = (text: string, edit: (body: never) => void): Partial<Spoilt> => {
  const body = JSON.parse(text);
  edit(body as never);
  return { text: JSON.stringify(body) };
};

test("our own back end differs nowhere, and is asked every specified call", async () => {
  const report = await ask(origin);
  expect(report.differences.map(sentence)).toEqual([]);
  expect(Object.entries(report.calls).filter(([, count]) => count === 0)).toEqual([]);
  expect([report.journeys, report.notes]).toEqual([1, []]);
  const last = tell(report).at(-1);
  expect(last).toMatch(/^29 of 29 specified calls, \d+ times; 1 journeys\. 0 differences\.$/);
});

describe("another back end: each difference is reported with call, place, expected and actual value", () => {
  const rows =
    (edit: (row: Record<string, unknown>) => unknown) =>
    ({ text }: Spoilt) =>
      edited(text, ({ data = [] }: { data?: Record<string, unknown>[] }) => data.forEach(edit));
  const STATUS = "expected status 200 or 201 or 204 or 409 or 422, got";

  /** Of each call the answer is spoilt in one way. */
  const SPOILT: Record<string, [(answer: Spoilt) => Partial<Spoilt>, string]> = {
    "GET /api/quotations/": [rows((row) => (row.premium = "12,50")), '/data/*/premium: expected number, got "12,50" ('],
    "GET /api/quotations/search/": [
      rows((row) => delete row.product),
      '/data/*: expected a member "product", got none in {',
    ],
    "GET /api/policies/": [
      rows((row) => (row.start_date = "1-2-2026")),
      '/data/*/start_date: expected must match format "date", got "1-2-2026"',
    ],
    "GET /api/damages/": [
      ({ text }) => edited(text, (body: { data?: unknown }) => delete body.data),
      'expected a member "data", got none in {',
    ],
    "GET /api/profile/details": [
      ({ text }) => edited(text, (body: object) => Object.assign(body, { language: "de" })),
      '/language: expected one of nl, fr, null, got "de"',
    ],
    "GET /api/damages": [() => ({ status: 500, text: "oops" }), `${STATUS} 500 oops`],
    "GET /api/invoices": [() => ({ status: 404, text: "" }), `${STATUS} 404`],
    "GET /api/invoices/": [() => ({ type: "text/html", text: "<p>" }), "expected application/json, got text/html: <p>"],
    "GET /api/policies/search/": [() => ({ text: '{"data":[' }), 'expected JSON, got {"data":['],
    "GET /api/policies/99999999": [() => ({ status: 200, text: "{}" }), "expected status 404, got 200 {}"],
    "GET /api/employees/": [() => ({ status: 204, text: "" }), "expected a status that is described, got 204"],
  };

  test("types, members, forms, choices, statuses, types of content, half answers, numbers that are found", async () => {
    const url = await startProxy((call, answer) => {
      const spoil = SPOILT[call.replace(/(?<=employees\/|search\/).+/, "")];
      return spoil?.[0](answer);
    });
    const lines = (await ask(url, { readOnly: true })).differences.map(sentence);
    for (const [, expected] of Object.values(SPOILT)) expect(lines).toContainEqual(expect.stringContaining(expected));
    expect(lines).toHaveLength(Object.keys(SPOILT).length);
  });

  test("a journey that ends, costs or is refused otherwise; more members and other names for numbers are noted", async () => {
    const url = await startProxy((call, { text, status }) => {
      if (/\/premium$/.test(call))
        return edited(text, ({ premium }: { premium: object }) => Object.assign(premium, { total_amount: 1 }));
      if (/submit\/insurance-policy$/.test(call) && status === 200)
        return edited(text, (body: object) => Object.assign(body, { accepted: "referred" }));
      if (/general-data\/save$/.test(call)) {
        const errors = [{ pointer: "/turnover", keyword: "maximum", params: {}, message: "no" }];
        return edited(text, (body: object) => Object.assign(body, { errors }));
      }
      if (call === "GET /api/quotations/" && status === 200)
        return edited(text, (body: object) => Object.assign(body, { took: 3, meta: { count: 3, total: 9 } }));
      return undefined;
    });
    const { differences, notes } = await ask(url);
    expect(notes.map(sentence)).toContainEqual(
      expect.stringMatching(/^GET \/api\/quotations: expected no other member, got "took"/),
    );
    expect(differences.map(sentence)).toEqual([
      `journey: /steps/0/answers: expected "valid", got "/turnover maximum", first in the journey ${JOURNEY}`,
      expect.stringMatching(/^journey: \/steps\/1\/expect\/premium\/total: expected \d+(\.\d+)?, got 1, first/),
      expect.stringMatching(/^journey: \/expect\/premium\/total: expected \d+(\.\d+)?, got 1, first/),
      expect.stringMatching(/^journey: \/expect\/outcome: expected "accepted", got "referred", first/),
    ]);
  });
});

describe("npm run contract", () => {
  test("prints a report for a program and for a CI server, changes nothing where that is asked for, and ends with 1 on a difference", async () => {
    const countRequests = async () => (await server.db.selectFrom("requests").select("request_id").execute()).length;
    const before = await countRequests();
    const url = await startProxy((call) => (call === "GET /api/profile/details" ? { status: 500 } : undefined));
    const junit = join(server.config.dataDir, "contract.xml");
    const { lines, code } = await contract([
      "--url",
      url,
      "--login",
      "v.voorbeeld",
      "--read-only",
      "--json",
      "--junit",
      junit,
    ]);
    expect([JSON.parse(lines.join("")).differences.length, code]).toEqual([1, 1]);
    expect(readFileSync(junit, "utf8")).toMatch(
      /failures="1"[\s\S]*name="GET \/api\/profile\/details"><failure message="GET \/api\/profile\/details: expected status/,
    );
    expect(await countRequests()).toBe(before);
  });

  test.each([
    [[], 2, /^Usage: npm run contract/],
    [["--help"], 0, /^Usage/],
    [["--url", "nowhere"], 2, /^"nowhere" is not an address/],
    [["--url", "https://portal.example.nl", "--login", "a"], 2, /say --yes-write, or --read-only/],
    [["--url", "http://127.0.0.1:9", "--read-only"], 2, /does not answer/],
  ] as const)("%j", async (args, code, sentence) => {
    const output = await contract([...args]);
    expect([output.code, output.lines.join("\n")]).toEqual([code, expect.stringMatching(sentence)]);
  });
});
