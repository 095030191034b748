// Every call of the portal's screens against its description in schemas/api: answers, page meta, last page, last viewed,
// languages, export, downloads; no call is without a description. The parts in portfolio/ share one server, which takes longer
// to start than they take to run.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "#engine/types.ts";
import { openPortfolioServer, type PortfolioServer, PROVIDER } from "../support/portfolioServer.ts";
import { type Asked, expectShape, OFFICE } from "./portfolio/asked.ts";
import { calls, described } from "./portfolio/calls.ts";
import { describeDashboard } from "./portfolio/dashboard.ts";
import { describeFiles } from "./portfolio/files.ts";
import { describeLists } from "./portfolio/lists.ts";

let server: PortfolioServer;
beforeAll(async () => {
  server = await openPortfolioServer();
});
afterAll(() => server?.close());

const get = (url: string, language?: "nl" | "fr") => server.get(OFFICE, url, language);
const asked: Asked = { server: () => server, get };

describe("the contract", () => {
  test("describes every call that the server has, and no other", () => {
    // A list is registered with and without its last slash.
    const calls = server.calls.map(({ method, url }) => `${method} ${url}`);
    const slashless = (call: string) => call.replace(/\/$/, "");
    expect(new Set(calls.map(slashless))).toEqual(new Set(Object.keys(described).map(slashless)));
    const files = readdirSync(join(import.meta.dirname, "../../schemas/api"));
    for (const name of Object.values(described)) if (name) expect(files).toContain(`${name.split("#")[0]}.schema.json`);
    for (const { method, url, answer } of server.calls) {
      const call = slashless(`${method} ${url}`);
      const [, name] = Object.entries(described).find(([one]) => slashless(one) === call) ?? [];
      expect([call, answer]).toEqual([call, name]);
    }
  });

  test("holds every description against a real answer somewhere in these tests", () => {
    const folders = ["server", "portal"].map((name) => join(import.meta.dirname, "..", name));
    const tests = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8")),
    );
    const held = (name: string) => {
      const used = new RegExp(`(expectShape|apiValidator)\\(\\s*"${name}"`);
      return calls.some(([asked]) => asked === name) || tests.some((text) => used.test(text));
    };
    expect(Object.values(described).filter((name) => name !== null && !held(name))).toEqual([]);
  });
});

describe("shapes", () => {
  test.each(calls)("%s: %s", async (call, url) => expectShape(call, await get(url)));

  test("the values our own screens count on are there", async () => {
    const quotation = (await get("/api/quotations/50010414")).body.data as JsonObject;
    expect(quotation).toMatchObject({
      status_label: "Open",
      changeable: true,
      premium_total: 411.4,
      company_name: PROVIDER,
    });
    const damage = (await get("/api/damages/81020")).body.data as JsonObject;
    expect(damage).toMatchObject({ status_label: "Afgehandeld", finished: true });
    expect(damage.relation_number).toBeTypeOf("number");
    const invoice = (await get("/api/invoices/90030004")).body.data as JsonObject;
    expect(invoice).toMatchObject({ status: "Tweede herinnering verstuurd", total_open_amount: 92.17, payed: 0 });
    const relation = (await get("/api/relations/300101")).body.data as JsonObject;
    expect(relation).toMatchObject({ company: "Voorbeeld Advies Noord B.V.", kvk_number: "42712573", revision: 1 });
  });

  test("no answer shows the place of the provider's name", async () => {
    for (const [, url] of calls) expect((await get(url)).text).not.toContain("{provider}");
  });
});

describe("language", () => {
  test("products, statuses and staff words follow the cookie", async () => {
    const nl = (await get("/api/quotations/50010414")).body.data as JsonObject;
    const fr = (await get("/api/quotations/50010414", "fr")).body.data as JsonObject;
    expect([nl.product, nl.status_label]).toEqual(["Beroepsaansprakelijkheid", "Open"]);
    expect([fr.product, fr.status_label]).toEqual(["Responsabilité professionnelle", "Ouvert"]);
    const staff = (await get("/api/employees/v.voorbeeld", "fr")).body.data as { userData: { profiles: string[] } };
    expect(staff.userData.profiles).toEqual(["Administrateur", "Conseiller"]);
  });
});

describeLists(asked);
describeFiles(asked);
describeDashboard(asked);
