// Prefill: the relation's own data, and the register's.
import { describe, expect, test } from "vitest";
import { expectShape } from "../../support/apiShapes.ts";
import { ANSWERS, open, save, saveWith } from "../../support/wizard.ts";
import { type Asked, forms, OFFICE } from "./asked.ts";

export function describePrefill({ server, vera, register }: Asked) {
  describe("prefill", () => {
    test("fills a relation's own data, and the register's data of its number", async () => {
      const relation = await server()
        .db.selectFrom("relations")
        .selectAll()
        .where("relation_number", "=", 300101)
        .executeTakeFirstOrThrow();
      const opened = await open(vera(), OFFICE, 300101);
      await vera().ok("POST", `${opened.base}/wizard/restart`);
      const { data, prefill } = await forms(vera(), opened.base);
      expect(prefill).toBeUndefined();
      expect(data["general-data"]?.data.kvk).toBe(relation.kvk_number);
      expect(data["company-data"]?.data).toMatchObject({
        company: relation.company,
        city: relation.city,
        postalcode: relation.zipcode,
        email_customer: relation.email,
      });
      expect(data["company-data"]?.meta.disabled).toContain("company");
      expect(data["company-data"]?.meta.field_text?.city).toContain("Handelsregister");
    });

    test("by number for a temporary request, and only on request", async () => {
      const opened = await open(vera(), OFFICE);
      expect((await forms(vera(), opened.base)).data["company-data"]?.data).toEqual({});
      const answer = await forms(vera(), opened.base, { kvk: "42712573" });
      expectShape("wizard-forms", answer);
      expect(answer.prefill).toMatchObject({
        found: true,
        available: true,
        values: { company: "Voorbeeld Advies Noord B.V." },
      });
      expect(answer.data["company-data"]?.data).toMatchObject({
        company: "Voorbeeld Advies Noord B.V.",
        street: "Voorbeeldstraat",
      });
      expect(answer.data["company-data"]?.data.email_customer).toBeUndefined();
      expect((await forms(vera(), opened.base, { kvk: "99999999" })).prefill).toMatchObject({
        found: false,
        available: true,
      });
      const number = await vera().call("POST", `${opened.base}/wizard/steps/forms`, { body: { kvk: 12345678 } });
      expect([number.statusCode, number.json().errors[0].pointer]).toEqual([422, "/kvk"]);
    });

    test("what the broker changed stays", async () => {
      const opened = await open(vera(), OFFICE);
      await saveWith(vera(), opened, "company-data", { body: { city: "Elders" }, action: "save" });
      expect((await forms(vera(), opened.base, { kvk: "42712573" })).data["company-data"]?.data).toMatchObject({
        city: "Elders",
        company: "Voorbeeld Advies Noord B.V.",
      });
    });

    test("what was typed for a relation that is not there yet stays, whatever the number becomes", async () => {
      const opened = await open(vera(), OFFICE);
      const next = async (step: string, body: object) =>
        expect((await save(vera(), opened, step, { ...ANSWERS[step], ...body })).statusCode).toBe(200);
      await next("general-data", { kvk: "99999990" });
      await next("coverage-choice", {});
      const typed = {
        email_customer: "info@nieuw.example",
        finance_separate: true,
        email_finance: "kas@nieuw.example",
      };
      await next("company-data", { company: "Nieuw in het register B.V.", ...typed });
      const { data } = await forms(vera(), opened.base, { kvk: "99999982" });
      expect(data["company-data"]?.data).toMatchObject({ company: "Nieuw in het register B.V.", ...typed });
      const { prefilled } = (await forms(vera(), opened.base)).data["company-data"]!.meta;
      expect(prefilled, "it is the broker's, so the browser keeps it too").toEqual([]);
    });

    test("a register that does not answer is a notice", async () => {
      const opened = await open(vera(), OFFICE);
      register.works = false;
      const { prefill } = await forms(vera(), opened.base, { kvk: "42712573" });
      register.works = true;
      expect(prefill).toMatchObject({ found: false, available: false, values: { company: null, legalform: null } });
    });
  });
}
