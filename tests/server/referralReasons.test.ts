// An underwriter and the broker read which answers of which record call for a judgement, whether the rule reads the records or a fact
// over them.
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { publish } from "#content/publish/publish.ts";
import type { Answers, JsonObject, Language } from "#engine/schema/types.ts";
import { createProducts } from "#server/products/products.ts";
import { evaluate } from "#server/requests/evaluate.ts";
import { listCauses } from "#server/requests/sending/content/reasons.ts";
import { EXAMPLES, findJourney, root } from "../journeys/support/journey.ts";
import { dataDirectory } from "../support/model.ts";

const folder = join(dataDirectory(), "products");
const products = createProducts(folder);
beforeAll(() => publish(join(root, "schemas"), folder, { examplesDir: EXAMPLES }));

/** The answers named by each reason of this request, after these answers of one step are changed. */
async function readReasons(name: string, changes: Record<string, Answers> = {}, language: Language = "nl") {
  const journey = findJourney(name);
  const product = (await products.current(journey.product))!;
  const steps = new Map(
    journey.steps.map(({ step, answers }) => [step, { data: { ...answers, ...changes[step] }, finished: true }]),
  );
  const evaluation = evaluate(product, steps, { today: "2026-11-20", day: "2026-12-01", language });
  return listCauses({ product, evaluation, language, fileNames: new Map() }).reasons.map(({ answers }) => answers);
}

const claim = (paid: number) => ({ date: "2025-01-31", cause: "fire", paid, settled: true });

test.each([
  ["nl", "Schade 2 – Schadebedrag: € 31.000"],
  ["fr", "Sinistre 2 – Montant du sinistre : 31 000 €"],
] as const)("a fact over records names the record that is enough alone (%s)", async (language, named) => {
  const claims = { had_claims: true, claims: [claim(900), claim(31_000), claim(24_999)] };
  const [answers] = await readReasons("bedrijfspand-newRequest-referred-by-a-large-claim", { claims }, language);
  expect(answers?.map((answer) => answer.replaceAll(/\s/g, " "))).toEqual([named]);
});

test("a list names each record that is enough alone, with the answer that is", async () => {
  const insurer = { insurer: "Verzonnen", from: "2019-01-01", until: "2021-12-31" };
  const insurers = [
    { ...insurer, ended_by: "client" },
    { ...insurer, ended_by: "insurer" },
    { ...insurer, ended_by: "insurer" },
  ];
  const changes = { insurers: { insured_before: true, insurers } };
  const [answers] = await readReasons(
    "bedrijfsaansprakelijkheid_uitgebreid-newRequest-referred-by-the-end-of-an-insurance",
    changes,
  );
  expect(answers).toEqual([expect.stringMatching(/^\S+ 2 – .*: /), expect.stringMatching(/^\S+ 3 – .*: /)]);
});

test("a list inside records names the inner records that are enough alone, each with the record around it", async () => {
  const journey = "bedrijfspand-newRequest-referred-by-a-large-claim";
  const { sites } = findJourney(journey).steps.find(({ step }) => step === "locations")!.answers;
  const [site] = sites as { buildings: JsonObject[] }[];
  const [building] = site!.buildings;
  const thatched = { ...building, roof: "thatch" };
  const locations = { sites: [{ ...site, buildings: [building, thatched] }, site, { ...site, buildings: [thatched] }] };
  const reasons = await readReasons(journey, { locations, claims: { had_claims: false } });
  expect(reasons).toEqual([
    [expect.stringMatching(/^.+ – .+ – .+: Riet/), expect.stringMatching(/^.+ – .+ – .+: Riet/)],
  ]);
});

test("of several fields those are named without which there would be no judgement", async () => {
  const [answers] = await readReasons(
    "beroepsaansprakelijkheid-newRequest-sector-190-with-other-terms-of-delivery-is-referred",
  );
  expect(answers).toHaveLength(1);
});
