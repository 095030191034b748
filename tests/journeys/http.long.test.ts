// The journeys over HTTP that `http.test.ts` leaves out.
import { beforeAll, describe, expect, test } from "vitest";
import { withoutFiles } from "#content/cases/journeys/files.ts";
import { comparePlayed, playOver } from "#content/cases/journeys/play.ts";
import { exampleJourneys, journeys } from "./support/journey.ts";
import { createTransport, isShort, playEach, publishExamples, serveJourneys, server } from "./support/overHttp.ts";

serveJourneys();

describe("journeys over HTTP", () => playEach(journeys.filter((journey) => !isShort(journey))));

const REUSES = [
  ["editQuote", "quotation", "quotation"],
  ["quoteToPolicy", "insurance-policy", "accepted"],
] as const;

describe("journeys of the example products over HTTP", () => {
  beforeAll(publishExamples);
  playEach(exampleJourneys.filter((journey) => !isShort(journey)));

  const quoted = exampleJourneys.filter(({ file }) => file.endsWith("quotation-with-the-whole-form"));
  test.each(quoted.map((journey) => [journey.file, journey] as const))(
    "the quotation of %s has every answer, can be changed, and becomes a policy of the same price",
    async (_, journey) => {
      const { bundle } = (await server.products.current(journey.product))!;
      const { manifest } = bundle;
      const made = await playOver(journey, bundle, await createTransport(journey));
      for (const [flow, action, outcome] of REUSES) {
        const reused = { ...journey, flow, quotation: Number(made.end.number) } as const;
        const transport = await createTransport(reused);
        await transport.open();
        const forms = await transport.forms();
        for (const { step, answers } of journey.steps) {
          const { data, meta } = forms[step]!;
          const sent = Object.entries(withoutFiles(bundle.steps[step], answers)).filter(
            ([name]) => !meta?.disabled?.includes(name),
          );
          expect(data, step).toMatchObject(Object.fromEntries(sent));
        }
        const submit = { ...journey.submit, action };
        const played = await playOver({ ...reused, submit }, bundle, transport);
        expect(comparePlayed({ ...reused, submit, expect: { ...journey.expect, outcome } }, manifest, played)).toEqual(
          [],
        );
      }
    },
  );
});
