// The premium beside the tables, of a product that prices by computed values and facts.
import { expect, test } from "vitest";
import type { PricedAnswers } from "#studio/server/premiumFactors.ts";
import { ContentCopy } from "../content/support/content.ts";
import { exampleJourneys } from "../journeys/support/journey.ts";
import { openStudioOn } from "./support/studioServer.ts";

const copy = new ContentCopy("wagenpark");
const { send } = await openStudioOn(copy, { examples: true });

const priced = exampleJourneys.filter((journey) => journey.product === "wagenpark" && journey.expect.premium?.total);

test.each(priced)("$file: what was answered, without what is computed, has its amounts", async (journey) => {
  const answers = Object.fromEntries(journey.steps.map(({ step, answers }) => [step, answers]));
  const answer = await send("POST", "/studio/products/wagenpark/premium", { answers, day: journey.today });
  const { sums } = answer.json<PricedAnswers>();
  const { per_year, total } = journey.expect.premium ?? {};
  expect([sums?.perYear, sums?.total]).toEqual([per_year, total].map((amount) => Math.round(Number(amount) * 100)));
});
