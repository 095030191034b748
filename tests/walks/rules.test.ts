// Random walks through the browser's model and the server's rules, without database and transport.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { publish } from "#content/publish/publish.ts";
import type { FlowName } from "#engine/schema/types.ts";
import type { RegisteredCompany } from "#server/external/companyRegister.ts";
import type { RelationRecord } from "#server/portfolio/portfolioPort.ts";
import type { LoadedProduct } from "#server/products/products.ts";
import { EXAMPLES, journeys, readJson, root, storedAnswers } from "../journeys/support/journey.ts";
import { openWorkshop } from "../journeys/support/workshop.ts";
import type { StartBackEnd } from "./backEnd.ts";
import { memoryBackEnd } from "./memoryBackEnd.ts";
import { flows, printCounts, runWalks } from "./runWalks.ts";

const folder = mkdtempSync(join(tmpdir(), "walks-"));
beforeAll(() => publish(join(root, "schemas"), folder, { examplesDir: EXAMPLES }));
afterAll(() => rmSync(folder, { recursive: true }));
const loadProduct = openWorkshop(folder);
const register = new Map(
  readJson<(RegisteredCompany & { kvk: string })[]>("fixtures/portfolio/register.json").map(({ kvk, ...company }) => [
    kvk,
    company,
  ]),
);
const products = [...new Set(journeys.map(({ product }) => product))];
/** An example with lists of records. The sample data has no quotation of it. */
const RECORDS = "bedrijfspand";
/** A product of them with a step that is asked only because of a fact. */
const CONDITIONAL = "cyber";
const kinds = [
  ...products.map((key) => [key, "", flows] as const),
  [CONDITIONAL, " with a conditional step", flows] as const,
  [RECORDS, " with lists of records", flows.slice(0, 2)] as const,
];

/** Its acceptance questions are for those who pay in instalments. */
function withCondition(product: LoadedProduct): LoadedProduct {
  const { manifest } = product.bundle;
  const facts = { in_terms: { equal: ["coverage-choice.pay_in_terms", true] } };
  const when = "facts.in_terms";
  const steps = manifest.steps.map((step) => (step.key === "acceptance" ? { ...step, when } : step));
  return { ...product, bundle: { ...product.bundle, manifest: { ...manifest, facts, steps } } };
}

function findRelation(kvk: string): RelationRecord {
  // The sample register fills every member.
  const registered = register.get(kvk) as Record<keyof RegisteredCompany, string>;
  const { company, legalform, street, housenumber, postalcode, city } = registered;
  const address = `${street} ${housenumber}`;
  const contact = {
    relation_number: 300_101,
    intermediary_number: 100_245,
    email: "info@example.nl",
    email_financial: null,
  };
  return { ...contact, company, legalform, address, zipcode: postalcode, city, kvk_number: kvk };
}

function buildStart(product: LoadedProduct, flow: FlowName): StartBackEnd {
  const journey = journeys.find((candidate) => candidate.product === product.key && candidate.flow === flow);
  const { quotation = null } = journey ?? {};
  // As the sample portfolio holds them.
  const answers = storedAnswers(journey?.quotation);
  const kvk = Object.values(answers).find(({ kvk }) => typeof kvk === "string")?.kvk as string | undefined;
  const relation = flow === "newTempRequest" ? null : findRelation(kvk ?? "42712573");
  return async () => memoryBackEnd({ product, flow, today: "2026-11-20", relation, quotation, register, answers });
}

afterAll(printCounts);

describe.each(kinds)("%s%s", (key, special, kindFlows) => {
  test.each(kindFlows)(
    "%s",
    async (flow) => {
      const loaded = await loadProduct(key);
      const product = key === CONDITIONAL && special ? withCondition(loaded) : loaded;
      await runWalks({ kind: "rules", product, flow, products: kinds.length, start: buildStart(product, flow) });
    },
    3_600_000,
  );
});
