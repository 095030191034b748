// Every SQLSTATE class has one row in the table of failures: a real database raises each code during a call, and the broker reads
// what the row promises.
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { FAILURES, findKind, isAway, KINDS } from "#server/db/failures/failures.ts";
import refusals from "#server/http/errors/refusals.json" with { type: "json" };
import { serverTexts } from "#server/texts/serverTexts.ts";
import { loginAs, startServer } from "../../support/server.ts";
import { open } from "../../support/wizard.ts";

/** Appendix A of PostgreSQL's manual. 00 is success. */
const CLASSES =
  "01 02 03 08 09 0A 0B 0F 0L 0P 0Z 10 20 21 22 23 24 25 26 27 28 2B 2D 2F 34 38 39 3B 3D 3F 40 42 44 53 54 55 57 58 72 F0 HV P0 XX".split(
    " ",
  );
/** Listed codes and classes, and all other classes of the manual: these are bugs of the portal. */
const sqlStates = [...new Set([...FAILURES.keys(), ...CLASSES])].filter((code) =>
  /^[0-9A-Z]{2}(\d[0-9A-Z]{2}|P\d\d)?$/.test(code),
);
const BUG = { refusal: "internal" } as const;

test("the broker reads the row of each code, in both languages, with the time of a retry", async () => {
  const server = await startServer();
  onTestFinished(server.stop);
  const vera = await loginAs(server, "v.voorbeeld");
  const opened = await open(vera, 100245, 300290);
  await sql`create table raised (code text)`.execute(server.db);
  await sql`create function raise_code() returns trigger language plpgsql as
    $$ begin raise exception 'raised by the test' using errcode = (select code from raised); end $$`.execute(server.db);
  await sql`create trigger raises before insert on uploads execute function raise_code()`.execute(server.db);
  await sql`grant select on raised to public`.execute(server.db);
  const upload = () =>
    vera.upload(`${opened.base}/uploads`, "a.pdf", "%PDF-1.4\n%%EOF\n", { "x-draft": opened.exists.draft_id ?? "" });
  for (const [index, listedCode] of sqlStates.entries()) {
    const code =
      listedCode.length === 5
        ? listedCode
        : `${listedCode}${listedCode === "25" || listedCode === "22" ? "ZZZ" : "0ZZ"}`;
    await sql`truncate raised`.execute(server.db);
    await sql`insert into raised values (${code})`.execute(server.db);
    const language = index % 2 === 0 ? "nl" : "fr";
    vera.language(language);
    const found = findKind({ code, message: "" });
    const kind = found ? KINDS[found] : BUG;
    const answer = await upload();
    expect([code, answer.statusCode, answer.json().message]).toEqual([
      code,
      refusals[kind.refusal],
      serverTexts[language].refusals[kind.refusal],
    ]);
    expect(answer.headers["retry-after"], code).toBe("retryAfter" in kind ? String(kind.retryAfter) : undefined);
  }
});

test.each(["Connection terminated unexpectedly", "timeout exceeded when trying to connect", "Query read timeout"])(
  "a failure without a code is recognised by its message: %s",
  (message) => {
    expect(isAway({ message })).toBe(true);
    expect(isAway({ message: `Not ${message}` })).toBe(false);
  },
);
