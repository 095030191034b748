// Which files a mail names, and which are attached: of each mail that the portal writes about a request with files, in both languages.
// Who forwards a mail believes that what it names goes along.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReferralAnswer, SubmitAnswer } from "#api/wire/wireTypes.ts";
import { LANGUAGES, type Language } from "#engine/values/languages.ts";
import { paperWords } from "#server/documents/papers.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, fill, findFreeRelations, open, save, send } from "../support/wizard.ts";

const OFFICE = 100245;
let server: TestServer;
let vera: Client;
let olga: Client;
let relations: number[];

beforeAll(async () => {
  server = await startServer({ env: { UNDERWRITERS_MAIL: "acceptatie@example.nl" } });
  vera = await loginAs(server, "v.voorbeeld");
  olga = await loginAs(server, "o.oordeel");
  relations = await findFreeRelations(server, OFFICE);
});
afterAll(() => server?.stop());

/** Sends a request with a file. Its answers let an underwriter judge a policy. */
async function sendWithFile(action: string): Promise<SubmitAnswer> {
  const opened = await open(vera, OFFICE, relations.pop());
  const asExpected = (ANSWERS.acceptance as { questions_of_acceptance: object }).questions_of_acceptance;
  await fill(vera, opened, { acceptance: { questions_of_acceptance: { ...asExpected, "1101": true } } });
  const { id } = (await vera.upload(`${opened.base}/uploads`, "uitleg.pdf", "%PDF-1.4 uitleg")).json();
  await save(vera, opened, "additional-explanation", { explanation: "Uitleg", file: [id] });
  const sent = await send(vera, opened, action);
  expect(sent.statusCode, sent.body).toBe(200);
  return sent.json();
}

async function decide(number: unknown, decision: string): Promise<void> {
  const { data } = await olga.ok<ReferralAnswer>("GET", `/api/referrals/${number}`);
  const body = { decision, text: "Een opmerking.", revision: data.revision };
  expect((await olga.call("POST", `/api/referrals/${number}/decision`, { body })).statusCode).toBe(200);
}

/** The lines of a text that name a file, under the sentence above them. */
function findNamed(text: string): Record<string, string[]> {
  const lists = text.split("\n\n").map((paragraph) => paragraph.split("\n"));
  const naming = lists.map(([head = "", ...lines]) => [head, lines.filter((line) => /\.\w{3,4}$/.test(line))] as const);
  return Object.fromEntries(naming.filter(([, lines]) => lines.length > 0));
}

const expectFiles = (names: readonly string[]) => names.map((name) => `- ${name}`);

test.each(LANGUAGES)(
  "a mail names as attached what is attached, and the broker's files as his (%s)",
  async (language: Language) => {
    vera.language(language);
    const since = new Date();
    await sendWithFile("quotation");
    const { number: declined } = await sendWithFile("insurance-policy");
    await decide(declined, "decline");
    const { number: accepted } = await sendWithFile("insurance-policy");
    await decide(accepted, "ask");
    const reply = `/api/quotations/${accepted}/referral`;
    const { id } = (await vera.upload(`${reply}/files`, "planning.pdf", "%PDF-1.4 planning")).json();
    const body = { text: "Antwoord", files: [id], revision: 2 };
    expect((await vera.call("POST", reply, { body })).statusCode).toBe(200);
    await decide(accepted, "accept");

    const { mail, documents, outcomes } = paperWords[language];
    const all = server.db.selectFrom("outbox").select(["subject", "text", "attachments"]);
    const mails = await all.where("created_at", ">=", since).orderBy("created_at").execute();
    const withOwnPaper = Object.values(outcomes).map(({ title }) => title.toLowerCase());
    for (const { subject, text, attachments } of mails) {
      const { [mail.files]: brought, [documents.attached]: attached = [], ...others } = findNamed(text);
      const [paper, ...more] = attachments.map(({ name }) => name);
      if (paper) expect(withOwnPaper, subject).toContain(paper.replace(/-\d+\.pdf$/, ""));
      expect(attached, subject).toEqual(expectFiles(more));
      expect(others, subject).toEqual({});
      const isPolicy = subject.includes(outcomes.policy.title) || brought?.length === 2;
      if (paper)
        expect(brought, subject).toEqual(expectFiles(isPolicy ? ["uitleg.pdf", "planning.pdf"] : ["uitleg.pdf"]));
      else expect(brought, subject).toBeUndefined();
    }
    expect(mails.filter(({ attachments }) => attachments.length > 0).length).toBe(4);
    expect(mails.filter(({ attachments }) => attachments.length > 1).length, "a policy has its conditions").toBe(1);
    expect(mails.length, "those to the underwriters, a question and a refusal too").toBeGreaterThanOrEqual(9);
  },
);
