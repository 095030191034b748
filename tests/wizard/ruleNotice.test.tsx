// The message of a rule over answers: read at its field and in the sidebar as soon as the premium call brings it.
import { afterEach, expect, test, vi } from "vitest";
import type { JudgedRule, PremiumAnswer } from "#api/wire/wireTypes.ts";
import { type Language, showWizard, wordsIn } from "./support/screen.tsx";

afterEach(() => vi.restoreAllMocks());

test.each<[Language, JudgedRule["effect"], string]>([
  ["nl", "decline", "Wij verzekeren geen omzet boven een miljoen."],
  ["fr", "refer", "Un spécialiste évalue la demande."],
])("is at the field and in the sidebar (%s, %s)", async (language, effect, message) => {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) => {
    const answered = await fetch(address, init);
    if (!String(address).endsWith("/premium")) return answered;
    const body = (await answered.json()) as PremiumAnswer;
    const rules = [{ message, effect, field: "general-data.turnover" }];
    const judgement = { wrong_acceptance_questions: [], wrong_final_questions: [], rules };
    return new Response(JSON.stringify({ ...body, judgement }), { headers: { "content-type": "application/json" } });
  });
  await showWizard({ language });
  const textIn = (part: string) => () => document.querySelector(part)?.textContent ?? "";
  await expect.poll(textIn("main form"), { timeout: 15_000 }).toContain(message);
  const atField = document.querySelector("[id=general-data_turnover]")!.closest("[data-field]");
  expect(atField?.textContent).toContain(message);
  await expect.poll(textIn("aside")).toContain(message);
  expect(textIn("aside")().includes(wordsIn(language)("error.dropout"))).toBe(effect === "decline");
});
