// Journeys over HTTP, what a flow hides, and a product that is published again. `http.long.test.ts` plays the other journeys.
import { beforeAll, describe, expect, test } from "vitest";
import type { SendAction } from "#engine/schema/types.ts";
import type { HttpTransport } from "./support/httpTransport.ts";
import { exampleJourneys, findJourney, journeys } from "./support/journey.ts";
import { createTransport, isShort, playEach, productsDir, publishExamples, serveJourneys } from "./support/overHttp.ts";
import { forgetRelease, publishStricter } from "./support/republish.ts";

serveJourneys();

describe("what a flow hides", () => {
  const hidden = { editQuote: "insurance-policy", quoteToPolicy: "quotation" } as Record<string, SendAction>;
  const cases = journeys.filter(
    (journey) => hidden[journey.flow] && isShort(journey) && journey.expect.outcome === "declined",
  );
  test.each(cases.map((journey) => [journey.file, journey] as const))(
    "is refused to a call: %s",
    async (_, journey) => {
      const transport = await createTransport(journey);
      await transport.open();
      expect(await transport.sendHidden(hidden[journey.flow]!)).toEqual([409, "not_in_flow"]);
    },
  );
});

describe("journeys over HTTP", () => playEach(journeys.filter(isShort)));

describe("journeys of the example products over HTTP", () => {
  beforeAll(publishExamples);
  playEach(exampleJourneys.filter(isShort));
});

describe("a product that is published again while requests are open", () => {
  const accepted = findJourney("beroepsaansprakelijkheid-newRequest-policy-accepted");
  const quoted = findJourney("beroepsaansprakelijkheid-newRequest-quotation");
  let old: string;
  let [first, second]: HttpTransport[] = [];

  beforeAll(async () => {
    [first, second] = [await createTransport(accepted), await createTransport(quoted)];
    old = (await first.open()).version!;
    await second.open();
    for (const { step, answers } of accepted.steps.slice(0, 2)) await first.answer(step, answers);
    for (const { step, answers } of quoted.steps) await second.answer(step, answers);
    await publishStricter(productsDir, accepted.product);
  });

  test("a request goes on with the rules that it was begun with, and the broker sees the new price first", async () => {
    expect(await first!.open()).toMatchObject({ version: old, resumed: accepted.steps[1]!.step });
    const cover = accepted.steps[1]!;
    expect((await first!.progress()).data[cover.step]).toMatchObject({ completed: false, changed: true });
    for (const { step, answers } of accepted.steps.slice(1)) expect(await first!.answer(step, answers)).toEqual([]);
    // (1325 + 20 % + 70) x 1.03 / 4
    const { amounts } = await first!.premium();
    expect(amounts).toMatchObject({ per_year: 1709.8, per_term: 427.45, tax: 89.76, total: 517.21 });
    const verdict = await first!.send(accepted.submit.action, accepted.submit.answers);
    expect(verdict).toMatchObject({ outcome: "accepted", number: expect.stringMatching(/^7\d{7}$/) });
  });

  test("a new request gets the new rules", async () => {
    const { version } = await first!.open();
    expect(version).not.toBe(old);
    const { step, answers } = accepted.steps[0]!;
    expect(await first!.answer(step, answers)).toEqual([["/revenue", "maximum"]]);
  });

  test("a request whose release is gone continues with the one on offer: judged again, no answer lost", async () => {
    forgetRelease(productsDir, old);
    const opened = await second!.open();
    expect(opened.version).not.toBe(old);
    expect(opened.resumed).not.toBeNull();
    const { step, answers } = quoted.steps[0]!;
    expect((await second!.forms())[step]?.data).toMatchObject(answers);
    expect((await second!.progress()).completed_steps).toBe(0);
    expect(await second!.answer(step, { ...answers, revenue: 90_000 })).toEqual([]);
    // The tariff on offer has another price: the broker has to see it.
    const cover = quoted.steps[1]!;
    expect((await second!.progress()).data[cover.step]).toMatchObject({
      active: true,
      completed: false,
      changed: true,
    });
    expect(await second!.answer(cover.step, cover.answers)).toEqual([]);
    const verdict = await second!.send(quoted.submit.action, quoted.submit.answers);
    expect(verdict).toMatchObject({ outcome: "quotation", number: expect.stringMatching(/^5\d{7}$/) });
  });
});
