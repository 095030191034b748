// Files from the portal: exports and documents.
import { describe, expect, test } from "vitest";
import { attachmentHeaders } from "#server/portfolio/attachment.ts";
import type { Answer } from "../../support/portfolioServer.ts";
import { type Asked, buildMeta, OFFICE, readRows } from "./asked.ts";

export function describeFiles({ get, server }: Asked) {
  describe("export", () => {
    const lines = (answer: Answer) => answer.text.replace("\uFEFF", "").trimEnd().split("\r\n");

    test("is a download that Excel reads", async () => {
      const answer = await get("/api/quotations/export");
      expect(answer.headers).toMatchObject({
        "content-type": "text/csv; charset=utf-8",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
      expect(answer.headers["content-disposition"]).toContain('filename="offertes-2026-11-20.csv"');
      expect([...answer.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      expect(lines(answer)[0]).toMatch(/^Offertenummer;Status;Datum;Verloopt;Relatienummer;/);
      const total = buildMeta(await get("/api/quotations/")).total_items ?? 0;
      expect(lines(answer)).toHaveLength(total + 1);
      expect(answer.text).toContain("411,40");
      expect(answer.text).toContain(";28-07-2026;");
    });

    test("in the user's language", async () => {
      const answer = await get("/api/invoices/export", "fr");
      expect(lines(answer)[0]).toMatch(/^Numéro d’offre;/);
      expect(answer.text).toContain("Deuxième rappel envoyé");
      expect(answer.text).toContain("17/06/2025");
    });

    test("contains the words of the screens, not their codes", async () => {
      const relations = (await get("/api/relations/export", "fr")).text;
      expect(relations).toContain(";Pays-Bas;");
      expect(relations).toContain(";Courrier postal;");
      expect(relations).not.toMatch(/;(NL|Post);/);
      expect((await get("/api/documents/export")).text).toMatch(/;PDF;/);
      const damages = lines(await get("/api/damages/export"));
      const [{ claim_id, claim_number_office } = {}] = readRows(await get("/api/damages/"));
      const column = damages[0]?.split(";").indexOf("Schadenummer") ?? -1;
      expect(damages.find((line) => line.startsWith(`${claim_id};`))?.split(";")[column]).toBe(claim_number_office);
    });

    test("as filtered: relation, search term, last viewed", async () => {
      const ofRelation = lines(await get("/api/quotations/export?relation_id=300108"));
      expect(ofRelation).toHaveLength(
        (buildMeta(await get("/api/quotations?relation_id=300108")).total_items ?? 0) + 1,
      );
      const searched = lines(await get("/api/policies/export?search=70020011"));
      expect(searched).toHaveLength(2);
      expect(lines(await get("/api/quotations/export?last_viewed=true"))).toHaveLength(9);
      for (const list of ["relations", "damages", "documents"]) {
        expect(lines(await get(`/api/${list}/export`)).length).toBeGreaterThan(1);
      }
    });

    test.each([
      ["quotations/export?relation_id=300108", "offertes-relatie-300108-2026-11-20.csv"],
      ["quotations/export?last_viewed=true", "offertes-laatst-bekeken-2026-11-20.csv"],
      [
        "quotations/export?search=Jans%20%26%20Co.&status=O&expiry=week",
        "offertes-gezocht-op-jans-co-open-deze-week-2026-11-20.csv",
      ],
      ["policies/export?product=Cyber%20(EDI)", "verzekeringen-cyber-edi-2026-11-20.csv"],
      ["policies/export?search=..%2F..%2F%22%0D%0Ax", "verzekeringen-gezocht-op-x-2026-11-20.csv"],
    ])("the name of %s says which rows it has", async (address, name) => {
      expect((await get(`/api/${address}`)).headers["content-disposition"]).toContain(`filename="${name}"`);
    });

    test("digits that begin with zeros keep them in a spreadsheet", async () => {
      const row = (kvk_number: string) =>
        server().db.updateTable("relations").set({ kvk_number }).where("relation_number", "=", 300129).execute();
      for (const number of ["01234567", "00000012"]) {
        await row(number);
        expect((await get("/api/relations/export")).text).toContain(`;"=""${number}"""\r\n`);
      }
      await row("10234567");
      expect((await get("/api/relations/export")).text).toContain(";10234567\r\n");
    });

    test.each([
      ...["24/7", "12-10", "2E5", "1.234", "1,5", "12:30", "50%", "€ 5", "1 mei", "Mei 2026", "3-août", "12 a"],
      ...["waar", "123456789012"],
    ])("the name %s stays a text in a spreadsheet", async (company) => {
      await server().db.updateTable("relations").set({ company }).where("relation_number", "=", 300129).execute();
      expect((await get("/api/relations/export")).text).toContain(`;"=""${company}""";`);
    });

    test.each(["Bureau 24/7", "2 Meiden B.V.", "Maison d'août", "1234 AB", "3M", "Marijke 12 B.V."])(
      "the name %s is written as it is",
      async (company) => {
        await server().db.updateTable("relations").set({ company }).where("relation_number", "=", 300129).execute();
        expect((await get("/api/relations/export")).text).not.toContain(`"=""${company}`);
      },
    );

    test("a text that starts a formula stays a text", async () => {
      const names = ["=1+1", "+31", "-2", "@sum", "\t=1", " =1", "'=1", '"=1', "＝1", "\r=1"];
      for (const [index, name] of names.entries()) {
        await server()
          .db.updateTable("relations")
          .set({ company: `${name} ; "x"\n${index}` })
          .where("relation_number", "=", 300129)
          .execute();
        const answer = await get("/api/relations/export");
        const shown = `'${name} ; "x"\n${index}`.replaceAll('"', '""');
        expect(answer.text, JSON.stringify(name)).toContain(`;"${shown}";`);
      }
    });
  });

  describe("documents", () => {
    test.each([
      [60001, "%PDF-"],
      [60006, "From: "],
      [60010, "\xff\xd8\xff"],
      [60011, "PK\x03\x04"],
    ])("%i is a real file, handed out as a download", async (id, start) => {
      const login = (await server().get(OFFICE, `/api/documents/${id}/download`)).status === 200 ? OFFICE : "d.demo";
      const answer = await server().get(login, `/api/documents/${id}/download`);
      expect(answer.status).toBe(200);
      expect(answer.bytes.subarray(0, start.length).toString("latin1")).toBe(start);
      expect(answer.headers).toMatchObject({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "content-security-policy": "sandbox; default-src 'none'",
      });
      expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="[^"]+"; filename\*=UTF-8''/);
      const listed = await server()
        .db.selectFrom("documents")
        .select("file_size")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      expect(answer.bytes.byteLength).toBe(listed.file_size);
    });

    test.each([
      ["Полис.pdf", "document.pdf"],
      ["申込書 – 2026.pdf", "2026.pdf"],
      ["Полис", "document"],
      ["Bijlage é.pdf", "Bijlage e.pdf"],
    ])("%s has the plain name %s for old programs", (name, plain) => {
      expect(attachmentHeaders(name, "application/pdf")["content-disposition"]).toContain(`filename="${plain}"`);
    });

    test("the name is encoded", async () => {
      const name = 'Polis "é"\r\nx: y; ’.pdf';
      await server().db.updateTable("documents").set({ name }).where("id", "=", 60001).execute();
      const header = String((await get("/api/documents/60001/download")).headers["content-disposition"]);
      expect(header).toContain(`filename*=UTF-8''${encodeURIComponent(name).replace(/'/g, "%27")}`);
      expect(header).not.toMatch(/[\r\n]/);
    });
  });
}
