// A search forgives how a name, address or number is written, and finds the rows of a relation in every list by what a broker
// knows of that relation. Filters leave the rows of a choice, as counted, in lists and exports.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListFilter } from "#api/wire/wireTypes.ts";
import { dateAt } from "#engine/values/dates.ts";
import { listKinds } from "#server/portfolio/lists/listKinds.ts";
import { openPortfolioServer, type PortfolioServer } from "../support/portfolioServer.ts";

const OFFICE = "v.voorbeeld";
const RELATION = 300108;
let server: PortfolioServer;
beforeAll(async () => {
  server = await openPortfolioServer();
});
afterAll(() => server?.close());

type Row = Record<string, string | number | null>;

async function read(url: string, login = OFFICE) {
  const { status, text, body } = await server.get(login, url);
  expect(status, text).toBe(200);
  return body as unknown as { data: Row[]; meta: Record<string, number> & { filters?: ListFilter[] } };
}
const search = async (list: string, term: string, login?: string) =>
  (await read(`/api/${list}/search/${encodeURIComponent(term)}?limit=100`, login)).data;
const findRelations = async (term: string) => (await search("relations", term)).map((row) => row.relation_number);

const change = (values: Partial<Record<"company" | "address" | "zipcode" | "city" | "email" | "kvk_number", string>>) =>
  server.db.updateTable("relations").set(values).where("relation_number", "=", RELATION).execute();

describe("a relation is found however its name or address is written", () => {
  test.each([
    [
      { company: "Timmerbedrijf Xanten B.V." },
      ["xanten bv", "XANTEN B.V.", "xanten b v", "timmerbedrijfxanten", "timmer bedrijf xanten"],
    ],
    [{ company: "Gebr. Qualm V. O. F." }, ["qualm vof", "gebr qualm v.o.f.", "Qualm V O F"]],
    [{ company: "Ĳmuiden Zeevis" }, ["ijmuiden zeevis", "IJMUIDEN", "ĳmuiden", "Ĳmuiden"]],
    [{ company: "’t Hoekje Zuid" }, ["t hoekje", "'t hoekje", "’t Hoekje", "hoekje"]],
    [
      { company: "Jan-Willem d’Xuliaan" },
      ["jan willem duliaan".replace("du", "dxu"), "jan-willem", "janwillem d'xuliaan"],
    ],
    [
      { address: "Zwanendreefje 12 a", zipcode: "3511 JK" },
      ["3511JK", "3511 jk", "zwanendreefje", "zwanendreefje 12a"],
    ],
    [{ zipcode: "9876zx" }, ["9876 ZX", "9876zx"]],
    [{ email: "j.de.wit@zwanenmeer.example" }, ["j.de.wit@zwanenmeer.example", "zwanenmeer"]],
  ])("%j", async (values, terms) => {
    await change(values);
    for (const term of terms) expect(await findRelations(term), term).toContain(RELATION);
  });

  test("any writing of a name finds it: dots, apostrophes, capitals and blanks put in or left out", async () => {
    const word = fc.string({ unit: fc.constantFrom(..."abijéĳ"), minLength: 3, maxLength: 8 });
    const mark = fc.constantFrom("", ".", "'", "-", "’");
    const spelled = fc.tuple(fc.array(word, { minLength: 1, maxLength: 3 }), mark, mark, fc.boolean());
    await fc.assert(
      fc.asyncProperty(spelled, async ([words, stored, typed, upper]) => {
        await change({ company: words.map((word) => word[0] + stored + word.slice(1)).join(" ") });
        const apart = words.map((word) => word.slice(0, -1) + typed + word.at(-1)).join(" ");
        for (const term of [apart, words.join("")])
          expect(await findRelations(upper ? term.toUpperCase() : term), term).toContain(RELATION);
      }),
      { numRuns: 60 },
    );
  });

  test("a name with Ĳ is sorted as ij, one with an apostrophe by its letters", async () => {
    const sorted = async (company: string) => {
      await change({ company });
      const { data } = await read("/api/relations?limit=100&sort=company&detail=true");
      const names = data.map((row) => String(row.company));
      const plain = names.map((name) => name.replace(/[.'’-]/g, "").replace(/ĳ/giu, "ij"));
      const { compare } = new Intl.Collator("nl");
      const index = names.indexOf(company);
      return (
        compare(plain[index - 1] ?? "", plain[index] ?? "") <= 0 &&
        compare(plain[index] ?? "", plain[index + 1] ?? "z") <= 0
      );
    };
    for (const name of ["Ĳmuiden", "’t Hoekje", "A.B.C. Dak"]) expect(await sorted(name), name).toBe(true);
  });
});

describe("a number is found however it is written", () => {
  const inGroups = (value: string, size: number, between: string) =>
    value
      .replace(/\D/g, "")
      .match(new RegExp(`.{1,${size}}`, "g"))
      ?.join(between) ?? "";
  const notations: [string, (value: string) => string][] = [
    ["in groups of two", (value) => inGroups(value, 2, " ")],
    ["in groups of three", (value) => inGroups(value, 3, " ")],
    ["in groups of four", (value) => inGroups(value, 4, "\u00a0")],
    ["with dots", (value) => inGroups(value, 3, ".")],
    ["with dashes", (value) => inGroups(value, 2, " – ")],
    ["with slashes", (value) => inGroups(value, 4, "/")],
    ...[
      "KVK",
      "kvk-nummer:",
      "K.v.K. nr.",
      "polis",
      "Polisnr.",
      "offerte",
      "schade",
      "factuurnummer",
      "relatie",
      "klant #",
    ].map((label): [string, (value: string) => string] => [label, (value) => `${label} ${value}`]),
    ...["numéro de police", "devis n°", "sinistre", "Facture :", "Tél."].map(
      (label): [string, (value: string) => string] => [label, (value) => `${label} ${inGroups(value, 3, " ")}`],
    ),
    ["glued to its label", (value) => `KVK${value}`],
  ];
  const fields = [
    ["relations", "relation_number"],
    ["relations", "kvk_number"],
    ["quotations", "number"],
    ["quotations", "relation_number"],
    ["policies", "number"],
    ["damages", "claim_id"],
    ["damages", "policy_number"],
    ["invoices", "offer_number"],
  ] as const;
  test.each(fields)("%s by %s", async (list, field) => {
    const [row] = (await read(`/api/${list}?limit=1&detail=true`)).data;
    const value = String(row?.[field]);
    const keys = async (term: string) => (await search(list, term)).map((found) => JSON.stringify(found));
    const plain = await keys(value);
    expect(plain.length).toBeGreaterThan(0);
    for (const [name, write] of notations) expect([name, await keys(write(value))]).toEqual([name, plain]);
  });

  test("a number with letters is found with and without them, with any signs", async () => {
    const office = await search("damages", "sch");
    const value = String(office[0]?.claim_number_office);
    const [letters, year, number] = value.split("-");
    const written = [`${letters} ${year} ${number}`, `${letters}${year}${number}`, `${letters}/${year}/${number}`];
    for (const term of [
      value,
      value.toLowerCase(),
      ...written,
      `schade ${value}`,
      `sinistre ${letters}.${year}.${number}`,
    ])
      expect(
        (await search("damages", term)).map((row) => row.claim_number_office),
        term,
      ).toEqual([value]);
  });

  test("a number beside another one is found too: house number and postcode", async () => {
    await change({ address: "Zwanendreefje 12", zipcode: "3511 JK" });
    for (const term of [
      "zwanendreefje 12 3511 JK",
      "Zwanendreefje 12, 3511JK",
      "postcode 3511 jk",
      "code postal 3511JK",
    ])
      expect(await findRelations(term), term).toContain(RELATION);
  });

  test("a word for the kind of the rows is no condition on them, unless it is all", async () => {
    const cyber = (await search("quotations", "cyber")).length;
    for (const term of ["offerte cyber", "Offertes cyber", "devis cyber"])
      expect([term, (await search("quotations", term)).length]).toEqual([term, cyber]);
    expect(await search("policies", "offerte cyber")).toEqual([]);
    expect((await search("damages", "schade")).length).toBeLessThan((await read("/api/damages?limit=100")).data.length);
  });
});

test("what a broker knows of a relation finds its rows in every list", async () => {
  await change({
    company: "Fa. Quarantaine",
    address: "Wolkenveldje 7",
    kvk_number: "87654321",
    email: "x@wolken.example",
  });
  for (const { path } of listKinds.filter((kind) => kind.ofRelation)) {
    const count = (await read(`/api/${path}?relation_id=${RELATION}&limit=100`)).data.length;
    for (const term of [String(RELATION), "87654321", "wolkenveldje 7", "x@wolken.example", "fa quarantaine"]) {
      const rows = await search(path, term);
      expect([path, term, rows.length]).toEqual([path, term, count]);
      expect(new Set(rows.map((row) => row.relation_number))).toEqual(new Set(count ? [RELATION] : []));
    }
  }
});

test("a search can answer with the relations of its rows, of the office alone, so that a result says why it is one", async () => {
  await change({ address: "Wolkenveldje 7" });
  for (const { path } of listKinds.filter((kind) => kind.ofRelation)) {
    const { data, meta } = await read(`/api/${path}/search/wolkenveldje?with_relations=true`);
    const relations = (meta as unknown as { relations: Row[] }).relations;
    expect(relations.map((row) => [row.relation_number, row.address])).toEqual(
      data.length > 0 ? [[RELATION, "Wolkenveldje 7"]] : [],
    );
    expect((await read(`/api/${path}/search/wolkenveldje`)).meta).not.toHaveProperty("relations");
  }
});

test("words of the row and of its relation together find it", async () => {
  await change({ company: "Fa. Quarantaine" });
  const [policy] = (await read(`/api/policies?relation_id=${RELATION}&limit=1`)).data;
  const rows = await search("policies", `${policy?.number} quarantaine`);
  expect(rows.map((row) => row.number)).toEqual([policy?.number]);
});

test("an underwriter finds a referral by the client's kvk number", async () => {
  const [referral] = (await read("/api/referrals?limit=1", "o.oordeel")).data;
  const { relation_number } = referral as { relation_number: number };
  await server.db
    .updateTable("relations")
    .set({ kvk_number: "76543210" })
    .where("relation_number", "=", relation_number)
    .execute();
  const rows = await search("referrals", "76543210", "o.oordeel");
  expect(rows.map((row) => row.relation_number)).toEqual([relation_number]);
});

describe("the sum of a list is that of all its rows, to the cent", () => {
  const parts = ["?", "?relation_id=300108&", "/search/cyber?", "?product=Cyber&"];
  test.each(parts)("%s", async (part) => {
    for (const [list, member] of [
      ["policies", "premium_year"],
      ["invoices", "total_open_amount"],
    ] as const) {
      const { data, meta } = await read(`/api/${list}${part}limit=100&with_filters=true`);
      expect(data.length).toBe(meta.total);
      const cents = data.reduce((sum, row) => sum + Math.round(Number(row[member]) * 100), 0);
      expect([list, meta.sum]).toEqual([list, cents / 100]);
      expect((await read(`/api/${list}${part}limit=1&with_filters=true`)).meta.sum).toBe(meta.sum);
    }
  });

  test("a year costs its terms", async () => {
    for (const list of ["policies", "quotations"]) {
      const { data } = await read(`/api/${list}?limit=100`);
      for (const { premium_year, premium_total, period } of data)
        expect(Math.round(Number(premium_year) * 100)).toBe(
          (Math.round(Number(premium_total) * 100) * 12) / Number(period),
        );
    }
  });

  test("an invoice is due two weeks after it was booked", async () => {
    const { data } = await read("/api/invoices?limit=100");
    for (const { due_date, booking_date } of data) expect(due_date).toBe(dateAt(String(booking_date), "+14d"));
  });
});

describe("filters", () => {
  const lists: [string, string][] = [
    ...listKinds.filter((kind) => kind.filters).map(({ path }): [string, string] => [path, OFFICE]),
    ["referrals", "o.oordeel"],
  ];
  const total = async (url: string, login: string) => {
    const { meta } = await read(url, login);
    return meta.total ?? meta.total_items;
  };

  test.each(lists)(
    "%s: each choice leaves as many rows as it counts, in the list and in the export",
    async (list, login) => {
      const { meta } = await read(`/api/${list}?limit=1&with_filters=true`, login);
      expect(meta.filters?.length).toBeGreaterThan(0);
      for (const { name, options } of meta.filters ?? []) {
        expect(options.length, name).toBeGreaterThan(0);
        for (const { value, count } of options) {
          const query = `${name}=${encodeURIComponent(value)}`;
          expect([query, await total(`/api/${list}?limit=1&${query}`, login)]).toEqual([query, count]);
          const { text } = await server.get(login, `/api/${list}/export?${query}`);
          expect(text.trim().split("\r\n").length - 1, query).toBe(count);
        }
      }
    },
  );

  test("counts go by the other filters, the search and the relation", async () => {
    const query = "status=O&with_filters=true&limit=100";
    const { data, meta } = await read(`/api/quotations/search/cyber?${query}`);
    const products = meta.filters?.find((filter) => filter.name === "product")?.options ?? [];
    expect(products.reduce((sum, option) => sum + option.count, 0)).toBe(data.length);
    const states = meta.filters?.find((filter) => filter.name === "status")?.options ?? [];
    expect(states.reduce((sum, option) => sum + option.count, 0)).toBe((await search("quotations", "cyber")).length);
  });

  test("a choice stays where it is: one that no row has counts 0", async () => {
    const valuesOf = async (address: string) => {
      const { meta } = await read(address);
      return meta.filters?.map(({ name, options }) => [name, options.map(({ value }) => value)]);
    };
    const all = await valuesOf("/api/quotations?limit=1&with_filters=true");
    expect(await valuesOf("/api/quotations?limit=1&with_filters=true&status=P&expiry=week")).toEqual(all);
    expect(await valuesOf("/api/quotations/search/50010414?limit=1&with_filters=true")).toEqual(all);
    const { meta } = await read("/api/quotations/search/50010414?limit=1&with_filters=true");
    for (const { name, options } of meta.filters ?? [])
      expect(
        options.reduce((sum, { count }) => sum + count, 0),
        name,
      ).toBeLessThanOrEqual(1);
  });

  /** Today is Friday 20 November 2026. */
  test.each([
    ["past", "", "2026-11-19"],
    ["week", "2026-11-20", "2026-11-22"],
    ["next_week", "2026-11-23", "2026-11-29"],
    ["30", "2026-11-30", "2026-12-20"],
    ["90", "2026-12-21", "2027-02-18"],
    ["later", "2027-02-19", "9999"],
  ])("what expires %s is counted by its last day", async (group, first, last) => {
    for (const [list, member] of [
      ["quotations", "valid_until"],
      ["policies", "end_date"],
    ] as const) {
      const { data } = await read(`/api/${list}?limit=100`);
      const { meta } = await read(`/api/${list}?limit=100&expiry=${group}`);
      const days = data.map((row) => row[member]).filter((day) => typeof day === "string");
      expect(meta.total ?? meta.total_items).toBe(days.filter((day) => day >= first && day <= last).length);
    }
  });

  test("words in the user's language; a list without the request has none", async () => {
    const french = await server.get(OFFICE, "/api/quotations?limit=1&with_filters=true", "fr");
    expect(french.text).toContain("Responsabilité");
    expect((await read("/api/quotations?limit=1")).meta).not.toHaveProperty("filters");
  });
});
