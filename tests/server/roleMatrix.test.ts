// Every call of the server × every role: who may not, is refused before anything is looked up. What each role may is written in
// roleMatrix.txt, apart from the table that the guard looks at.
import type { OutgoingHttpHeaders } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findRoles } from "#server/auth/guard.ts";
import { ROLES, type Role } from "#server/config/roles.ts";
import { openPortfolioServer, type PortfolioServer } from "../support/portfolioServer.ts";

const USERS: Record<Role, string> = {
  broker: "f.fictief",
  administrator: "v.voorbeeld",
  underwriter: "o.oordeel",
  auditor: "c.controle",
};
let server: PortfolioServer;
beforeAll(async () => {
  server = await openPortfolioServer();
});
afterAll(() => server?.close());

/** Numbers that do not exist: a caller with the role gets past the guard and finds nothing. */
const fill = (url: string) => url.replace(":product", "cyber").replace(/:(\w+)/g, "999999999");

/** How many lines of the trail are about this call. */
async function countLines({ headers }: { headers: OutgoingHttpHeaders }): Promise<number> {
  const call = sql`detail->>'call'`;
  return (await server.db.selectFrom("audit").select("audit_id").where(call, "=", headers["x-request-id"]).execute())
    .length;
}

/** As it answers: a call that is not in the file, or has another role, fails. `vitest -u` writes the file, and a reader judges it. */
test("each role may call what roleMatrix.txt lists, and nothing else", async () => {
  const allowed = new Map(server.calls.map(({ method, url }) => [`${method} ${url}`, [] as Role[]]));
  for (const role of ROLES) {
    const client = await server.client(USERS[role]);
    expect((await client.ok<{ role: string }>("GET", "/api/profile/me")).role).toBe(role);
    for (const { method, url } of server.calls) {
      const answer = await client.call(method as "GET", fill(url), method === "GET" ? {} : { body: {} });
      const refused = answer.statusCode === 403 && answer.json().code === "forbidden";
      if (refused) expect(await countLines(answer), `${role} ${method} ${url}`).toBe(1);
      else allowed.get(`${method} ${url}`)?.push(role);
    }
  }
  const lines = [...allowed].map(([call, roles]) => `${call}: ${roles.join(", ")}`).sort();
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("roleMatrix.txt");
});

test("the trail names the underwriter who opened a referral and the broker who tried", async () => {
  const { number } = await server.db.selectFrom("referrals").select("number").executeTakeFirstOrThrow();
  const lines = await Promise.all(
    [USERS.underwriter, USERS.broker].map(async (login) => {
      const { headers } = await (await server.client(login)).call("GET", `/api/referrals/${number}`);
      return server.db
        .selectFrom("audit")
        .select(["login_name", "action", "object", sql`detail->'status'`.as("status")])
        .where(sql`detail->>'call'`, "=", headers["x-request-id"])
        .execute();
    }),
  );
  const line = { action: "GET /api/referrals/:id", object: String(number) };
  expect(lines.flat()).toEqual([
    { login_name: USERS.underwriter, ...line, status: 200 },
    { login_name: USERS.broker, ...line, status: 403 },
  ]);
});

test("a search that is refused leaves a line without its term", async () => {
  const { headers } = await (await server.client(USERS.auditor)).call("GET", "/api/relations/search/Kanarie");
  const query = server.db.selectFrom("audit").selectAll().where(sql`detail->>'call'`, "=", headers["x-request-id"]);
  expect(JSON.stringify(await query.execute())).not.toContain("Kanarie");
});

test("a call that the table has no word for does not start", () => {
  expect(() => findRoles("/api/secrets")).toThrow("/api/secrets has no roles");
});

test("a role that is taken away is gone at the next call", async () => {
  const client = await server.client("n.niemand");
  const setRole = (role: Role) =>
    server.db.updateTable("users").set({ role }).where("login_name", "=", "n.niemand").execute();
  expect((await client.call("GET", "/api/relations")).statusCode).toBe(200);
  await setRole("auditor");
  expect((await client.call("GET", "/api/relations")).statusCode).toBe(403);
  await setRole("broker");
  expect((await client.call("GET", "/api/relations")).statusCode).toBe(200);
});
