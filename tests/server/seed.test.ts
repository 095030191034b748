// The account of the instructions is no sample, which production refuses. Samples that are loaded long after they were written look as new: on that day, too, some quotations are about to expire.
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { hasSampleAccounts } from "#server/samples/accounts.ts";
import { seedPortfolio } from "#server/samples/seed.ts";
import { loginAs, openTestDatabase, startServer, TODAY } from "../support/server.ts";

const LATER = "2028-02-29";

test("open quotations are as old on the day of loading as on the day they were written for", async () => {
  let today = TODAY;
  const clock = { now: () => new Date(), today: () => today };
  const server = await startServer({ clock });
  onTestFinished(() => server.stop());
  const vera = await loginAs(server, "v.voorbeeld");
  const waiting = async (day: string) => {
    today = day;
    const { data } = await vera.ok<{ data: { kind: string; number: number }[] }>("GET", "/api/attention");
    return data.map(({ kind, number }) => `${kind} ${number}`);
  };
  const written = await waiting(TODAY);
  expect(written.filter((line) => line.startsWith("expiring"))).not.toEqual([]);
  expect(await waiting(LATER), "samples of long ago").not.toEqual(written);

  const { db } = server;
  await sql`truncate relations, quotations, quotation_answers, policies, damages, open_invoices, referrals, referral_events,
    documents, document_contents cascade`.execute(db);
  await seedPortfolio(db, LATER);
  expect(await waiting(LATER)).toEqual(written);
});

test("the first account as operations/README enters it lets production start again", async () => {
  const readme = readFileSync(new URL("../../src/server/operations/README.md", import.meta.url), "utf8");
  const [, statements = ""] = /```\n(set portal\.office[^`]+)```/.exec(readme) ?? [];
  const { db, execute, close } = await openTestDatabase();
  onTestFinished(close);
  await sql`truncate users, intermediaries cascade`.execute(db);
  await execute(statements);
  expect(await db.selectFrom("users").select("email").execute()).toHaveLength(1);
  expect(await hasSampleAccounts(db)).toBe(false);
});
