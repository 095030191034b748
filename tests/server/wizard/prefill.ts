// Prefill: the relation's own data, and the register's.
import { describe, expect, test } from "vitest";
import type { FormsAnswer } from "#api/wire/wireTypes.ts";
import { expectShape } from "../../support/apiShapes.ts";
import { ANSWERS, companyAnswers, fill, open, save, saveWith, send } from "../../support/wizard.ts";
import { type Asked, forms, OFFICE } from "./asked.ts";

export function describePrefill({ server, vera, fresh, register }: Asked) {
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

    test("says what the relation has now where the quotation that is changed or copied has something else", async () => {
      const relation = fresh();
      const first = await open(vera(), OFFICE, relation);
      const kvk = String((await forms(vera(), first.base)).data["general-data"]?.data.kvk);
      await fill(vera(), first, {
        "general-data": { ...ANSWERS["general-data"], kvk },
        "company-data": await companyAnswers(server(), kvk),
      });
      const sent = await send(vera(), first);
      expect(sent.statusCode, sent.body).toBe(200);
      const quotation = Number(sent.json().number);
      const now = { email: "nieuw@voorbeeld.example" };
      await server().db.updateTable("relations").set(now).where("relation_number", "=", relation).execute();
      const notes = async (base: string, query = {}) => {
        const answer = await vera().ok<FormsAnswer>("POST", `${base}/wizard/steps/forms`, { body: {}, query });
        return answer.data["company-data"]?.meta.field_text?.email_customer;
      };
      const changed = await open(vera(), OFFICE, relation, { quotation });
      expect(await notes(changed.base, { quotation })).toBe("Bij de relatie staat nu: nieuw@voorbeeld.example.");
      const again = await open(vera(), OFFICE, relation);
      expect(await notes(again.base)).toBeUndefined();
      await vera().ok("POST", `${again.base}/wizard/copy`, { body: { quotation, replace: true } });
      expect(await notes(again.base)).toBe("Bij de relatie staat nu: nieuw@voorbeeld.example.");
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
