// The portfolio as the wizard's back end uses it: inside a transaction, within one office, and visible in the lists at once.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "#engine/schema/types.ts";
import { describeContract } from "#server/handover/events.ts";
import { createPortfolioPort } from "#server/portfolio/port.ts";
import type { ContractRecord } from "#server/portfolio/portfolioPort.ts";
import { openPortfolioServer, type PortfolioServer, TODAY } from "../support/portfolioServer.ts";

const OFFICE = 100245;
const OTHER = 100871;
const port = createPortfolioPort(() => TODAY);
let server: PortfolioServer;
beforeAll(async () => {
  server = await openPortfolioServer();
});
afterAll(() => server?.close());

const contract = (number: number, more: Partial<ContractRecord> = {}): ContractRecord => ({
  number,
  policy_number: null,
  relation_number: 300101,
  relation_name: "not trusted",
  insured_name: "Van der Meer Holding B.V.",
  intermediary_number: OFFICE,
  product_key: "cyber",
  product: "Cyber",
  product_code: "CYB",
  start_date: "2026-12-01",
  insured_amount_per_claim: 25_000_000,
  insured_amount_per_year: 50_000_000,
  own_risk: 100_000,
  premium: 38_500,
  period: 3,
  premium_period: 9_914,
  insurance_tax: 2_082,
  premium_total: 11_996,
  one_off_total: 17_545,
  status: "O",
  last_modified_description: "Offerte aangemaakt",
  answers: { "general-data": { kvk: "42712573" } },
  release: "cyber-1",
  ...more,
});
const data = async (url: string) => (await server.get("v.voorbeeld", url)).body.data as JsonObject;

test("the insurer receives the amounts in euros, also what is paid once", () => {
  expect(describeContract(contract(50020001), 12)).toMatchObject({ premium_total: 119.96, one_off_total: 175.45 });
  expect(describeContract(contract(50020001, { one_off_total: null }), 12).one_off_total).toBeNull();
});

describe("relations", () => {
  test("by number and by kvk, of the own office only", async () => {
    const relation = await port.findRelation(server.db, OFFICE, 300101);
    expect(relation).toMatchObject({ company: "Voorbeeld Advies Noord B.V.", kvk_number: "42712573" });
    expect(await port.findRelationByKvk(server.db, OFFICE, "42712573")).toEqual(relation);
    expect(await port.findRelation(server.db, OTHER, 300101)).toBeUndefined();
    expect(await port.findRelationByKvk(server.db, OTHER, "42712573")).toBeUndefined();
  });

  test("a new one gets a number above the samples and is in the list at once", async () => {
    const made = await port.createRelation(server.db, {
      company: "Nieuw Voorbeeld B.V.",
      legalform: "BV",
      address: "Straat 1",
      zipcode: "1234 AB",
      city: "Delft",
      email: null,
      email_financial: null,
      kvk_number: "42500009",
      intermediary_number: OFFICE,
    });
    expect(made.relation_number).toBeGreaterThan(300374);
    const rows = (await server.get("v.voorbeeld", "/api/relations/search/42500009")).body.data as JsonObject[];
    expect(rows).toEqual([
      expect.objectContaining({ relation_number: made.relation_number, correspondence_preference: "Post" }),
    ]);
  });
});

describe("quotations", () => {
  test("written, found with its answers, changed: the number stays, and its date is that of the change", async () => {
    await server.db.transaction().execute((trx) => port.writeQuotation(trx, contract(50020001)));
    expect(await data("/api/quotations/50020001")).toMatchObject({
      relation_name: "Voorbeeld Advies Noord B.V.",
      date: TODAY,
      status: "O",
      premium_total: 119.96,
      one_off_total: 175.45,
      period: 3,
      end_date: "2027-11-30",
      contract_duration: 12,
      has_answers: true,
      insured_name: "Van der Meer Holding B.V.",
      valid_until: "2027-03-20",
      debit_prolongation: "Automatische incasso, prolongatie per kwartaal",
    });
    const later = createPortfolioPort(() => "2026-12-24");
    await later.writeQuotation(server.db, contract(50020001, { premium: 77_700, answers: { a: { b: 1 } } }));
    expect(await data("/api/quotations/50020001")).toMatchObject({ date: "2026-12-24", premium: 777 });
    const stored = await port.findQuotation(server.db, OFFICE, 50020001);
    expect(stored).toMatchObject({ product_key: "cyber", answers: { a: { b: 1 } }, release: "cyber-1", status: "O" });
    expect(await port.findQuotation(server.db, OTHER, 50020001)).toBeUndefined();
  });

  test("a sample quotation: with answers, and without", async () => {
    expect(await port.findQuotation(server.db, OFFICE, 50010414)).toMatchObject({ release: null, status: "O" });
    const bare = await port.findQuotation(server.db, OFFICE, 50010007);
    expect(bare).toMatchObject({ product_key: null, answers: null, policy_number: 70020011 });
  });

  test("another office's number or relation is refused and changes nothing", async () => {
    const theirs = await server.db
      .selectFrom("quotations")
      .selectAll()
      .where("intermediary_number", "=", OTHER)
      .execute();
    const number = theirs[0]?.number ?? 0;
    await expect(port.writeQuotation(server.db, contract(number))).rejects.toThrow();
    await expect(port.writeQuotation(server.db, contract(50020009, { intermediary_number: OTHER }))).rejects.toThrow();
    await port.markConverted(server.db, OFFICE, number, 1);
    expect(
      await server.db.selectFrom("quotations").selectAll().where("intermediary_number", "=", OTHER).execute(),
    ).toEqual(theirs);
  });

  test("converted into a policy", async () => {
    await server.db.transaction().execute(async (trx) => {
      await port.writePolicy(trx, contract(70030001));
      await port.markConverted(trx, OFFICE, 50020001, 70030001);
    });
    expect(await data("/api/quotations/50020001")).toMatchObject({
      status: "P",
      policy_number: 70030001,
      valid_until: null,
    });
    expect(await data("/api/policies/70030001")).toMatchObject({
      policy_number: 70030001,
      premium_total: 119.96,
      one_off_total: 175.45,
    });
    const [first] = (await server.get("v.voorbeeld", "/api/policies/")).body.data as JsonObject[];
    expect(first).toMatchObject({ start_date: "2026-12-01" });
  });

  test("a transaction that fails leaves nothing", async () => {
    const failed = server.db.transaction().execute(async (trx) => {
      await port.writeQuotation(trx, contract(50020002));
      throw new Error("late failure");
    });
    await expect(failed).rejects.toThrow("late failure");
    expect(await port.findQuotation(server.db, OFFICE, 50020002)).toBeUndefined();
  });
});

test("a document is stored, listed and handed out byte for byte", async () => {
  const content = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0, 255, 1]);
  const id = await port.storeDocument(server.db, {
    relation_number: 300101,
    contract_number: 50020001,
    intermediary_number: OFFICE,
    description: "Offerte",
    name: "offerte-50020001.pdf",
    type: "pdf",
    mediaType: "application/pdf",
    size: content.length,
    kept: { location: null, content },
  });
  const [row] = (await server.get("v.voorbeeld", "/api/documents?relation_id=300101")).body.data as JsonObject[];
  expect(row).toMatchObject({ id, description: "Offerte", file_size: 7, upload_date: TODAY });
  const file = await server.get("v.voorbeeld", String(row?.download));
  expect([...file.bytes]).toEqual([...content]);
  expect(file.headers["content-type"]).toBe("application/pdf");
});
