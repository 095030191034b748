// Every call of the portal's screens against its description in schemas/api: answers, page meta, last page, last
// viewed, languages, export, downloads. No call is without a description. The parts in portfolio/ share one server,
// which takes longer to start than they take to run.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "#engine/schema/types.ts";
import refusals from "#server/http/errors/refusals.json" with { type: "json" };
import notes from "#server/pages/openApi/calls.json" with { type: "json" };
import { buildOpenApi } from "#server/pages/openApi/document.ts";
import { openPortfolioServer, type PortfolioServer, PROVIDER } from "../support/portfolioServer.ts";
import { type Asked, expectShape, OFFICE } from "./portfolio/asked.ts";
import { calls } from "./portfolio/calls.ts";
import { describeDashboard } from "./portfolio/dashboard.ts";
import { describeFiles } from "./portfolio/files.ts";
import { describeLists } from "./portfolio/lists.ts";

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: object; responses: object };
}
interface Operation {
  operationId: string;
  parameters: { name: string }[];
  security?: object[];
  responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }>;
  "x-roles": string[];
}

let server: PortfolioServer;
beforeAll(async () => {
  server = await openPortfolioServer();
});
afterAll(() => server?.close());

const get = (url: string, language?: "nl" | "fr") => server.get(OFFICE, url, language);
const portal: Asked = { server: () => server, get };

describe("the contract", () => {
  test("describes what every call answers: a change without an answer is a deletion", () => {
    for (const { method, url, answer } of server.calls)
      expect(answer === null, `${method} ${url}`).toBe(method === "DELETE");
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
      return calls.some(([shape]) => shape === name) || tests.some((text) => used.test(text));
    };
    const names = server.calls.flatMap(({ answer }) => answer ?? []);
    expect(names.filter((name) => !held(name))).toEqual([]);
  });
});

describe("the OpenAPI document", () => {
  const document = () => buildOpenApi(server.calls) as unknown as OpenApi;

  test("is valid for an independent validator, and every reference leads somewhere", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document()) as never);
    expect([valid, errors]).toEqual([true, undefined]);
    expect(validator.version).toBe("3.1");
    expect(() => validator.resolveRefs()).not.toThrow();
  });

  test("has what its notes name, every refusal, and for each call who may make it and what it answers", () => {
    const { paths, components } = document();
    const made = Object.entries(paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const named = [notes.specified, notes.headers.flatMap(({ calls }) => calls)].flat();
    for (const call of [...named, ...Object.keys(notes.files), ...Object.keys(notes.refusals)])
      expect(made).toContain(call);
    expect(new Set(made).size).toBe(made.length);
    expect(Object.keys(components.responses)).toEqual([...new Set(Object.values(refusals))].sort().map(String));
    for (const operation of Object.values(paths).flatMap((calls) => Object.values(calls))) {
      expect(operation["x-roles"].length, operation.operationId).toBeGreaterThan(0);
      expect(Object.keys(operation.responses)[0]).toMatch(/^20[04]$/);
    }
    const save = paths["/api/aanvraag/{product}/{intermediary}/{relation}/wizard/step/{step}/save"]!.post!;
    expect(save.parameters.map(({ name }) => name)).toEqual([
      "product",
      "intermediary",
      "relation",
      "step",
      "action",
      "quotation",
      "If-Match",
      "X-Draft",
    ]);
    expect(save.security).toEqual([{ session: [], token: [], marker: [] }]);
    expect(paths["/api/profile/me"]!.get!.security).toEqual([{}]);
  });

  test("describes real answers in its own dialect, and refuses others", async () => {
    const { paths, components } = document();
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: "openapi", components }, "openapi");
    const fits = (path: string) => {
      const { $ref } = paths[path]!.get!.responses[200]!.content!["application/json"]!.schema;
      return ajv.compile({ $ref: `openapi${$ref}` });
    };
    for (const list of ["quotations", "invoices", "relations"]) {
      const { body } = await get(`/api/${list}/?page=1&limit=3`);
      const validate = fits(`/api/${list}`);
      expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
      expect(validate({ ...body, data: [{ ...(body.data as JsonObject[])[0], relation_number: "one" }] })).toBe(false);
    }
  });
});

describe("shapes", () => {
  test.each(calls)("%s: %s", async (call, url) => expectShape(call, await get(url)));

  test("the values our own screens count on are there", async () => {
    const quotation = (await get("/api/quotations/50010414")).body.data as JsonObject;
    expect(quotation).toMatchObject({
      status_label: "Open",
      has_answers: true,
      unsent_change: null,
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

describeLists(portal);
describeFiles(portal);
describeDashboard(portal);
