// The premium beside the tables, of a product that prices by computed values and facts.
import { afterAll, expect, test } from "vitest";
import type { PricedAnswers } from "#studio/server/premiumFactors.ts";
import { ContentCopy } from "../content/support/content.ts";
import { exampleJourneys } from "../journeys/support/journey.ts";
import { openStudioOn } from "./support/studioServer.ts";

const copy = new ContentCopy("wagenpark");
const { studio, token } = await openStudioOn(copy, { examples: true });
afterAll(async () => {
  await studio.close();
  copy.remove();
});

const priced = exampleJourneys.filter((journey) => journey.product === "wagenpark" && journey.expect.premium?.total);

test.each(priced)("$file: what was answered, without what is computed, has its amounts", async (journey) => {
  const answers = Object.fromEntries(journey.steps.map(({ step, answers }) => [step, answers]));
  const url = "/studio/products/wagenpark/premium";
  const payload = { answers, day: journey.today };
  const answer = await studio.inject({ headers: token(), method: "POST", url, payload });
  const { sums } = answer.json<PricedAnswers>();
  const { per_year, total } = journey.expect.premium ?? {};
  expect([sums?.perYear, sums?.total]).toEqual([per_year, total].map((amount) => Math.round(Number(amount) * 100)));
});
