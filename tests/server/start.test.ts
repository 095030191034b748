// What must not start ends at once with a message for the operator. `start.long.test.ts` has the other reasons.
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { reportSlow } from "#server/main.ts";
import * as handover from "#server/operations/commands/handover.ts";
import * as mail from "#server/operations/commands/mail.ts";
import { end } from "#server/operations/commands/sessions.ts";
import { dataDirectory } from "../support/model.ts";
import { endChildren, PRODUCTION, runToEnd } from "../support/runToEnd.ts";
import { openTestDatabase } from "../support/server.ts";

endChildren();

test("a portal whose database is away does not start, and reports why without a secret", async () => {
  const env = { DATA_DIR: dataDirectory(), PORT: "0", ...PRODUCTION };
  const ended = await runToEnd(["src/server/cli.ts", "start"], env);
  expect(ended).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The database of DATABASE_URL cannot be opened \(ECONNREFUSED\)/),
  });
  expect(ended.output).not.toContain("not-a-real-secret");
  expect(ended.output, "no stack").not.toMatch(/^\s+at /m);
});

test("a command about something that does not exist names it", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const data = { db: database.db, database, config: readConfig({ APP_ENV: "test" }) };
  const unknown = crypto.randomUUID();
  await expect(mail.send(data, { which: unknown })).rejects.toThrow(`No mail ${unknown} `);
  await expect(handover.send(data, { which: unknown })).rejects.toThrow(`No event ${unknown} `);
  const replayed = handover.replayFrom(data, { from: unknown, receiver: undefined });
  await expect(replayed).rejects.toThrow(`There is no event ${unknown};`);
  await expect(end(data, { user: "nobody" })).rejects.toThrow("There is no account nobody.");
});

test("a command that fails ends with 1, and prints no more than the reason", async () => {
  const env = { APP_ENV: "test", DATA_DIR: dataDirectory() };
  const { code, output } = await runToEnd(["src/server/cli.ts", "sessions", "end", "--user", "nobody"], env);
  expect({ code, output }).toEqual({ code: 1, output: "There is no account nobody.\n" });
});

test("a start that takes longer than 10 s says what it waits for, and a shorter one does not", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const work = Promise.withResolvers<string>();
  const reported = reportSlow("opening the database", work.promise);
  vi.advanceTimersByTime(9_999);
  expect(write).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(write.mock.calls).toEqual([["Still starting: opening the database ...\n"]]);
  work.resolve("open");
  expect(await reported).toBe("open");
  await reportSlow("reading the products", Promise.resolve());
  vi.advanceTimersByTime(20_000);
  expect(write).toHaveBeenCalledTimes(1);
});
