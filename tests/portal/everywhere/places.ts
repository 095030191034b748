// Every place that shows something about a request, compared with the request.
import { expect } from "vitest";
import type { ContractDetails, HandoverEvent } from "#api/wire/wireTypes.ts";
import type { Language } from "#engine/schema/types.ts";
import { paths } from "#routes/paths.ts";
import { paperWords } from "#server/documents/papers.ts";
import { fillText } from "#server/texts/serverTexts.ts";
import type { Client, TestServer } from "../../support/server.ts";
import {
  amountsIn,
  buildRow,
  csvRow,
  daysIn,
  findMain,
  findPanel,
  pdfText,
  plain,
  readPairs,
  readText,
} from "./reading.ts";
import { renderAt } from "./screens.tsx";
import { inWriting, type Truth, type Written } from "./truth.ts";
import { exportedWord, wordsIn } from "./words.ts";

export interface Looked {
  server: TestServer;
  client: Client;
  truth: Truth;
  language: Language;
}

interface Place {
  name: string;
  text: string;
  has: (string | undefined)[];
}

const calls = { quote: "quotations", insurance: "policies" } as const;
const schemas = { quote: "quotation", insurance: "policy" } as const;

/** All expected facts are shown, and no other amount or day. */
function expectShown(written: Written, language: Language, { name, text, has }: Place): void {
  for (const piece of has) if (piece !== undefined) expect(text, name).toContain(piece);
  const strange = amountsIn(text, language).filter((amount) => !written.known.has(amount));
  expect(strange, `amounts in ${name}`).toEqual([]);
  const days = daysIn(text, language).filter((day) => !written.days.has(day));
  expect(days, `days in ${name}`).toEqual([]);
}

export async function expectInCalls({ client, truth, language }: Looked): Promise<void> {
  client.language(language);
  const { lines, ...premium } = truth.premium;
  const facts = {
    relation_number: truth.relation,
    relation_name: truth.company,
    insured_name: truth.insured,
    product: truth.product[language],
    start_date: truth.start,
    end_date: truth.end,
    insured_amount_per_claim: premium.insured_amount,
    insured_amount_per_year: premium.insured_amount_per_year,
    own_risk: premium.own_risk,
    premium: lines.annual,
    period: lines.months,
    premium_period: lines.per_term,
    insurance_tax: lines.tax,
    premium_total: lines.total,
    one_off_total: lines.one_off?.total ?? null,
  };
  const name = calls[truth.kind];
  const contract = await client.ok<{ data: object }>("GET", `/api/${name}/${truth.number}`);
  expect(contract.data).toMatchObject(facts);
  const matches = await client.ok<{ data: object[] }>("GET", `/api/${name}/search/${truth.number}`);
  expect(matches.data).toEqual([expect.objectContaining(facts)]);
}

function findNames({ truth, language }: Looked) {
  const say = wordsIn(language);
  const to = paths(language);
  const { months } = truth.premium.lines;
  const period = say("common.period.per_months", { months });
  const field = (name: string) => say(`portal.${truth.kind}.field.${name}`);
  const number = field(truth.kind === "quote" ? "number" : "policy_number");
  return truth.kind === "quote"
    ? { say, period, field, number, page: to.quote, list: to.quotes, to }
    : { say, period, field, number, page: to.insurance, list: to.insurances, to };
}

function findCompanies(looked: Looked): Record<string, string> {
  const { field } = findNames(looked);
  const { company, insured } = looked.truth;
  return { [field("relation_name")]: company, ...(insured && { [field("insured_name")]: insured }) };
}

/** The hand-over to the insurer's systems names the insured company. */
export async function expectInHandover({ server, truth }: Looked, sentNumber: string): Promise<void> {
  const events = await server.db.selectFrom("handover_events").select("body").orderBy("at", "desc").execute();
  const [event] = events
    .map(({ body }) => body as unknown as HandoverEvent)
    .filter(({ data }) => data.contract && Object.values(data.case).map(String).includes(sentNumber));
  expect(event?.data.contract?.insured_company).toBe(truth.insured ?? truth.company);
}

export async function expectOnPage(looked: Looked, relation: number | undefined): Promise<void> {
  const { client, truth, language } = looked;
  const { say, period, field, number, page } = findNames(looked);
  const written = inWriting(truth, language);
  const html = findMain(await renderAt(client, page(Number(truth.number), relation), language));
  const year = say("common.period.per_year");
  const summary = "wizard.sidebar.summary";
  expect(readPairs(html)).toMatchObject({
    [number]: truth.number,
    ...findCompanies(looked),
    ...Object.fromEntries(written.covers.map(({ name, price }) => [`${name} | ${year}`, price])),
    ...(written.runOff && {
      [say(`${summary}.one_off_surcharge`, { percentage: written.runOff.percentage })]: written.runOff.amount,
      [say(`${summary}.one_off_total`)]: written.once,
    }),
    [field("relation_number")]: String(truth.relation),
    [field("product")]: written.product,
    [field("start_date")]: written.start,
    [field("end_date")]: written.end,
    [field("insured_amount_per_claim")]: written.perClaim,
    [field("insured_amount_per_year")]: written.perYear,
    ...(written.ownRisk === undefined ? {} : { [field("own_risk")]: written.ownRisk }),
    [say("portal.contract.premium_per_year")]: written.annual,
    [say("portal.contract.premium_period", { period })]: written.perTerm,
    [say("portal.contract.tax", { rate: written.taxRate })]: written.tax,
  });
  const has = [
    truth.company,
    truth.insured ?? undefined,
    say("portal.contract.total", { period }),
    written.total,
    written.once,
  ];
  // The broker's own answers have whatever amounts and days they name.
  const { data } = await client.ok<{ data: ContractDetails }>(
    "GET",
    `/api/${calls[truth.kind]}/${truth.number}/details`,
  );
  expect(data.answers.length, "answers").toBeGreaterThan(3);
  const answers = plain(
    data.answers.flatMap(({ rows }) => rows.map(({ label, value }) => `${label} ${value}`)).join(" "),
  );
  const amounts = new Set([...written.known, ...amountsIn(answers, language)]);
  // The clock says when it changed, whatever day the request is made on.
  const changed = String(readPairs(html)[field("last_modified_description")]);
  const days = new Set([...written.days, ...daysIn(`${answers} ${changed}`, language)]);
  for (const { heading, rows } of data.answers)
    for (const { label, value } of rows) has.push(plain(heading), ...[label, value].map((piece) => plain(piece)));
  expectShown({ ...written, known: amounts, days }, language, { name: "page", text: readText(html), has });
}

/** The document is on the page of what it is about, also where an underwriter judges the request. */
export async function expectDocumentOnPage(looked: Looked, sentNumber: string): Promise<void> {
  const { server, client, truth, language } = looked;
  const { id } = await findDocument(server, sentNumber);
  const html = await renderAt(client, findNames(looked).page(Number(truth.number)), language);
  expect(html).toContain(`href="/api/documents/${id}/download"`);
}

const findDocument = ({ db }: TestServer, sentNumber: string) =>
  db.selectFrom("documents").select("id").where("name", "like", `%-${sentNumber}.pdf`).executeTakeFirstOrThrow();

/** Of a year, and of a term where that is shorter. */
const premiumInRow = ({ year, total, months }: Written, period: string) =>
  months === 12 ? [year] : [year, total, period];

/** In a list: the row that names it, and the panel beside it. */
export async function expectInList(looked: Looked, relation: number | undefined): Promise<void> {
  const { client, truth, language } = looked;
  const { period, field, number, list } = findNames(looked);
  const written = inWriting(truth, language);
  const html = findMain(await renderAt(client, list({ relation, search: truth.number }), language));
  const company = relation === undefined ? truth.company : undefined;
  const made = truth.kind === "quote" ? written.made : undefined;
  const insured = (relation === undefined && truth.insured) || undefined;
  const has = [written.product, ...premiumInRow(written, period), company, insured, made];
  const row = { name: "row", text: buildRow(html, truth.number), has };
  expectShown(written, language, row);
  const panel = findPanel(html);
  expect(readPairs(panel)).toMatchObject({
    [number]: truth.number,
    ...findCompanies(looked),
    [field("product")]: written.product,
    [field("start_date")]: written.start,
    [field("end_date")]: written.end,
  });
  expectShown(written, language, { name: "panel", text: readText(panel), has: [truth.number, written.total, period] });
}

/** It was just viewed, so it is among the last viewed. */
export async function expectOnDashboard(looked: Looked): Promise<void> {
  const { client, truth, language } = looked;
  const { period } = findNames(looked);
  const written = inWriting(truth, language);
  const html = findMain(await renderAt(client, "/", language));
  const premium = premiumInRow(written, period);
  const has = [truth.company, truth.insured ?? undefined, written.product, ...premium];
  expectShown(written, language, { name: "dashboard", text: buildRow(html, truth.number), has });
}

/** Checks what the broker saw at once. Of a referral only the number is shown there. */
export async function expectOnOutcome({ server, client, truth, language }: Looked, sentNumber: string): Promise<void> {
  const submissions = server.db
    .selectFrom("submissions")
    .innerJoin("requests", "requests.request_id", "submissions.request_id");
  const {
    request_id: request,
    product,
    intermediary_number: intermediary,
  } = await submissions
    .select(["requests.request_id", "requests.product", "requests.intermediary_number"])
    .where("submissions.number", "=", sentNumber)
    .orderBy("submissions.sent_at", "desc")
    .executeTakeFirstOrThrow();
  const say = wordsIn(language);
  const written = inWriting(truth, language);
  const address = paths(language).outcome({ product, intermediary, relation: truth.relation, request });
  const html = findMain(await renderAt(client, address, language));
  const referred = sentNumber !== truth.number;
  const facts = {
    [say("portal.quote.field.relation_name")]: truth.company,
    ...(truth.insured && { [say("portal.quote.field.insured_name")]: truth.insured }),
    [say("wizard.sidebar.summary.product")]: written.product,
    [say("wizard.sidebar.summary.insured_amount")]: written.perClaim,
    ...(written.ownRisk === undefined ? {} : { [say("wizard.sidebar.summary.own_risk")]: written.ownRisk }),
    ...(written.covers.length > 0 && {
      [say("wizard.sidebar.summary.additional_coverages")]: written.covers.map(({ name }) => name).join(", "),
    }),
  };
  if (!referred) expect(readPairs(html)).toMatchObject(facts);
  const has = referred ? [sentNumber] : [sentNumber, written.start, written.total, written.once];
  expectShown(written, language, { name: "outcome", text: readText(html), has });
}

export async function expectInExport({ client, truth, language }: Looked): Promise<void> {
  client.language(language);
  const written = inWriting(truth, language);
  const { lines, ...premium } = truth.premium;
  const amount = (value: number | null) => (value === null ? "" : value.toFixed(2).replace(".", ","));
  const file = await client.call("GET", `/api/${calls[truth.kind]}/export?search=${truth.number}`);
  const cells = {
    relation_name: truth.company,
    insured_name: truth.insured ?? "",
    product: written.product,
    start_date: written.start,
    end_date: written.end,
    insured_amount_per_claim: amount(premium.insured_amount),
    insured_amount_per_year: amount(premium.insured_amount_per_year),
    own_risk: amount(premium.own_risk),
    premium: amount(lines.annual),
    period: String(lines.months),
    premium_period: amount(lines.per_term),
    insurance_tax: amount(lines.tax),
    premium_total: amount(lines.total),
    one_off_total: amount(lines.one_off?.total ?? null),
  };
  const named = Object.entries(cells).map(([name, value]) => [
    exportedWord(language, schemas[truth.kind], name),
    value,
  ]);
  expect(csvRow(file.payload, truth.number)).toMatchObject(Object.fromEntries(named));
}

/** The document in the archive and the mail that brings it, in the language in which the request was sent. */
export async function expectOnPaper({ server, client, truth, language }: Looked, sentNumber: string): Promise<void> {
  const { db } = server;
  const written = inWriting(truth, language);
  const mails = await db.selectFrom("outbox").selectAll().where("subject", "like", `%${sentNumber}%`).execute();
  expect(mails).toHaveLength(1);
  const { outcomes, rows: words, periods } = paperWords[language];
  const period = periods[String(truth.premium.lines.months) as keyof typeof periods];
  const subjects = Object.values(outcomes).map(({ subject }) =>
    fillText(subject, { number: sentNumber, company: truth.insured ?? truth.company }),
  );
  expect(subjects).toContain(mails[0]?.subject);
  const facts = [truth.company, truth.insured ?? undefined, written.start, written.total, written.once];
  expectShown(written, language, { name: "mail", text: plain(mails[0]?.text ?? ""), has: facts });
  const { id } = await findDocument(server, sentNumber);
  const { rawPayload } = await client.call("GET", `/api/documents/${id}/download`);
  const [attached, ...others] = (mails[0]?.attachments ?? []) as unknown as { content: string }[];
  const issued = mails[0]?.subject.startsWith(outcomes.policy.title);
  expect(others, "conditions and insurance card").toHaveLength(issued ? 2 : 0);
  expect(Buffer.from(attached?.content ?? "", "base64").equals(rawPayload)).toBe(true);
  const has = [
    ["", sentNumber],
    [words.product, written.product],
    [words.relation, truth.company],
    ...(truth.insured ? [[words.insured, truth.insured]] : []),
    [words.date, written.made],
    ...(mails[0]?.subject.startsWith(outcomes.quotation.title) ? [[words.valid_until, written.validUntil]] : []),
    [words.start, written.start],
    [words.end, written.end],
    [words.per_claim, written.perClaim],
    [words.per_year, written.perYear],
    ...(written.ownRisk === undefined ? [] : [[words.own_risk, written.ownRisk]]),
    [words.annual, written.annual],
    [fillText(words.total, { period }), written.total],
    ...(written.once === undefined ? [] : [[words.one_off_total, written.once]]),
  ].map(([name, value]) => plain(name ? `${name} | ${value}` : `${value}`));
  const text = pdfText(rawPayload);
  for (const piece of has) expect(text, "document").toContain(piece);
  for (const { name } of written.covers) expect(text, "cover").toContain(`${name} | ${paperWords[language].yes}`);
  // After the premium come the broker's own answers, with whatever amounts their questions name.
  const end = text.indexOf(has.at(-1) ?? "") + (has.at(-1) ?? "").length;
  expectShown(written, language, { name: "document", text: text.slice(0, end), has: [] });
}
