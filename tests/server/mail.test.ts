// Mail that cannot be sent: retried or given up according to the receiver's answer, visible in the row and in the log,
// sent again on request. A slow connection delays no other.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { describeError, findServedCall } from "#server/http/logging.ts";
import { readBacklog } from "#server/jobs/backlog.ts";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";
import { ANSWERS, findAnswer } from "#server/mail/answers.ts";
import { createOutbox, type OutboxParts } from "#server/mail/outbox.ts";
import { listGivenUp, sendAgain } from "#server/mail/queue.ts";
import { type MailServer, type Manner, startMailServer } from "../support/mailServer.ts";
import { startServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let jobs: Jobs;
let mails: MailServer;
let logged: { level: string; facts: object }[] = [];
const note =
  (level: string) =>
  ({ err, ...facts }: { err?: Error }) =>
    void logged.push({ level, facts: { ...facts, ...(err && describeError(err)), call: findServedCall() } });
const log = { warn: note("warn"), error: note("error") } as unknown as OutboxParts["log"] & { warn(): void };

beforeAll(async () => {
  [server, mails] = await Promise.all([startServer(), startMailServer()]);
});
afterEach(async () => {
  logged = [];
  mails.taken.length = 0;
  mails.manners.clear();
  await jobs.stop();
  await server.db.deleteFrom("outbox").execute();
  await sql`delete from jobs.job`.execute(server.db);
});
afterAll(async () => {
  mails?.stop();
  await server?.stop();
});

async function outboxWith(receivers: Record<string, Manner>, limitMs?: number, smtpUrl = mails.url) {
  jobs = await createJobs({ database: server.database, log });
  const outbox = await createOutbox({
    db: server.db,
    jobs,
    config: { ...server.config, smtpUrl },
    log,
    ...(limitMs ? { limitMs } : {}),
  });
  for (const [recipient, manner] of Object.entries(receivers)) {
    mails.manners.set(recipient, manner);
    await outbox.put(server.db, { call: "call-1", recipient, subject: "Uw offerte", text: "Hierbij", attachments: [] });
  }
  return outbox;
}
const rows = () => server.db.selectFrom("outbox").selectAll().orderBy("recipient").execute();
const dueNow = () => sql`update jobs.job set start_after = now() where state = 'retry'`.execute(server.db);

test("an address with an international domain goes out in the form that every mail server takes", async () => {
  const outbox = await outboxWith({ "info@café.fr": "takes" }, undefined, "");
  expect(await outbox.sendWaiting()).toBe(1);
  const folder = join(server.config.dataDir, "outbox");
  const mail = await readFile(join(folder, `${(await rows())[0]?.mail_id}.eml`), "utf8");
  expect(mail).toContain("To: info@xn--caf-dma.fr");
});

test("a line break in a subject makes no header of its own", async () => {
  const outbox = await outboxWith({}, undefined, "");
  const subject = "Uw offerte\r\nBcc: x@example.com";
  const mail = { call: "call-1", recipient: "a@example.com", subject, text: "Hierbij", attachments: [] };
  await outbox.put(server.db, mail);
  expect(await outbox.sendWaiting()).toBe(1);
  const path = join(server.config.dataDir, "outbox", `${(await rows())[0]?.mail_id}.eml`);
  const [head = ""] = (await readFile(path, "utf8")).split(/\r?\n\r?\n/);
  expect(head).toContain("Uw offerte");
  expect(head).not.toMatch(/^Bcc:/m);
});

test("refused for a while: it waits, is seen, and goes out later", async () => {
  const outbox = await outboxWith({ "a@example.com": "later" });
  expect(await outbox.sendWaiting()).toBe(0);
  expect(await rows()).toMatchObject([{ state: "waiting", attempts: 1, last_error: expect.stringContaining("451") }]);
  expect(logged).toEqual([
    {
      level: "warn",
      facts: expect.objectContaining({
        job: "mail",
        call: "call-1",
        attempt: 1,
        again: true,
        message: expect.stringMatching(/^Mail [0-9a-f-]{36} was not sent: .* 451$/),
      }),
    },
  ]);
  expect(JSON.stringify(logged)).not.toContain("example.com");
  mails.manners.clear();
  expect(await outbox.sendWaiting(), "not before its time").toBe(0);
  await dueNow();
  expect(await outbox.sendWaiting()).toBe(1);
  expect(await rows()).toMatchObject([{ state: "sent", attempts: 2, last_error: null }]);
  expect(mails.taken).toEqual(["a@example.com"]);
});

test("the job of a mail keeps nothing of its receiver, who may be erased meanwhile", async () => {
  await outboxWith({ "a.naam@example.com": "later" });
  await jobs.start();
  const read = async () =>
    (
      await sql<{
        state: string;
        row: string;
      }>`select state, j::text as row from jobs.job j where name = 'mail'`.execute(server.db)
    ).rows;
  await expect.poll(async () => (await read()).map(({ state }) => state), { timeout: 20_000 }).toEqual(["retry"]);
  expect(JSON.stringify(await read())).not.toContain("a.naam");
});

test("refused for good: given up at once, listed, and sent again when asked", async () => {
  const outbox = await outboxWith({ "b@example.com": "never", "c@example.com": "takes" });
  expect(await outbox.sendWaiting()).toBe(1);
  expect(await rows()).toMatchObject([
    { state: "given_up", attempts: 1, last_error: expect.stringContaining("550") },
    { state: "sent" },
  ]);
  expect(logged).toEqual([{ level: "error", facts: expect.objectContaining({ answer: 550 }) }]);
  await dueNow();
  expect(await outbox.sendWaiting()).toBe(0);
  const [mail] = await listGivenUp(server.db);
  expect(mail?.recipient).toBe("b@example.com");
  mails.manners.clear();
  expect(await sendAgain(server.db, jobs, "unknown")).toBe(0);
  expect(await sendAgain(server.db, jobs, mail?.mail_id ?? "")).toBe(1);
  expect(await outbox.sendWaiting()).toBe(1);
  expect(mails.taken).toEqual(["c@example.com", "b@example.com"]);
});

type Answered = ["MAIL FROM" | "RCPT TO" | "DATA", number, string, "waiting" | "given_up"];
/** Answers of Postfix, Exchange Online, Gmail, Amazon SES and others. */
const ANSWERED: Answered[] = [
  ["MAIL FROM", 530, "5.7.0 Authentication required", "waiting"],
  ["MAIL FROM", 550, "5.7.60 SMTP; Client does not have permissions to send as this sender", "waiting"],
  ["MAIL FROM", 553, "5.1.8 Sender address rejected: Domain not found", "waiting"],
  ["MAIL FROM", 554, "Message rejected: Email address is not verified", "waiting"],
  ["MAIL FROM", 552, "5.3.4 Message size exceeds fixed limit", "given_up"],
  ["MAIL FROM", 452, "4.3.1 Insufficient system storage", "waiting"],
  ["RCPT TO", 550, "5.1.1 User unknown in local recipient table", "given_up"],
  ["RCPT TO", 551, "User not local", "given_up"],
  ["RCPT TO", 550, "5.2.1 The mailbox is disabled", "given_up"],
  ["RCPT TO", 550, "5.1.8 Sender address rejected", "waiting"],
  ["RCPT TO", 554, "5.7.1 Relay access denied", "waiting"],
  ["RCPT TO", 550, "5.4.5 Daily user sending limit exceeded", "waiting"],
  ["RCPT TO", 552, "5.2.2 Mailbox full", "waiting"],
  ["RCPT TO", 530, "5.7.1 Client was not authenticated", "waiting"],
  ["DATA", 550, "5.4.5 Daily sending quota exceeded", "waiting"],
  ["DATA", 552, "5.2.3 Message too large for this recipient", "given_up"],
  ["DATA", 554, "5.6.0 Message content rejected", "given_up"],
  ["DATA", 550, "5.7.1 Spam message rejected", "given_up"],
  ["DATA", 554, "Transaction failed: malware", "given_up"],
  ["DATA", 451, "4.7.1 Greylisted", "waiting"],
];

test("only an answer about this recipient or this content is final; the others wait, and doctor names the reason", async () => {
  const outbox = await outboxWith({});
  for (const [command, code, text, state] of ANSWERED) {
    mails.refusals.clear();
    mails.refusals.set(command, [code, text]);
    await server.db.deleteFrom("outbox").execute();
    const recipient = "l.naam@example.com";
    await outbox.put(server.db, { call: "call-1", recipient, subject: "Uw offerte", text: "Hierbij", attachments: [] });
    await outbox.sendWaiting();
    const [row] = await rows();
    expect([command, code, text, row?.state]).toEqual([command, code, text, state]);
    expect(row?.last_error).toContain(`${command} ${code}`);
    const { mail } = await readBacklog(server.db);
    expect(mail.reasons).toHaveLength(state === "waiting" ? 1 : 0);
    expect(mail.reasons.join(" ")).not.toContain("l.naam");
    await sql`delete from jobs.job`.execute(server.db);
  }
  mails.refusals.clear();
  expect(
    new Set(
      ANSWERED.map(
        ([command, code, text]) =>
          findAnswer({
            name: "",
            message: text,
            code: command === "DATA" ? "EMESSAGE" : "EENVELOPE",
            command,
            responseCode: code,
            response: `${code} ${text}`,
          }).when,
      ),
    ).size,
  ).toBe(ANSWERS.length - 3);
});

test("given up in the end, however often it was only put off", async () => {
  const outbox = await outboxWith({ "d@example.com": "later" });
  await server.db.updateTable("outbox").set({ attempts: 59 }).execute();
  await outbox.sendWaiting();
  expect(await rows()).toMatchObject([{ state: "given_up", attempts: 60 }]);
});

test("one that hangs is cut off at its limit and holds up no other", async () => {
  const hanging = { "e@example.com": "silent", "f@example.com": "takes", "g@example.com": "takes" } as const;
  const outbox = await outboxWith(hanging, 3_000);
  expect(await outbox.sendWaiting()).toBe(2);
  expect(await rows()).toMatchObject([{ state: "waiting", attempts: 1 }, { state: "sent" }, { state: "sent" }]);
  expect(mails.taken.sort()).toEqual(["f@example.com", "g@example.com"]);
});

test("an answer to the whole mail counts like an answer to its receiver", async () => {
  const outbox = await outboxWith({ "i@example.com": "full", "j@example.com": "spam" });
  expect(await outbox.sendWaiting()).toBe(0);
  expect(await rows()).toMatchObject([
    { state: "waiting", attempts: 1, last_error: expect.stringContaining("452") },
    { state: "given_up", attempts: 1, last_error: expect.stringContaining("554") },
  ]);
});

test("a mail server that hangs up with the mail in hand gets it again under the same Message-ID", async () => {
  const outbox = await outboxWith({ "k@example.com": "drops" });
  expect(await outbox.sendWaiting()).toBe(0);
  expect(await rows()).toMatchObject([{ state: "waiting", attempts: 1 }]);
  mails.manners.clear();
  await dueNow();
  expect(await outbox.sendWaiting()).toBe(1);
  expect(mails.taken).toEqual(["k@example.com", "k@example.com"]);
  expect(new Set(mails.ids.slice(-2)).size).toBe(1);
});

test("an answer that never ends is cut off at the limit of the conversation", async () => {
  const outbox = await outboxWith({ "l@example.com": "slow", "m@example.com": "takes" }, 3_000);
  expect(await outbox.sendWaiting()).toBe(1);
  expect(await rows()).toMatchObject([{ state: "waiting", attempts: 1 }, { state: "sent" }]);
});

test("a mail server that does not let the portal in: mail waits, since a password can be put right", async () => {
  const outbox = await outboxWith({ "n@example.com": "takes" }, undefined, mails.url.replace("//", "//portal:wrong@"));
  expect(await outbox.sendWaiting()).toBe(0);
  expect(await rows()).toMatchObject([
    { state: "waiting", last_error: expect.stringMatching(/refuses the portal's login \(EAUTH AUTH PLAIN 535\)/) },
  ]);
  expect(JSON.stringify(logged)).not.toContain("wrong@");
});

test("stopping waits for no mail server", async () => {
  await outboxWith({ "h@example.com": "silent" });
  await jobs.start();
  while ((await rows())[0]?.attempts !== 1) await new Promise(setImmediate);
  const begun = performance.now();
  await jobs.stop();
  // A mail server that does not answer is given up after 20 s.
  expect(performance.now() - begun).toBeLessThan(15_000);
  expect(await rows()).toMatchObject([{ state: "waiting", attempts: 1 }]);
});
