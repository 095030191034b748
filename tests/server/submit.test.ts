// Submitting: one number for repeated and simultaneous calls, all answers judged again, and everything that must exist
// afterwards (quotation, document, mail, agreements).

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type {
  ExistsAnswer,
  FormsAnswer,
  OutcomeAnswer,
  PremiumAnswer,
  ProgressAnswer,
  QuotationAnswer,
  SubmitAnswer,
} from "#api/wire/wireTypes.ts";
import { isListed, type Subject, type WatchlistEntry } from "#underwriting/backgroundCheck.ts";
import type { Tariff } from "#underwriting/tariff.ts";
import { readJson } from "../journeys/support/journey.ts";
import { expectShape } from "../support/apiShapes.ts";
import { pdfText } from "../support/pdfText.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import {
  ANSWERS,
  BLOCK,
  checkEach,
  companyAnswers,
  fill,
  findFreeRelations,
  open,
  PRODUCT,
  save,
  saveWith,
  send,
} from "../support/wizard.ts";

const OFFICE = 100245;
/** For this company the background check does not answer. */
const UNREACHABLE = "42793274";
let server: TestServer;
let vera: Client;
let relations: number[];
beforeAll(async () => {
  const watched = readJson<WatchlistEntry[]>("fixtures/portfolio/watchlist.json");
  const check = async (subject: Subject) => {
    if (subject.kvk === UNREACHABLE) throw new Error("no answer");
    return isListed(watched, subject) ? ("hit" as const) : ("clear" as const);
  };
  server = await startServer({ backgroundCheck: checkEach(check) });
  vera = await loginAs(server, "v.voorbeeld");
  relations = await findFreeRelations(server, OFFICE);
});
afterAll(() => server?.stop());

const ready = async (relation?: number) => {
  const opened = await open(vera, OFFICE, relation);
  await fill(vera, opened);
  return opened;
};
const fresh = () => relations.pop() ?? 0;

test("only a quotation that was changed is called so", async () => {
  const relation = fresh();
  const made = (await send(vera, await ready(relation))).json<SubmitAnswer>();
  expect(made.summary).not.toHaveProperty("changed");
  const query = { quotation: Number(made.number) };
  const readRow = async () => {
    const { data } = await vera.ok<{ data: QuotationAnswer }>("GET", `/api/quotations/${made.number}`);
    return [data.last_modified_description, Date.parse(data.last_modified_at ?? "")] as const;
  };
  const [, madeAt] = await readRow();
  const sendAgain = async (body = BLOCK) =>
    (
      await send(vera, await open(vera, OFFICE, relation, query), "quotation", {
        query,
        body,
        key: crypto.randomUUID(),
      })
    ).json<SubmitAnswer>();
  const same = await sendAgain();
  expect([same.number, same.summary?.changed], "sent again as it was").toEqual([made.number, undefined]);
  expect((await readRow())[0]).toBe("Offerte per e-mail verstuurd");
  const changed = await sendAgain({ ...BLOCK, effective_date: BLOCK.effective_date + 86_400 });
  expect([changed.number, changed.summary?.changed]).toEqual([made.number, true]);
  const [what, at] = await readRow();
  expect([what, at > madeAt]).toEqual(["Offerte gewijzigd", true]);
  const nextDay = { ...BLOCK, effective_date: BLOCK.effective_date + 86_400 };
  for (const box of ["digital_invoice", "digital_correspondence"]) {
    expect((await sendAgain({ ...nextDay, [box]: true })).summary?.changed, box).toBe(true);
    expect((await sendAgain({ ...nextDay, [box]: true })).summary?.changed, `${box} again`).toBeUndefined();
  }
  const converting = await open(vera, OFFICE, relation, query);
  const policy = (await send(vera, converting, "insurance-policy", { query })).json<SubmitAnswer>();
  expect(policy.summary).not.toHaveProperty("changed");
});

test("twenty at once with one key give one number", async () => {
  const opened = await ready(fresh());
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send(vera, opened, "quotation", { key: "one-key" })),
  );
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => (answer.json() as SubmitAnswer).number)).size).toBe(1);
  expectShape("wizard-submit", answers[0]?.json());
  const rows = await server.db
    .selectFrom("submissions")
    .select("number")
    .where("idempotency_key", "=", "one-key")
    .execute();
  expect(rows).toHaveLength(1);
});

test("one key for two requests at once sends one of them and refuses the other", async () => {
  const places = [await ready(fresh()), await ready(fresh())];
  const answers = await Promise.all(places.map((opened) => send(vera, opened, "quotation", { key: "one-for-two" })));
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  expect(answers.find((answer) => answer.statusCode === 409)?.json().code).toBe("idempotency_conflict");
});

test("an answer that the tariff has no price for is named with its step, and nothing is sent", async () => {
  const opened = await open(vera, OFFICE, fresh());
  const product = await server.products.current(PRODUCT);
  const tariff = product?.back.tariff as unknown as Tariff;
  const { factors } = tariff;
  tariff.factors = factors!.map((factor) => (factor.bands ? { ...factor, bands: [] } : factor));
  try {
    await fill(vera, opened);
    const refused = await send(vera, opened);
    expect([refused.statusCode, refused.json().code]).toEqual([422, "no_premium"]);
    expect(refused.json().errors).toEqual([
      { step: "general-data", pointer: "/revenue", keyword: "unpriced", params: {} },
    ]);
  } finally {
    tariff.factors = factors;
  }
});

test("twenty at once with no or different keys give one number too", async () => {
  const opened = await ready(fresh());
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => send(vera, opened, "quotation", n % 2 ? {} : { key: `key-${n}` })),
  );
  const numbers = answers
    .filter((answer) => answer.statusCode === 200)
    .map((answer) => (answer.json() as SubmitAnswer).number);
  expect(new Set(numbers).size).toBe(1);
  for (const refused of answers.filter((answer) => answer.statusCode !== 200))
    expect([409, 422]).toContain(refused.statusCode);
});

test("a repeat gets the first answer, also much later; another body with the same key does not", async () => {
  const opened = await ready(fresh());
  const first = (await send(vera, opened, "quotation", { key: "kept" })).json();
  await open(vera, OFFICE, opened.number);
  expect((await send(vera, opened, "quotation", { key: "kept" })).json()).toEqual(first);
  const other = await send(vera, opened, "quotation", { key: "kept", body: { ...BLOCK, digital_invoice: true } });
  expect([other.statusCode, other.json().code]).toEqual([409, "idempotency_conflict"]);
  expect((await send(vera, opened, "insurance-policy", { key: "kept" })).statusCode).toBe(409);
  expect((await send(vera, opened, "quotation", { key: "k".repeat(256) })).statusCode).toBe(400);
});

test("a key belongs to one draft: the next request of the same relation, product and day is refused under it", async () => {
  const opened = await ready(fresh());
  const key = "lost-answer";
  const first = await send(vera, opened, "quotation", {
    key,
    ...(opened.exists.draft_id && { draft: opened.exists.draft_id }),
  });
  expect(first.statusCode, first.body).toBe(200);
  const next = await ready(opened.number);
  for (const draft of [undefined, next.exists.draft_id]) {
    const reused = await send(vera, next, "quotation", { key, ...(draft && { draft }) });
    expect([reused.statusCode, reused.json().code]).toEqual([409, "idempotency_conflict"]);
  }
  const second = await send(vera, next, "quotation", { key: "its-own" });
  expect(second.statusCode, second.body).toBe(200);
  expect(second.json().number).not.toBe(first.json().number);
  // The first one's own repeat is answered as before, also without its draft now that nothing is open.
  for (const draft of [undefined, opened.exists.draft_id]) {
    expect((await send(vera, next, "quotation", { key, ...(draft && { draft }) })).json()).toEqual(first.json());
  }
});

test("a quotation is there with its document, its mail and what was agreed to", async () => {
  const relation = fresh();
  const opened = await ready(relation);
  const answer = (await send(vera, opened, "quotation")).json() as SubmitAnswer;
  expect(answer).toMatchObject({ success: true, type: "quotation", accepted: "accepted", relation_number: relation });
  const quotation = await server.db
    .selectFrom("quotations")
    .selectAll()
    .where("number", "=", Number(answer.number))
    .executeTakeFirstOrThrow();
  expect(quotation).toMatchObject({
    relation_number: relation,
    intermediary_number: OFFICE,
    status: "O",
    start_date: "2026-12-01",
  });
  const document = await server.db
    .selectFrom("documents")
    .selectAll()
    .where("relation_number", "=", relation)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(document).toMatchObject({ description: "Offerte", type: "pdf" });
  const sent = await server.db
    .selectFrom("submissions")
    .selectAll()
    .where("number", "=", String(answer.number))
    .executeTakeFirstOrThrow();
  expect(sent.agreements).toMatchObject({ conditions_agreement: true, customer_approval: true });
  const { documents } = sent.agreements as { documents: Record<string, { address: string; sha256: string }> };
  expect(Object.keys(documents).sort()).toEqual(["information_document", "insurance_map", "terms_and_conditions"]);
  for (const { address, sha256 } of Object.values(documents)) {
    const { statusCode, rawPayload } = await server.app.inject({ method: "GET", url: address });
    expect(statusCode, address).toBe(200);
    expect(createHash("sha256").update(rawPayload).digest("hex"), address).toBe(sha256);
  }
  expect(await server.outbox.sendWaiting()).toBeGreaterThan(0);
  const folder = join(server.config.dataDir, "outbox");
  const mails = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), "utf8")));
  const mail = mails.find((text) => text.includes(`Offerte ${answer.number}`));
  expect(mail).toContain("To: v.voorbeeld@example.nl");
  expect(mail).toContain("application/pdf");
  expect(await server.outbox.sendWaiting()).toBe(0);
});

test("everything is judged again: steps, request block, days", async () => {
  const opened = await open(vera, OFFICE, fresh());
  await save(vera, opened, "general-data", ANSWERS["general-data"]);
  const early = await send(vera, opened);
  expect(early.statusCode).toBe(422);
  expectShape("wizard-submit#/definitions/refused", early.json());
  const missing = (early.json() as SubmitAnswer).errors.map((error) => `${error.step}${error.pointer}`);
  expect(missing).toContain("coverage-choice/coverage_code");
  expect(missing).toContain("final-questions/final_questions");
  await fill(vera, opened);
  const { conditions_agreement: _agreed, ...without } = BLOCK;
  const refused = await send(vera, opened, "quotation", { body: { ...without, effective_date: 1 } });
  expect(refused.json().errors).toMatchObject([
    { step: "request", pointer: "/effective_date", keyword: "dateWindow" },
    { step: "request", pointer: "/conditions_agreement", keyword: "required" },
  ]);
  for (const body of [
    { ...BLOCK, effective_date: "soon" },
    { ...BLOCK, effective_date: 1e15 },
    { ...BLOCK, effective_date: 1.5 },
    {},
  ]) {
    expect((await send(vera, opened, "quotation", { body })).statusCode).toBe(422);
  }
  expect((await send(vera, opened, "quotation", { body: [] })).statusCode).toBe(400);
  expect((await send(vera, opened, "declaration")).statusCode).toBe(404);
  expect((await send(vera, opened)).statusCode).toBe(200);
});

test("amounts that a browser sends along count for nothing", async () => {
  const opened = await ready(fresh());
  const answer = (
    await send(vera, opened, "quotation", { body: { ...BLOCK, premium: 1, total_amount: 1, accepted: "accepted" } })
  ).json() as SubmitAnswer;
  const row = await server.db
    .selectFrom("quotations")
    .select("premium_total")
    .where("number", "=", Number(answer.number))
    .executeTakeFirstOrThrow();
  expect(Number(row.premium_total)).toBeGreaterThan(100);
});

test("a wrong answer makes a policy request a referral, once it is explained", async () => {
  const relation = fresh();
  const opened = await ready(relation);
  const answers = ANSWERS.acceptance?.questions_of_acceptance as Record<string, boolean>;
  await save(vera, opened, "acceptance", { questions_of_acceptance: { ...answers, "1101": true } });
  const unexplained = await send(vera, opened, "insurance-policy");
  expect(unexplained.statusCode).toBe(422);
  expect(unexplained.json().errors[0]).toMatchObject({ step: "additional-explanation" });
  const { id } = (await vera.upload(`${opened.base}/uploads`, "uitleg.pdf", "%PDF-1.4\n%%EOF\n")).json();
  const explained = await save(vera, opened, "additional-explanation", { explanation: "Kort", file: [id] });
  expect(explained.statusCode).toBe(200);
  expect(explained.json().steps["additional-explanation"].meta.uploads).toMatchObject([{ id }]);
  const answer = (await send(vera, opened, "insurance-policy")).json() as SubmitAnswer;
  expect(answer).toMatchObject({ success: true, type: "insurance-policy", accepted: "referred", explanation: "Kort" });
  expect(answer.wrong_acceptance_questions).toMatchObject([{ id: 1101, answer: true }]);
  expect(answer.refusal_messages.length).toBe(1);
  expect(answer.files).toEqual(["uitleg.pdf"]);
  const mails = await server.db
    .selectFrom("outbox")
    .select("text")
    .where("subject", "like", `% ${answer.number} %`)
    .execute();
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining("Door u toegevoegd aan de aanvraag:\n- uitleg.pdf"),
  ]);
  expect(
    await server.db
      .selectFrom("policies")
      .select("number")
      .where("relation_number", "=", relation)
      .where("number", ">", 70030000)
      .execute(),
  ).toEqual([]);
  const documents = await server.db
    .selectFrom("documents as d")
    .innerJoin("document_contents as c", "c.id", "d.id")
    .select(["d.description", "c.content"])
    .where("d.relation_number", "=", relation)
    .execute();
  expect(documents.map((row) => row.description)).toContain("Toelichting op de acceptatievragen");
  const form = documents.find((row) => row.description === "Aanvraagformulier");
  expect(pdfText(form?.content ?? Buffer.of())).toContain("Meegestuurde bestanden\n1\nuitleg.pdf");
});

test("a wrong answer is named with the list of its question, also when the outcome is opened again", async () => {
  const opened = await open(vera, OFFICE, fresh());
  const asExpected = ANSWERS.acceptance?.questions_of_acceptance as Record<string, boolean>;
  await fill(vera, opened, { acceptance: { questions_of_acceptance: { ...asExpected, "1102": true } } });
  await save(vera, opened, "additional-explanation", { explanation: "Een kleine opdracht." });
  const sent = (await send(vera, opened, "insurance-policy")).json() as SubmitAnswer;
  expectShape("wizard-submit", sent);
  expect(sent.wrong_acceptance_questions).toEqual([
    expect.objectContaining({ id: 1102, list_items: expect.arrayContaining([expect.any(String)]) }),
  ]);
  const shown = await vera.ok<OutcomeAnswer>("GET", `/api/requests/${opened.exists.draft_id}/outcome`);
  expect(shown.data.answer.wrong_acceptance_questions).toEqual(sent.wrong_acceptance_questions);
});

test("a hit of the background check gives the same neutral referral", async () => {
  const opened = await open(vera, OFFICE);
  const general = { ...ANSWERS["general-data"], kvk: "42599512" };
  await fill(vera, opened, { "general-data": general, "company-data": await companyAnswers(server, "42599512") });
  const answer = (await send(vera, opened, "insurance-policy")).json() as SubmitAnswer;
  expect(answer).toMatchObject({
    accepted: "referred",
    refusal_messages: [],
    wrong_acceptance_questions: [],
    wrong_final_questions: [],
  });
});

test("a background check that does not answer has found nothing: the request is pending, with a reference", async () => {
  const opened = await open(vera, OFFICE);
  await fill(vera, opened, { "general-data": { ...ANSWERS["general-data"], kvk: UNREACHABLE } });
  const sent = await send(vera, opened, "insurance-policy");
  expectShape("wizard-submit", sent.json());
  expect(sent.json()).toMatchObject({ success: true, accepted: "pending", number: expect.stringMatching(/^5\d{7}$/) });
  const policies = await server.db
    .selectFrom("policies")
    .select("number")
    .where("relation_number", "=", (sent.json() as SubmitAnswer).relation_number ?? 0)
    .execute();
  expect(policies).toEqual([]);
});

test("a temporary request belongs to the relation with its number, or to a new one; never to another office's", async () => {
  const foreign = await server.db
    .selectFrom("relations")
    .select("kvk_number")
    .where("intermediary_number", "!=", OFFICE)
    .executeTakeFirstOrThrow();
  const opened = await open(vera, OFFICE);
  const company = await companyAnswers(server, foreign.kvk_number);
  const changed = { "general-data": { ...ANSWERS["general-data"], kvk: foreign.kvk_number }, "company-data": company };
  await fill(vera, opened, changed);
  const answer = (await send(vera, opened)).json() as SubmitAnswer;
  const made = await server.db
    .selectFrom("relations")
    .selectAll()
    .where("relation_number", "=", answer.relation_number ?? 0)
    .executeTakeFirstOrThrow();
  expect(made).toMatchObject({
    intermediary_number: OFFICE,
    kvk_number: foreign.kvk_number,
    company: company.company,
  });
  const again = await open(vera, OFFICE);
  await fill(vera, again, changed);
  expect(((await send(vera, again)).json() as SubmitAnswer).relation_number).toBe(made.relation_number);
});

test("a tab that has a sent request open gets its number, and begins no new draft", async () => {
  const relation = fresh();
  const request = await ready(relation);
  const opened = (await open(vera, OFFICE, relation)).exists.draft_id ?? "";
  const sent = (await send(vera, request)).json() as SubmitAnswer;
  const drafts = () =>
    server.db.selectFrom("requests").select("status").where("address_number", "=", relation).execute();
  const before = await drafts();
  const step = "general-data";
  const refused = [
    await saveWith(vera, request, step, { body: ANSWERS[step], action: "save", revision: 1, draft: opened }),
    await send(vera, request, "insurance-policy", { key: "second-tab", draft: opened }),
    await send(vera, request, "insurance-policy", { key: "third-tab" }),
  ];
  for (const answer of refused) {
    expect(answer.statusCode, answer.body).toBe(409);
    expectShape("wizard-already-sent", answer.json());
    const { type, number, accepted } = sent;
    expect(answer.json().sent).toEqual({ type, number, accepted, relation_number: relation, draft_id: opened });
  }
  // What the tab still requests begins no request and contains nothing of the sent one.
  const read = { body: {} };
  expect((await vera.ok<PremiumAnswer>("POST", `${request.base}/premium`, read)).premium.total_amount).toBeNull();
  const forms = await vera.ok<FormsAnswer>("POST", `${request.base}/wizard/steps/forms`, read);
  expect(forms.data[step]?.meta.revision).toBe(0);
  expect((await vera.ok<ProgressAnswer>("GET", `${request.base}/wizard/steps/progress`)).completed_steps).toBe(0);
  for (const list of ["professions", "acceptance", "closing-questions"])
    await vera.ok("GET", `${request.base}/${list}`);
  expect(await drafts()).toEqual(before);
});

test("opening a request again after it was sent returns its outcome, until something is saved or restarted", async () => {
  const opened = await ready(fresh());
  expect(opened.exists.sent).toBeUndefined();
  const draft = (await open(vera, OFFICE, opened.number)).exists.draft_id ?? "";
  const answer = (await send(vera, opened)).json() as SubmitAnswer;
  const { sent } = (await open(vera, OFFICE, opened.number)).exists;
  expect(sent).toMatchObject({ number: answer.number, draft_id: draft });
  const path = `/api/requests/${draft}/outcome`;
  const shown = await vera.ok<OutcomeAnswer>("GET", path);
  expectShape("requests-outcome", shown);
  expect(shown.data).toMatchObject({ draft_id: draft, product: PRODUCT, answer });
  expect(answer.summary).toMatchObject({ effective_date: "2026-12-01", company: expect.stringMatching(/\w/) });
  const paper = await vera.call("GET", `/api/documents/${answer.summary?.document}/download`);
  expect([paper.statusCode, paper.headers["content-type"]]).toEqual([200, "application/pdf"]);
  const foreign = await loginAs(server, "d.demo");
  expect((await foreign.call("GET", path)).statusCode).toBe(404);
  for (const other of ["no-draft", crypto.randomUUID()])
    expect((await vera.call("GET", `/api/requests/${other}/outcome`)).statusCode).toBe(404);
  const anew = await vera.ok<ExistsAnswer>("POST", `${opened.base}/wizard/restart`, { body: {} });
  const begun = (await open(vera, OFFICE, opened.number)).exists;
  expect([begun.draft_id, begun.sent]).toEqual([anew.data.draft_id, undefined]);
  await saveWith(vera, opened, "general-data", { body: ANSWERS["general-data"], action: "save" });
  expect((await open(vera, OFFICE, opened.number)).exists.sent).toBeUndefined();
  expect((await vera.ok<OutcomeAnswer>("GET", path)).data.answer.number).toBe(answer.number);
});

test("a temporary request that was sent is still found at its own number", async () => {
  const opened = await open(vera, OFFICE);
  await fill(vera, opened);
  const { number } = (await send(vera, opened)).json() as SubmitAnswer;
  const again = (await open(vera, OFFICE, opened.number)).exists;
  expectShape("wizard-exists", { data: again });
  expect(again.sent).toMatchObject({ number, draft_id: opened.exists.draft_id });
});

test("a save without the draft, or with one that was restarted or is another's, behaves as specified", async () => {
  const opened = await open(vera, OFFICE, fresh());
  const foreign = await ready(fresh());
  const sentElsewhere = (await open(vera, OFFICE, foreign.number)).exists.draft_id ?? "";
  await send(vera, foreign);
  await vera.ok("POST", `${opened.base}/wizard/restart`, { body: {} });
  for (const draft of [undefined, opened.exists.draft_id, sentElsewhere, "no draft at all"]) {
    const answer = await saveWith(vera, opened, "general-data", {
      body: { revenue: 5 },
      action: "save",
      ...(draft ? { draft } : {}),
    });
    expect(answer.statusCode, answer.body).toBe(200);
  }
});

test("a paper that an old release names among the app's files is found where it lies now", async () => {
  for (const address of ["/storage/cyber/insurance-map.pdf", "/storage/information-document.pdf"]) {
    const { statusCode, headers } = await server.app.inject({ method: "GET", url: address });
    expect(statusCode, address).toBe(302);
    const { headers: paper } = await server.app.inject({ method: "GET", url: String(headers.location) });
    expect(paper["content-type"], address).toBe("application/pdf");
    expect(server.products.document(address)?.length, address).toBe(Number(paper["content-length"]));
  }
  for (const address of ["/storage/cyber/nothing.pdf", "/storage/nothing/insurance-map.pdf"]) {
    expect((await server.app.inject({ method: "GET", url: address })).statusCode, address).toBe(404);
  }
});
