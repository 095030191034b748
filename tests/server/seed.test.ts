// The account of the instructions is no sample, which production refuses. Samples that are loaded long after they were written look as new: on that day, too, some quotations are about to expire.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#server/db/open.ts";
import { hasSampleAccounts } from "#server/samples/accounts.ts";
import { seedPortfolio } from "#server/samples/seed.ts";
import { dataDirectory } from "../support/model.ts";
import { openPortfolioServer, TODAY } from "../support/portfolioServer.ts";

const LATER = "2028-02-29";

test("open quotations are as old on the day of loading as on the day they were written for", async () => {
  const dataDir = dataDirectory();
  const waiting = async (today: string) => {
    const portal = await openPortfolioServer({ dataDir, today });
    const { body } = await portal.get("v.voorbeeld", "/api/attention");
    await portal.close();
    return (body.data as { kind: string; number: number }[]).map(({ kind, number }) => `${kind} ${number}`);
  };
  const written = await waiting(TODAY);
  expect(written.filter((line) => line.startsWith("expiring"))).not.toEqual([]);
  expect(await waiting(LATER), "samples of long ago").not.toEqual(written);

  const { db, close } = await openDatabase({ directory: join(dataDir, "database") });
  await sql`truncate relations, quotations, quotation_answers, policies, damages, open_invoices, referrals, referral_events,
    documents, document_contents cascade`.execute(db);
  await seedPortfolio(db, LATER);
  await close();
  expect(await waiting(LATER)).toEqual(written);
});

test("the first account as operations/README enters it lets production start again", async () => {
  const readme = readFileSync(new URL("../../src/server/operations/README.md", import.meta.url), "utf8");
  const [, statements = ""] = /```\n(set portal\.office[^`]+)```/.exec(readme) ?? [];
  const { db, execute, close } = await openDatabase({});
  await execute(statements);
  expect(await db.selectFrom("users").select("email").execute()).toHaveLength(1);
  expect(await hasSampleAccounts(db)).toBe(false);
  await close();
});
