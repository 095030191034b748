// Saving a step: what is refused, what is kept, and what follows for the steps after it.
import { describe, expect, test } from "vitest";
import type { SaveAnswer } from "#engine/wire.ts";
import { expectShape } from "../../support/apiShapes.ts";
import { ANSWERS, fill, open, save, send } from "../../support/wizard.ts";
import { type Asked, forms, OFFICE } from "./asked.ts";

export function describeSaving({ vera, fresh, first }: Asked) {
  describe("saving", () => {
    test("goes step by step to a request that can be sent", async () => {
      const at = await open(vera(), OFFICE, fresh());
      const last = await fill(vera(), at);
      expectShape("wizard-save", last);
      expect(last.progress).toMatchObject({
        total_steps: 5,
        completed_steps: 5,
        can_send_quotation_request: true,
        can_send_insurance_policy_request: true,
        reason: null,
      });
    });

    test("with next refuses what is wrong, field by field, and stores nothing", async () => {
      const at = await open(vera(), OFFICE, fresh());
      await save(vera(), at, "general-data", ANSWERS["general-data"]);
      const refused = await save(vera(), at, "general-data", {
        ...ANSWERS["general-data"],
        revenue: 1_000_001,
        sector: "none",
      });
      expect(refused.statusCode).toBe(422);
      expectShape("wizard-save#/definitions/refused", refused.json());
      expect((refused.json() as SaveAnswer).errors.map((error) => [error.pointer, error.keyword])).toContainEqual([
        "/revenue",
        "maximum",
      ]);
      expect((await forms(vera(), at.base)).data["general-data"]?.data).toMatchObject(ANSWERS["general-data"] ?? {});
    });

    test("for later keeps what is wrong, but only members the step knows", async () => {
      const at = await open(vera(), OFFICE, fresh());
      const saved = await save(
        vera(),
        at,
        "general-data",
        { revenue: 9_999_999, kvk: "1", unknown: true },
        { action: "save" },
      );
      expect(saved.statusCode).toBe(200);
      expect((saved.json() as SaveAnswer).steps["general-data"]?.data).toEqual({ revenue: 9_999_999, kvk: "1" });
      expect((saved.json() as SaveAnswer).progress.data["general-data"]).toMatchObject({
        completed: false,
        active: true,
      });
    });

    test("un-completes what no longer stands, and completes it again", async () => {
      const at = await open(vera(), OFFICE, fresh());
      await fill(vera(), at);
      const back = await save(vera(), at, "coverage-choice", { coverage_code: "101" }, { action: "save" });
      const { progress } = back.json() as SaveAnswer;
      expect(progress).toMatchObject({ completed_steps: 1, can_send_quotation_request: false, reason: "incomplete" });
      expect(progress.data["coverage-choice"]).toMatchObject({ active: true, completed: false });
      const again = (await save(vera(), at, "coverage-choice", ANSWERS["coverage-choice"])).json() as SaveAnswer;
      expect(again.progress.completed_steps).toBe(5);
    });

    test("a wrong answer adds the extra step; one that leads to dropout stops everything", async () => {
      const at = await open(vera(), OFFICE, fresh());
      await fill(vera(), at);
      const answers = ANSWERS.acceptance?.questions_of_acceptance as Record<string, boolean>;
      const wrong = (
        await save(vera(), at, "acceptance", { questions_of_acceptance: { ...answers, "1101": true } })
      ).json() as SaveAnswer;
      expect(wrong.progress).toMatchObject({
        total_steps: 6,
        completed_steps: 5,
        can_send_quotation_request: true,
        can_send_insurance_policy_request: true,
      });
      const dropout = (
        await save(vera(), at, "acceptance", { questions_of_acceptance: { ...answers, "1105": true } })
      ).json() as SaveAnswer;
      expect(dropout.progress).toMatchObject({
        can_send_quotation_request: false,
        can_send_insurance_policy_request: false,
        reason: "dropout",
      });
      const sent = await send(vera(), at, "insurance-policy");
      expect([sent.statusCode, sent.json().code, sent.json().accepted]).toEqual([422, "dropout", "declined"]);
      expectShape("wizard-submit#/definitions/refused", sent.json());
    });

    test.each([
      ["an unknown step", "none", {}, "next", 404],
      ["the request block", "request", {}, "next", 404],
      ["an unknown action", "general-data", {}, "later", 400],
      ["a list", "general-data", [], "next", 400],
      ["nothing", "general-data", null, "next", 400],
    ])("%s is refused", async (_name, step, body, action, status) => {
      const at = await open(vera(), OFFICE, first());
      const response = await save(vera(), at, step, body, { action });
      expect(response.statusCode, response.body).toBe(status);
      expectShape("error", response.json());
    });

    test("from a stale revision answers what is stored, and stores nothing", async () => {
      const at = await open(vera(), OFFICE, fresh());
      const first = (
        await save(vera(), at, "general-data", ANSWERS["general-data"], { revision: 0 })
      ).json() as SaveAnswer;
      expect(first.revision).toBe(1);
      const other = await save(vera(), at, "general-data", { revenue: 5 }, { action: "save", revision: 0 });
      expect(other.statusCode).toBe(409);
      expectShape("wizard-conflict", other.json());
      expect(other.json()).toMatchObject({ revision: 1, stored: { data: ANSWERS["general-data"] } });
      expect((await save(vera(), at, "general-data", { revenue: 5 }, { action: "save", revision: 1 })).statusCode).toBe(
        200,
      );
      expect((await save(vera(), at, "general-data", { revenue: 6 }, { action: "save" })).statusCode).toBe(200);
    });

    test("of many tabs with one revision only one wins", async () => {
      const at = await open(vera(), OFFICE, fresh());
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          save(vera(), at, "general-data", { revenue: n }, { action: "save", revision: 0 }),
        ),
      );
      expect(answers.filter((one) => one.statusCode === 200)).toHaveLength(1);
      expect(answers.filter((one) => one.statusCode === 409)).toHaveLength(9);
    });
  });
}
