// Every route called by users who may not: no session, another office, no consent, another site. Each gets its own refusal,
// and no row changes. A route that is missing in the table fails.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Referral } from "#api/wire/wireTypes.ts";
import { listKinds } from "#server/portfolio/lists/listKinds.ts";
import { expectShape } from "../support/apiShapes.ts";
import { everyRow } from "../support/everyRow.ts";
import { type Client, loginAs, type Method, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, BLOCK, fill, open, PRODUCT } from "../support/wizard.ts";
import { portalCalls } from "./portfolio/calls.ts";

const OFFICE = 100245;
const RELATION = 300101;
let server: TestServer;
let vera: Client;
let stranger: Client;
/** Whose calls no broker may make. */
let insurer: Record<Insurer, Client>;
let colleague: Client;
let before: Record<string, string>;
let routes: Route[];

type Insurer = "underwriter" | "auditor";

interface Route {
  method: Method;
  /** Absent: a broker's. */
  by?: Insurer;
  url: string;
  body?: unknown;
  /** The status that another office gets. portfolioIsolation.test.ts has the lists. */
  foreign: number;
  open?: boolean;
  beforeConsent?: boolean;
}

interface Numbers {
  /** Of each list that has single items. */
  items: Record<string, number>;
  upload: string;
  /** A relation that no request was begun for. */
  other: number;
  /** Of Vera. */
  session: string;
  /** That she sent to the underwriter. */
  file: string;
}
const withItems = listKinds.filter(({ listOnly }) => !listOnly);
const NONE: Numbers = {
  items: Object.fromEntries(withItems.map(({ path }) => [path, 0])),
  upload: "",
  other: 0,
  session: "",
  file: "",
};

/** The first number of Vera's office in each list. */
async function readNumbers(upload: string): Promise<Numbers> {
  const { data: sessions } = await vera.ok<{ data: { session_id: string }[] }>("GET", "/api/sessions");
  const { data: page } = await insurer.underwriter.ok<{ data: Referral }>("GET", REFERRED);
  const first = async (table: string, key: string, direction = "asc") => {
    const { rows } = await sql<{ number: number }>`select ${sql.ref(key)} as number from ${sql.table(table)}
      where intermediary_number = ${OFFICE} order by 1 ${sql.raw(direction)} limit 1`.execute(server.db);
    return rows[0]?.number ?? 0;
  };
  const items: Record<string, number> = {};
  for (const { path, list, key } of withItems) items[path] = await first(list, key);
  return {
    items: { ...items, relations: RELATION },
    upload,
    other: await first("relations", "relation_number", "desc"),
    session: sessions[0]?.session_id ?? "",
    file: String(page.history.at(-1)?.files[0]?.id),
  };
}

/** Addresses that work for Vera, so that others are refused for who they are. */
function buildTableRef({
  upload,
  other,
  session,
  file,
  items: numbers,
}: Numbers): Record<string, Omit<Route, "method">> {
  const address = `/api/aanvraag/${PRODUCT}/${OFFICE}/${RELATION}`;
  const base = "/api/aanvraag/:product/:intermediary/:relation";
  const lists = listKinds.flatMap(({ path: list }) => [
    [`GET /api/${list}`, { url: `/api/${list}?page=1`, foreign: 200 }],
    [`GET /api/${list}/search/:term`, { url: `/api/${list}/search/voorbeeld`, foreign: 200 }],
    [`GET /api/${list}/export`, { url: `/api/${list}/export`, foreign: 200 }],
  ]);
  const items = Object.entries(numbers).map(([list, id]) => [
    `GET /api/${list}/:id`,
    { url: `/api/${list}/${id}`, foreign: 404 },
  ]);
  const wizard = Object.entries({
    "POST /wizard/restart": {},
    "POST /wizard/copy": { quotation: 50010441 },
    "POST /wizard/steps/forms": {},
    "GET /wizard/steps/progress": undefined,
    "GET /acceptance": undefined,
    "GET /closing-questions": undefined,
    "GET /professions": undefined,
    "POST /premium": ANSWERS,
    "POST /wizard/step/:step/save": ANSWERS["general-data"],
    "POST /wizard/submit/:action": BLOCK,
    "POST /uploads": {},
    "DELETE /uploads/:id": undefined,
  }).map(([call, body]) => {
    const [method = "", path = ""] = call.split(" ");
    const filled = path.replace(":step", "general-data").replace(":action", "quotation").replace(":id", upload);
    const query = path.endsWith("/save") ? "?action=next" : "";
    return [`${method} ${base}${path}`, { url: `${address}${filled}${query}`, body, foreign: 404 }];
  });
  return Object.fromEntries([
    ...lists,
    ...items,
    ...wizard,
    [
      "GET /api/aanvraag/:product/:intermediary/prerequisites/exists/",
      { url: `/api/aanvraag/${PRODUCT}/${OFFICE}/prerequisites/exists/?relation=${other}`, foreign: 404 },
    ],
    ...Object.entries(portalCalls),
    ...Object.entries(referral),
    ...["sessions", "office/sessions"].map((path) => [
      `DELETE /api/${path}/:session`,
      { url: `/api/${path}/${session}`, foreign: 404 },
    ]),
    ["GET /api/referrals/:id/files/:file", { url: `${REFERRED}/files/${file}`, by: "underwriter", foreign: 403 }],
    ...Object.entries(underwriting).map(([call, row]) => [call, { ...row, by: "underwriter", foreign: 403 }]),
    ...Object.entries(auditing).map(([call, row]) => [call, { ...row, by: "auditor", foreign: 403 }]),
  ]);
}

const REFERRAL = "/api/quotations/50010480/referral";
const referral: Record<string, Omit<Route, "method">> = {
  "POST /api/quotations/:id/referral": { url: REFERRAL, body: { text: "x", revision: 1 }, foreign: 404 },
  "POST /api/quotations/:id/referral/files": { url: `${REFERRAL}/files`, body: {}, foreign: 404 },
  "DELETE /api/quotations/:id/referral/files/:file": { url: `${REFERRAL}/files/none`, foreign: 404 },
};

const REFERRED = "/api/referrals/50010480";
const underwriting: Record<string, Pick<Route, "url" | "body">> = {
  "GET /api/referrals": { url: "/api/referrals?page=1" },
  "GET /api/referrals/search/:term": { url: "/api/referrals/search/voorbeeld" },
  "GET /api/referrals/export": { url: "/api/referrals/export" },
  "GET /api/referrals/:id": { url: REFERRED },
  "POST /api/referrals/:id/decision": {
    url: `${REFERRED}/decision`,
    body: { decision: "ask", text: "x", revision: 1 },
  },
};
const auditing: Record<string, Pick<Route, "url">> = {
  "GET /api/audit": { url: "/api/audit" },
  "GET /api/audit/export": { url: "/api/audit/export" },
};

/** Public routes, which other tests cover. */
const PUBLIC = [
  "GET /",
  "GET /*",
  "GET /products/*",
  "GET /products/conditions/:bundle",
  "GET /products/index.json",
  "GET /healthz",
  "GET /readyz",
  "GET /auth/login",
  "POST /auth/login",
  "GET /auth/logout",
  "POST /csp-report",
];

beforeAll(async () => {
  server = await startServer();
  vera = await loginAs(server, "v.voorbeeld");
  stranger = await loginAs(server, "d.demo");
  insurer = {
    underwriter: await loginAs(server, "o.oordeel"),
    auditor: await loginAs(server, "c.controle"),
  };
  colleague = await loginAs(server, "f.fictief", { consent: false });
  const opened = await open(vera, OFFICE, RELATION);
  await fill(vera, opened);
  const { id } = (await vera.upload(`${opened.base}/uploads`, "a.pdf", "%PDF-1.4\n%%EOF\n")).json() as { id: string };
  const answer = { text: "x", revision: 1 };
  await insurer.underwriter.ok("POST", `${REFERRED}/decision`, { body: { ...answer, decision: "ask" } });
  const file = (await vera.upload(`${REFERRAL}/files`, "b.pdf", "%PDF-1.4\n%%EOF\n")).json() as { id: string };
  await vera.ok("POST", REFERRAL, { body: { ...answer, files: [file.id], revision: 2 } });
  const table = buildTableRef(await readNumbers(id));
  routes = Object.entries(table).map(([name, row]) => ({ ...row, method: name.split(" ")[0] as Method }));
  before = await everyRow(server.db);
});
afterAll(() => server?.stop());

const buildUnknownAddress = (url: string) =>
  url
    .replace(/(?<=\/)(\d{5,9}|v\.voorbeeld)(?=[/?]|$)/g, "999999")
    .replace(/(?<=\/)[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, "00000000-0000-4000-8000-000000000000");
const isChange = ({ method }: Route) => method === "POST" || method === "DELETE";
const name = ({ method, url }: Route) => `${method} ${url}`;
const ask = (client: Client, route: Route, headers: Record<string, string | undefined> = {}) =>
  client.call(route.method, route.url, { headers, ...(route.body === undefined ? {} : { body: route.body }) });
const belongsTo = ({ by }: Route) => (by ? insurer[by] : vera);

/** Without a client: of whom each belongs to, so that only the headers are wrong. */
async function refuses(chosen: Route[], client: Client | null, answer: [number, string], headers = {}): Promise<void> {
  expect(chosen.length).toBeGreaterThan(8);
  for (const route of chosen) {
    const response = await ask(client ?? belongsTo(route), route, headers);
    expect([response.statusCode, response.json().code], name(route)).toEqual(answer);
    expectShape("error", response.json());
  }
  expect(await everyRow(server.db)).toEqual(before);
}

test("the table has every route", () => {
  const registered = server.routes.filter(({ method }) => method !== "HEAD" && method !== "OPTIONS");
  // Files of the build are there once the app is built.
  const names = ["GET /*"].concat(
    registered.map(({ method, url }) => `${method} ${url.length > 1 ? url.replace(/\/$/, "") : url}`),
  );
  // Only a sent request has an outcome (submit.test.ts). A document's old address redirects to its new one.
  const elsewhere = [
    "GET /api/requests/:draft/outcome",
    "GET /storage/:product/:file",
    "GET /storage/information-document.pdf",
  ];
  const listed = [...Object.keys(buildTableRef(NONE)).map((call) => call.replace(/\/$/, "")), ...PUBLIC, ...elsewhere];
  expect([...new Set(names)].sort()).toEqual([...listed].sort());
});

describe("refused, and nothing is written", () => {
  test("a call without a session", async () => {
    await refuses(
      routes.filter((route) => !route.open),
      vera,
      [401, "not_logged_in"],
      { cookie: undefined },
    );
  });

  test("a session that was made up", async () => {
    const cookie = `session=${"A".repeat(43)}`;
    await refuses(
      routes.filter((route) => !route.open),
      vera,
      [401, "not_logged_in"],
      { cookie },
    );
  });

  test("no consent", async () => {
    const chosen = routes.filter((route) => !route.open && !route.beforeConsent);
    await refuses(chosen, colleague, [403, "consent_required"]);
  });

  test.each([
    ["no token", { "x-csrf-token": undefined }],
    ["a wrong token", { "x-csrf-token": "A".repeat(43) }],
    ["a token of the same length in bytes beyond ASCII", { "x-csrf-token": "é".repeat(21) }],
    ["no marker", { "x-requested-with": undefined }],
    ["another marker", { "x-requested-with": "fetch" }],
    ["a foreign origin", { origin: "https://evil.example" }],
    ["an origin that only begins like ours", { origin: "http://127.0.0.1:3000.evil.example" }],
  ])("a change with %s", async (_what, headers) => {
    await refuses(routes.filter(isChange), null, [403, "csrf"], headers);
  });

  test("a change with the token of another user's session", async () => {
    await refuses(routes.filter(isChange), null, [403, "csrf"], { "x-csrf-token": stranger.csrf });
  });

  test("another office", async () => {
    for (const route of routes) {
      const response = await ask(stranger, route);
      expect(response.statusCode, `${name(route)}: ${response.body}`).toBe(route.foreign);
      if (route.foreign === 404) expect(response.json().code, name(route)).toBe("not_found");
      if (route.foreign === 403) expect(response.json().code, name(route)).toBe("forbidden");
    }
    expect(await everyRow(server.db)).toEqual(before);
  });

  test("a number that does not exist looks the same as a foreign one", async () => {
    for (const route of routes.filter(({ foreign }) => foreign >= 403 && foreign <= 404)) {
      const elsewhere = {
        ...route,
        url: buildUnknownAddress(route.url),
      };
      const [foreign, unknown] = [await ask(stranger, route), await ask(stranger, elsewhere)];
      const shown = (response: typeof foreign) => ({ ...response.json(), request_id: "", status: response.statusCode });
      expect(shown(unknown), name(route)).toEqual(shown(foreign));
    }
    expect(await everyRow(server.db)).toEqual(before);
  });
});

test("the addresses of the table work for whom they belong to", async () => {
  for (const route of routes.filter(({ method }) => method === "GET"))
    expect((await ask(belongsTo(route), route)).statusCode, name(route)).toBe(200);
});
