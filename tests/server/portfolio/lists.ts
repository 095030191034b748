// Lists: their pages and meta, what a search finds, what was viewed last.
import { describe, expect, test } from "vitest";
import { toListPage } from "#api/calls/lists.ts";
import { type Asked, buildMeta, readRows } from "./asked.ts";

export function describeLists({ get, server }: Asked) {
  describe("pages", () => {
    test("each list keeps its own meta", async () => {
      const keys = async (url: string) =>
        Object.keys(buildMeta(await get(url)))
          .sort()
          .join(" ");
      expect(await keys("/api/relations?page=1&limit=7")).toBe("count current_page per_page total");
      expect(await keys("/api/quotations/")).toBe("current_page items_per_page total_items total_pages");
      expect(await keys("/api/policies/")).toBe("current_page per_page total total_pages");
      expect(await keys("/api/damages/")).toBe("count current_page items_per_page total_items");
      expect(await keys("/api/invoices/")).toBe("count current_page per_page total total_pages");
      expect((await get("/api/policies/")).body.success).toBe(true);
      expect((await get("/api/quotations/")).body).not.toHaveProperty("success");
    });

    test.each([
      ["relations?detail=true&", 7],
      ["quotations/?", 8],
      ["policies/?", 7],
      ["damages/?", 7],
      ["invoices/?", 8],
      ["documents?", 15],
      ["quotations/search/a?", 8],
    ])("%s: whatever its meta, the screens get one shape", async (list, limit) => {
      const shape = async (page: number) => {
        const answer = await get(`/api/${list}page=${page}&limit=${limit}`);
        return toListPage(answer.body, (row) => row, { page, limit });
      };
      const first = await shape(1);
      expect(first).toMatchObject({ page: 1, perPage: limit, pages: Math.ceil(first.total / limit) });
      expect(first.rows).toHaveLength(Math.min(limit, first.total));
      const last = await shape(first.pages);
      expect(last).toMatchObject({ page: first.pages, pages: first.pages, perPage: limit, total: first.total });
      expect(last.rows).toHaveLength(first.total - (first.pages - 1) * limit);
      expect(await shape(first.pages + 50)).toEqual(last);
    });

    test("the pages together are the list, each row once and in order", async () => {
      const companies: string[] = [];
      const numbers = new Set<unknown>();
      for (let page = 1; page <= 4; page++) {
        const rows = readRows(await get(`/api/relations?page=${page}&limit=7&detail=true`));
        for (const row of rows) {
          numbers.add(row.relation_number);
          companies.push(String(row.company));
        }
      }
      expect(numbers.size).toBe(28);
      const plain = companies.map((name) => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase());
      expect(plain).toEqual([...plain].sort());
    });

    test("newest first where a list has dates", async () => {
      const dates = readRows(await get("/api/quotations/?limit=100")).map((row) => String(row.date));
      expect(dates).toEqual([...dates].sort().reverse());
    });

    test.each(["relations?detail=true&", "quotations/?", "policies/?", "damages/?", "invoices/?", "documents?"])(
      "%s past the end is the last page",
      async (list) => {
        const last = await get(`/api/${list}page=99999&limit=4`);
        const meta = buildMeta(last);
        const total = meta.total ?? meta.total_items ?? 0;
        expect(meta.current_page).toBe(Math.ceil(total / 4));
        expect(readRows(last)).toHaveLength(total % 4 || 4);
      },
    );

    test("past the end within a relation and within a search", async () => {
      const all = buildMeta(await get("/api/quotations?relation_id=300108&limit=3")).total_items ?? 0;
      expect(all).toBeGreaterThan(3);
      expect(buildMeta(await get("/api/quotations?relation_id=300108&limit=3&page=500")).current_page).toBe(
        Math.ceil(all / 3),
      );
      expect(buildMeta(await get("/api/relations/search/voorbeeld?limit=2&page=500")).current_page).toBeGreaterThan(1);
    });

    test.each(["page=0", "page=x", "page=1.5", "limit=0", "limit=101", "page=-1", "relation_id=x"])(
      "%s is refused",
      async (query) => expect((await get(`/api/quotations/?${query}`)).status).toBe(400),
    );
  });

  describe("search", () => {
    const searchRows = async (list: string, term: string) =>
      readRows(await get(`/api/${list}/search/${encodeURIComponent(term)}`));

    test("by number, name, city and product", async () => {
      expect(await searchRows("relations", "300101")).toHaveLength(1);
      expect((await searchRows("relations", "  GRONINGEN ")).every((row) => row.city === "Groningen")).toBe(true);
      expect((await searchRows("relations", "advies noord"))[0]).toMatchObject({ relation_number: 300101 });
      expect((await searchRows("quotations", "cyber")).length).toBeGreaterThan(0);
      expect((await searchRows("quotations", "50010414"))[0]).toMatchObject({ number: 50010414 });
      expect((await searchRows("policies", "70020011"))[0]).toMatchObject({ number: 70020011 });
    });

    test("in French too, and without accents", async () => {
      expect((await searchRows("quotations", "responsabilité")).length).toBeGreaterThan(0);
      expect((await searchRows("quotations", "responsabilite")).length).toBeGreaterThan(0);
    });

    test("as it was copied elsewhere: letters and accents apart, and what cannot be seen", async () => {
      const [typed] = await searchRows("relations", "Coöperatie Denkbeeldige");
      expect(typed).toBeDefined();
      for (const term of ["Coöperatie Denkbeeldige".normalize("NFD"), "\u200bCoöperatie Denk\u00adbeeldige\u200e"])
        expect((await searchRows("relations", term))[0], term).toEqual(typed);
    });

    test("letters of all Latin script as on a plain keyboard, and sorted among the others", async () => {
      const rename = (company: string) =>
        server().db.updateTable("relations").set({ company }).where("relation_number", "=", 300129).execute();
      await rename("Şahin & Łukasz Sœurs Großhändler İpek Ødegård");
      for (const term of ["sahin", "LUKASZ", "soeurs", "sœurs", "grosshandler", "ipek", "odegard", "Ødegård"])
        expect(
          (await searchRows("relations", term)).map((row) => row.relation_number),
          term,
        ).toEqual([300129]);
      const names = readRows(await get("/api/relations/?limit=100&sort=company")).map((row) => row.company as string);
      const { compare } = new Intl.Collator("nl");
      const index = names.findIndex((name) => name.startsWith("Şahin"));
      expect(compare(names[index - 1] ?? "", "Şahin"), names[index - 1]).toBeLessThan(0);
      expect(compare(names[index + 1] ?? "Z", "Şahin"), names[index + 1]).toBeGreaterThan(0);
      await rename("Verzonnen Software Voorbeeld B.V.");
    });

    test("one and two letters find the beginnings of words", async () => {
      expect((await searchRows("relations", "G")).length).toBeGreaterThan(0);
      expect((await searchRows("relations", "Gr")).map((row) => row.city)).toContain("Groningen");
    });

    test("wildcards are literal", async () => {
      for (const term of ["%", "_", "%%", "300_01", "3%1", "\\", "'", "a%b"])
        expect(await searchRows("relations", term), term).toEqual([]);
      await server()
        .db.updateTable("relations")
        .set({ company: "Honderd 100%_zeker\\ B.V." })
        .where("relation_number", "=", 300122)
        .execute();
      for (const term of ["100%", "%_zek", "%", "zeker\\"]) {
        expect(
          (await searchRows("relations", term)).map((row) => row.relation_number),
          term,
        ).toEqual([300122]);
      }
    });

    test("only blanks find nothing", async () => expect(await searchRows("relations", "   ")).toEqual([]));

    test("within a relation", async () => {
      const rows = readRows(await get("/api/quotations/search/a?relation_id=300108"));
      expect(new Set(rows.map((row) => row.relation_number))).toEqual(new Set([300108]));
    });
  });

  describe("last viewed", () => {
    test("what was opened comes first, for this user only", async () => {
      const numbers = async (login: string, query: string) =>
        readRows(await server().get(login, `/api/damages/?${query}`)).map((row) => row.claim_id);
      const viewed = (login: string) => numbers(login, "page=1&limit=8&last_viewed=true");
      const newest = await viewed("p.proef");
      expect(newest).toHaveLength(8);
      expect(await numbers("p.proef", "page=2&limit=4&last_viewed=true")).toEqual(newest.slice(4));
      const [oldest] = await numbers("p.proef", "page=99&limit=1");
      const [other] = await numbers("p.proef", "page=2&limit=8");
      for (const number of [oldest, other, oldest]) await server().get("p.proef", `/api/damages/${number}`);
      expect(await viewed("p.proef")).toEqual([oldest, other, ...newest.slice(0, 6)]);
      expect(await viewed("f.fictief")).toEqual(newest);
    });

    test("relations: the call without a query, most recently active first", async () => {
      await get("/api/relations/300276");
      const rows = readRows(await get("/api/relations"));
      expect(rows[0]).toEqual(expect.objectContaining({ relation_number: 300276 }));
      expect(rows).toHaveLength(8);
    });

    test("a relation without anything answers empty lists", async () => {
      for (const list of ["quotations/", "policies/", "damages", "invoices"]) {
        const answer = await get(`/api/${list}?relation_id=300276`);
        expect(readRows(answer)).toEqual([]);
        expect(buildMeta(answer).current_page).toBe(1);
      }
    });
  });
}
