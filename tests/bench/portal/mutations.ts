// Every route of the server with requests that work, mutated by seed in their address, question, headers and body, files included:
// they are refused or accepted, and never a failure of ours. Routes come from the server, so that a new one is included.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "#engine/schema/types.ts";
import { findRoles } from "#server/auth/guard.ts";
import { ROLES, type Role } from "#server/config/roles.ts";
import { mutated, Random } from "../../content/support/random.ts";
import { type Client, loginAs, type Method, startServer, type TestServer } from "../../support/server.ts";
import { makeModel } from "../../support/setup.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { ANSWERS, BLOCK, fill, open, PRODUCT } from "../../support/wizard.ts";

export interface MutationReport {
  routes: number;
  tried: number;
  /** How often each status was answered. */
  statuses: Record<string, number>;
  failures: string[];
}
/** Called after each route with what has been tried until then. */
type OnRoute = (route: string, report: MutationReport) => void;
interface Sending {
  url: string;
  headers: Record<string, string>;
  body?: unknown;
}

const OFFICE = 100245;
const RELATION = 300101;
const USERS: Record<Role, string> = {
  broker: "f.fictief",
  administrator: "v.voorbeeld",
  underwriter: "o.oordeel",
  auditor: "c.controle",
};
/** Values for the parameters of an address. `id` depends on the call. */
const NAMED: Record<string, string> = {
  product: PRODUCT,
  intermediary: String(OFFICE),
  relation: String(RELATION),
  login: "v.voorbeeld",
  term: "voorbeeld",
  action: "quotation",
  draft: "00000000-0000-4000-8000-000000000000",
  session: "00000000-0000-4000-8000-000000000000",
  file: "00000000-0000-4000-8000-000000000000",
};
const IDS: Record<string, string> = {
  relations: "300101",
  quotations: "50010480",
  referrals: "50010480",
  documents: "60001",
};

/** Valid bodies, by a part of the address. Other routes get a body of any kind. */
const BODIES: Record<string, JsonObject> = {
  "/wizard/copy": { quotation: 50010441 },
  "/wizard/steps/forms": { kvk: "42712573" },
  "/premium": ANSWERS as unknown as JsonObject,
  "/wizard/submit/": BLOCK,
  "/api/relations/edit/": { address: "Dorpsstraat 1", zipcode: "1234 AB", city: "Ede", email: "a@example.com" },
  "/api/analytics/events": { events: [{ event: "click", page: "dashboard" }] },
  "/api/prerequisites": { personal_data: true, cookies: true },
  "/decision": { decision: "ask", text: "Waarom?", revision: 1 },
  "/referral": { text: "Daarom", revision: 1 },
  "/csp-report": { "csp-report": { "violated-directive": "script-src", "blocked-uri": "inline" } },
  "/auth/login": { login: "v.voorbeeld", token: "x" },
};
const ANY: JsonObject = { id: 1, name: "x", list: [1, "x"], part: { of: true } };
/** The page that is shown when the app is not built. */
const NOT_BUILT = "The app is not built yet: in a checkout, npm run build makes it.";
const FILE = [
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"',
  "content-type: application/pdf\r\n\r\n%PDF-1.4\n%%EOF\n\r\n--x--\r\n",
].join("\r\n");

const split = (words: string) => words.split(" ");
const QUESTIONS = split(
  `page limit sort search relation_id relation quotation detail last_viewed action kvk flow product insurance_type columns
    __proto__ constructor a[b] returnTo state`.replace(/\s+/g, " "),
);
const HEADERS = split(
  `if-match if-none-match idempotency-key x-draft accept-language accept content-type origin range x-request-id
    x-forwarded-for x-csrf-token x-requested-with referer accept-encoding`.replace(/\s+/g, " "),
);
const ODD = [
  ...split(
    '0 1 -1 1.5 1e3 99999999999 99999999999999999999 NaN null true % _ \\ ../.. __proto__ constructor * "1" W/"1"',
  ),
  ...split(
    "2026-02-30 -company company,city application/json text/html multipart/form-data bytes=0- gzip;q=x a=b&c=d <b>",
  ),
  ...["", "' or 1=1 --", "multipart/form-data; boundary=", "; language=xx", "é", "\u202e", "🇳🇱", "\u0000", "\r\n"],
  ...["\ud800", "x".repeat(250)],
];

/** On a server of its own. */
export async function mutationsRun(perRoute: number, seed: number, onRoute?: OnRoute): Promise<MutationReport> {
  const dataDir = mkdtempSync(join(temporaryFolder(), "mutations-"));
  await makeModel(dataDir);
  const server = await startServer({ dataDir });
  try {
    return await mutateRequests(server, { perRoute, seed, onRoute });
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export interface Mutating {
  perRoute: number;
  seed: number;
  /** The routes to try. Absent: all. */
  only?: RegExp;
  onRoute?: OnRoute;
}

export async function mutateRequests(
  server: TestServer,
  { perRoute, seed, only = /^/, onRoute }: Mutating,
): Promise<MutationReport> {
  const clients = await loginAll(server);
  const tried = server.routes.filter(
    ({ method, url }) => method !== "HEAD" && method !== "OPTIONS" && only.test(`${method} ${url}`),
  );
  const routes = sortRoutes(tried);
  const report: MutationReport = { routes: routes.length, tried: 0, statuses: {}, failures: [] };
  for (const { method, url } of routes) {
    const random = new Random(seed + report.tried);
    // Logging in and out is tried in a session of its own.
    const client = url.startsWith("/auth/") ? await loginAs(server, USERS.broker) : clients[findRole(url)];
    for (const sent of buildAll({ method, url }, perRoute, random)) {
      // An interrupted answer is a failure like any other: it is reported with what was sent, and the run continues.
      const { statusCode, body } = await client.call(method as Method, sent.url, sent).catch(breakOff);
      report.tried += 1;
      report.statuses[statusCode] = (report.statuses[statusCode] ?? 0) + 1;
      if (statusCode >= 500 && body !== NOT_BUILT)
        report.failures.push(`${statusCode} ${method} ${JSON.stringify(sent).slice(0, 400)}: ${body.slice(0, 100)}`);
    }
    report.failures.push(...(await findLoggedOut(clients)).map((role) => `${method} ${url} logged the ${role} out`));
    onRoute?.(`${method} ${url}`, report);
  }
  return report;
}

/** What gives the whole trail comes first: each call adds a line to it, and ten thousand times all lines of the others takes days. */
const sortRoutes = (routes: TestServer["routes"]) =>
  [true, false].flatMap((first) => routes.filter(({ url }) => (url === "/api/audit/export") === first));

const breakOff = (error: Error) => ({ statusCode: 599, body: error.message });

/** Asked after each route, so that no session rests for half an hour while others are tried. */
async function findLoggedOut(clients: Record<Role, Client>): Promise<Role[]> {
  const loggedOut: Role[] = [];
  for (const role of ROLES)
    if (!(await clients[role].ok<{ loggedIn: boolean }>("GET", "/api/profile/me")).loggedIn) loggedOut.push(role);
  return loggedOut;
}

/** Each with the request filled in that the addresses name. */
async function loginAll(server: TestServer): Promise<Record<Role, Client>> {
  const clients = {} as Record<Role, Client>;
  for (const role of ROLES) clients[role] = await loginAs(server, USERS[role]);
  await fill(clients.administrator, await open(clients.administrator, OFFICE, RELATION));
  return clients;
}

/** Each step is a form of its own. */
function* buildAll({ method, url }: { method: string; url: string }, perRoute: number, random: Random) {
  yield* systematic(method, url, random);
  const count = url.includes(":step") ? perRoute * Object.keys(ANSWERS).length : perRoute;
  for (let index = 0; index < count; index += 1) yield mutate(buildSending(method, url, random), random);
}

/** Every header, question, part of the address, member of the body and line of a file changed once by itself. */
function systematic(method: string, route: string, random: Random): Sending[] {
  const steps = route.includes(":step") ? Object.keys(ANSWERS) : [undefined];
  return steps.flatMap((step, index) => {
    const sent = buildSending(method, route, random, step);
    // They are read by whatever reads a call, and not by a step.
    const around =
      index > 0 ? [] : [...HEADERS.map((name) => withHeader(sent, name, random)), ...askEach(method, sent, random)];
    const { body } = sent;
    if (body === undefined) return around;
    const bodies =
      typeof body === "string" ? changeLines(body) : changeMembers(body).map((changed) => JSON.stringify(changed));
    const rest = typeof body === "string" ? {} : { body: JSON.stringify(body) };
    return [...around.map((call) => ({ ...call, ...rest })), ...bodies.map((body) => ({ ...sent, body }))];
  });
}

const askEach = (method: string, sent: Sending, random: Random): Sending[] => [
  ...(method === "GET" ? QUESTIONS : []).map((name) => ask(sent, name, random.pick(ODD))),
  ...sent.url.split("/").flatMap((part, index, parts) => {
    if (index === 0 || part === "") return [];
    return [{ ...sent, url: parts.with(index, encode(random.pick(ODD))).join("/") }];
  }),
];

/** One of each kind of value that JSON has, and none. */
const KINDS: unknown[] = [undefined, null, true, -1, "\u0000x", [], [[1]], { a: { b: 1 } }];

/** The body with each member of it, however deep, replaced by each kind of value. */
function changeMembers(body: unknown): unknown[] {
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    [...KINDS, ...changeMembers(value)].map((other) => {
      const copy = structuredClone(body) as Record<string, unknown>;
      copy[name] = other;
      return copy;
    }),
  );
}

/** Each line left out, doubled, and with an odd end. */
const changeLines = (body: string): string[] =>
  body
    .split("\r\n")
    .flatMap((line, index, lines) =>
      [[], [line, line], [`${line}"; x=`]].map((these) => lines.toSpliced(index, 1, ...these).join("\r\n")),
    );

/** Who gets furthest: an administrator, unless he may not. */
function findRole(url: string): Role {
  const roles = url.startsWith("/api/") ? findRoles(url) : ROLES;
  return roles.includes("administrator") ? "administrator" : (roles[0] as Role);
}

function buildSending(method: string, route: string, random: Random, chosen?: string): Sending {
  const step = chosen ?? random.pick(Object.keys(ANSWERS));
  const url = route.replace("*", "index.json").replace(/:(\w+)/g, (_, name: string) => {
    if (name === "step") return step;
    return name === "id" ? (IDS[route.split("/")[2] ?? ""] ?? "50010441") : (NAMED[name] ?? "x");
  });
  if (method === "GET") return { url, headers: {} };
  if (/\/(uploads|files)$/.test(route))
    return { url, headers: { "content-type": "multipart/form-data; boundary=x" }, body: FILE };
  if (method === "DELETE") return { url, headers: {}, body: {} };
  if (route.endsWith("/save"))
    return { url: `${url}?action=${random.pick(["next", "save"])}`, headers: {}, body: ANSWERS[step] };
  return { url, headers: {}, body: Object.entries(BODIES).find(([part]) => url.includes(part))?.[1] ?? ANY };
}

/** One to three changes: the more there are, the sooner it is refused. */
function mutate(sent: Sending, random: Random): Sending {
  let changed = sent;
  const ways = [
    mutateAddress,
    askMore,
    askMore,
    mutateHeaders,
    mutateHeaders,
    ...(sent.body === undefined ? [] : [mutateBody, mutateBody, mutateBody, mutateBytes]),
  ];
  for (let times = random.pick([1, 1, 1, 2, 3]); times > 0; times -= 1) changed = random.pick(ways)(changed, random);
  const { body } = changed;
  return { ...changed, ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }) };
}

/** As a browser or a program could write it: half a character has no place in an address. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed());

function mutateAddress({ url, ...sent }: Sending, random: Random): Sending {
  const [path = "", question] = url.split("?");
  const parts = path.split("/");
  const index = 1 + random.below(parts.length - 1);
  parts[index] = random.chance(0.1)
    ? random.pick(["%zz", "%ff", "%00", "%ED%A0%80", "%2e%2e"])
    : encode(random.pick(ODD));
  return { ...sent, url: parts.join("/") + (question === undefined ? "" : `?${question}`) };
}

const askMore = (sent: Sending, random: Random): Sending =>
  ask(sent, random.chance(0.9) ? random.pick(QUESTIONS) : random.pick(ODD), random.pick(ODD));

const ask = ({ url, ...sent }: Sending, name: string, value: string): Sending => ({
  ...sent,
  url: `${url}${url.includes("?") ? "&" : "?"}${encode(name)}=${encode(value)}`,
});

const mutateHeaders = (sent: Sending, random: Random): Sending => withHeader(sent, random.pick(HEADERS), random);

/** Only what HTTP lets through: bytes without those that end a line. */
function withHeader({ headers, ...sent }: Sending, name: string, random: Random): Sending {
  const value = Buffer.from(random.pick(ODD).toWellFormed())
    .toString("latin1")
    .replace(/[^\x20-\x7e\x80-\xff]/g, "");
  return { ...sent, headers: { ...headers, [name]: value } };
}

function mutateBody({ body, ...sent }: Sending, random: Random): Sending {
  return typeof body === "string" ? mutateBytes({ ...sent, body }, random) : { ...sent, body: mutated(body, random) };
}

/** Truncated, doubled, or with other characters somewhere. In a file, the multipart boundaries and headers too. */
function mutateBytes({ body, ...sent }: Sending, random: Random): Sending {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const [from, to] = [random.below(text.length + 1), random.below(text.length + 1)];
  const piece = text.slice(Math.min(from, to), Math.max(from, to));
  const between = random.pick([
    "",
    piece,
    piece + piece,
    "--x",
    "--x--\r\n",
    "\r\n\r\n",
    '"',
    "{",
    "[",
    random.pick(ODD),
  ]);
  return { ...sent, body: text.slice(0, Math.min(from, to)) + between + text.slice(random.chance(0.5) ? from : to) };
}
