// Saving a step: what is refused, what is kept, and what follows for the steps after it.
import { describe, expect, test } from "vitest";
import type { SaveAnswer } from "#api/wire/wireTypes.ts";
import { expectShape } from "../../support/apiShapes.ts";
import { ANSWERS, fill, open, PRODUCT, save, saveWith, send } from "../../support/wizard.ts";
import { type Asked, forms, OFFICE } from "./asked.ts";

export function describeSaving({ server, vera, fresh, first }: Asked) {
  describe("saving", () => {
    test("a number typed wrong four times leaves one relation", async () => {
      const opened = await open(vera(), OFFICE);
      const relations = async () => {
        const all = server()
          .db.selectFrom("relations")
          .select((q) => q.fn.countAll<number>().as("count"));
        return Number((await all.executeTakeFirstOrThrow()).count);
      };
      const before = await relations();
      const numbers = ["88000001", "88000002", "88000003", "88000004", "88000005"];
      const countAfter = async (kvk: string) => {
        const { "company-data": company } = ANSWERS;
        await vera().ok("POST", `${opened.base}/wizard/step/general-data/save`, {
          query: { action: "next" },
          body: { ...ANSWERS["general-data"], kvk },
        });
        await save(vera(), opened, "coverage-choice", ANSWERS["coverage-choice"]);
        const saved = await save(vera(), opened, "company-data", { ...company, company: `Proef ${kvk}` });
        expect(saved.statusCode, saved.body).toBe(200);
        return relations();
      };
      for (const kvk of numbers) expect(await countAfter(kvk)).toBe(before + 1);
      const stored = await server()
        .db.selectFrom("relations")
        .select(["kvk_number", "company"])
        .where("kvk_number", "in", numbers)
        .execute();
      expect(stored).toEqual([{ kvk_number: "88000005", company: "Proef 88000005" }]);
    });

    test("a save computes lists and premium once", async () => {
      const opened = await open(vera(), OFFICE, fresh());
      await save(vera(), opened, "general-data", ANSWERS["general-data"]);
      const { back } = (await server().products.current(PRODUCT))!;
      const { tariff } = back;
      let read = 0;
      const get = () => {
        read += 1;
        return tariff;
      };
      Object.defineProperty(back, "tariff", { configurable: true, get });
      const saved = await save(vera(), opened, "coverage-choice", ANSWERS["coverage-choice"]);
      Object.defineProperty(back, "tariff", { configurable: true, writable: true, value: tariff });
      expect(saved.statusCode).toBe(200);
      expect(read).toBe(1);
    });

    test("goes step by step to a request that can be sent", async () => {
      const opened = await open(vera(), OFFICE, fresh());
      const last = await fill(vera(), opened);
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
      const opened = await open(vera(), OFFICE, fresh());
      await save(vera(), opened, "general-data", ANSWERS["general-data"]);
      const refused = await save(vera(), opened, "general-data", {
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
      expect((await forms(vera(), opened.base)).data["general-data"]?.data).toMatchObject(
        ANSWERS["general-data"] ?? {},
      );
    });

    test("for later keeps what is wrong, but only members the step knows", async () => {
      const opened = await open(vera(), OFFICE, fresh());
      const saved = await saveWith(vera(), opened, "general-data", {
        body: { revenue: 9_999_999, kvk: "1", unknown: true },
        action: "save",
      });
      expect(saved.statusCode).toBe(200);
      expect((saved.json() as SaveAnswer).steps["general-data"]?.data).toEqual({ revenue: 9_999_999, kvk: "1" });
      expect((saved.json() as SaveAnswer).progress.data["general-data"]).toMatchObject({
        completed: false,
        active: true,
      });
    });

    test("un-completes a step that is no longer valid, and completes it again", async () => {
      const opened = await open(vera(), OFFICE, fresh());
      await fill(vera(), opened);
      const back = await saveWith(vera(), opened, "coverage-choice", {
        body: { coverage_code: "101" },
        action: "save",
      });
      const { progress } = back.json() as SaveAnswer;
      expect(progress).toMatchObject({ completed_steps: 1, can_send_quotation_request: false, reason: "incomplete" });
      expect(progress.data["coverage-choice"]).toMatchObject({ active: true, completed: false });
      const again = (await save(vera(), opened, "coverage-choice", ANSWERS["coverage-choice"])).json() as SaveAnswer;
      expect(again.progress.completed_steps).toBe(5);
    });

    test("a wrong answer adds the extra step; one that leads to dropout stops everything", async () => {
      const opened = await open(vera(), OFFICE, fresh());
      await fill(vera(), opened);
      const answers = ANSWERS.acceptance?.questions_of_acceptance as Record<string, boolean>;
      const wrong = (
        await save(vera(), opened, "acceptance", { questions_of_acceptance: { ...answers, "1101": true } })
      ).json() as SaveAnswer;
      expect(wrong.progress).toMatchObject({
        total_steps: 6,
        completed_steps: 5,
        can_send_quotation_request: true,
        can_send_insurance_policy_request: true,
      });
      const dropout = (
        await save(vera(), opened, "acceptance", { questions_of_acceptance: { ...answers, "1105": true } })
      ).json() as SaveAnswer;
      expect(dropout.progress).toMatchObject({
        can_send_quotation_request: false,
        can_send_insurance_policy_request: false,
        reason: "dropout",
      });
      const sent = await send(vera(), opened, "insurance-policy");
      expect([sent.statusCode, sent.json().code, sent.json().accepted]).toEqual([422, "dropout", "declined"]);
      expectShape("wizard-submit#/definitions/refused", sent.json());
    });

    test.each([
      ["an unknown step", "none", { body: {} }, 404],
      ["the request block", "request", { body: {} }, 404],
      ["an unknown action", "general-data", { body: {}, action: "later" }, 400],
      ["a list", "general-data", { body: [] }, 400],
      ["nothing", "general-data", { body: null }, 400],
    ])("%s is refused", async (_name, step, sent, status) => {
      const opened = await open(vera(), OFFICE, first());
      const response = await saveWith(vera(), opened, step, sent);
      expect(response.statusCode, response.body).toBe(status);
      expectShape("error", response.json());
    });

    test("from a stale revision answers what is stored, and stores nothing", async () => {
      const opened = await open(vera(), OFFICE, fresh());
      const first = (
        await saveWith(vera(), opened, "general-data", { body: ANSWERS["general-data"], revision: 0 })
      ).json() as SaveAnswer;
      expect(first.revision).toBe(1);
      const other = await saveWith(vera(), opened, "general-data", {
        body: { revenue: 5 },
        action: "save",
        revision: 0,
      });
      expect(other.statusCode).toBe(409);
      expectShape("wizard-conflict", other.json());
      expect(other.json()).toMatchObject({ revision: 1, stored: { data: ANSWERS["general-data"] } });
      expect(
        (await saveWith(vera(), opened, "general-data", { body: { revenue: 5 }, action: "save", revision: 1 }))
          .statusCode,
      ).toBe(200);
      expect(
        (await saveWith(vera(), opened, "general-data", { body: { revenue: 6 }, action: "save" })).statusCode,
      ).toBe(200);
    });

    test("again with equal content is done: no conflict, no new revision", async () => {
      const opened = await open(vera(), OFFICE, fresh());
      const once = (options: object) =>
        saveWith(vera(), opened, "general-data", { body: ANSWERS["general-data"], ...options });
      const revisions = [];
      for (const options of [{ revision: 0 }, { revision: 0 }, { revision: 1 }, {}, { revision: 0, action: "save" }]) {
        const answer = await once(options);
        expect(answer.statusCode, answer.body).toBe(200);
        revisions.push(answer.json().revision);
      }
      expect(revisions).toEqual([1, 1, 1, 1, 1]);
      expect((await once({})).json().progress.data["general-data"]).toMatchObject({ completed: true });
    });

    test("a step is not completed before those that come first, only kept", async () => {
      const opened = await open(vera(), OFFICE, fresh());
      const final = (action: string) =>
        saveWith(vera(), opened, "final-questions", { body: ANSWERS["final-questions"], action });
      const early = await final("next");
      expect(early.statusCode).toBe(422);
      expectShape("wizard-save#/definitions/refused", early.json());
      expect(early.json().errors).toMatchObject([{ step: "general-data", keyword: "incomplete" }]);
      expect((await final("save")).statusCode).toBe(200);
      await save(vera(), opened, "general-data", ANSWERS["general-data"]);
      expect((await final("next")).json().errors).toMatchObject([{ step: "coverage-choice" }]);
    });

    test("the request block is kept for later without its declarations, and is never finished", async () => {
      const opened = await open(vera(), OFFICE, fresh());
      const day = "2026-12-01";
      const body = { effective_date: day, digital_invoice: true, conditions_agreement: true, other_company: true };
      const saved = await saveWith(vera(), opened, "request", { body, action: "save" });
      expect(saved.statusCode, saved.body).toBe(200);
      expectShape("wizard-save", saved.json());
      expect((saved.json() as SaveAnswer).steps.request?.data).toEqual({ effective_date: day, digital_invoice: true });
      expect((await saveWith(vera(), opened, "request", { body })).statusCode).toBe(404);
    });

    test("of many tabs with one revision only one wins", async () => {
      const opened = await open(vera(), OFFICE, fresh());
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          saveWith(vera(), opened, "general-data", { body: { revenue: n }, action: "save", revision: 0 }),
        ),
      );
      expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
      expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(9);
    });
  });
}
