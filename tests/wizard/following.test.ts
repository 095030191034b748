// What follows what in an open wizard: company data the number, a stored answer the one that was taken back, a refused save
// what was changed elsewhere; and sending the broker's word about the company.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PortalError } from "#api/errors.ts";
import type { FormsAnswer } from "#api/wireTypes.ts";
import type { RequestAnswers } from "#engine/types.ts";
import { agreed, company, general, upTo } from "./support/answers.ts";
import { type BackEnd, backEnd, memoryVault, openWizard } from "./support/miniature.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

const COMPANIES: RequestAnswers = {
  "42793191": { company: "Eerste B.V.", city: "Zwolle" },
  "42620371": { company: "Tweede B.V.", city: "Utrecht" },
};

/** Answers for a number as our back end does: every following field, null where the number has none. */
function withRegister(server: BackEnd): BackEnd {
  const plain = server.api.forms.bind(server.api);
  server.api.forms = async (kvk?: string): Promise<FormsAnswer> => {
    const answer = await plain();
    if (kvk === undefined) return answer;
    server.calls.push({ name: "register", body: kvk });
    const known = COMPANIES[kvk];
    const meta = known ? { disabled: ["company"], prefilled: Object.keys(known) } : {};
    const values = known ?? { company: null, city: null };
    return {
      data: { ...answer.data, company: { data: known ?? {}, meta } },
      prefill: { found: known !== undefined, available: true, values },
    };
  };
  return server;
}

describe("company data", () => {
  async function typed(...numbers: string[]) {
    const server = withRegister(backEnd());
    const opened = openWizard(server);
    for (const kvk of numbers) {
      opened.session("general").commit({ kvk });
      await pass();
    }
    return { server, ...opened, data: () => opened.session("company").data() };
  }

  test("follow the number, are emptied by an unknown one, and come back without asking again", async () => {
    const { data, session, state, server, wizard } = await typed("42793191", "42620371");
    expect(data()).toEqual(COMPANIES["42620371"]);
    expect(wizard.core.form("company").meta.disabled).toEqual(["company"]);
    session("general").commit({ kvk: "40000000" });
    await pass();
    expect(data()).toEqual({});
    expect(state.get().prefill.status).toBe("unknown");
    expect(wizard.core.form("company").meta.disabled ?? []).toEqual([]);
    expect(session("company").visible("company_company")).toBeUndefined();
    session("general").commit({ kvk: "42793191" });
    await pass();
    expect(data()).toEqual(COMPANIES["42793191"]);
    expect(server.called("register").map(({ body }) => body)).toEqual(["42793191", "42620371", "40000000"]);
  });

  test("what the broker typed stays, with the offer of the number that stands there now", async () => {
    const { data, session, state } = await typed("42793191");
    session("company").commit({ ...data(), city: "Elders" });
    session("general").commit({ kvk: "42620371" });
    await pass();
    expect(data()).toEqual({ company: "Tweede B.V.", city: "Elders" });
    expect(state.get().prefill.offers).toEqual([{ step: "company", field: "city", value: "Utrecht" }]);
    session("general").commit({ kvk: "4262037" });
    expect(state.get().prefill.offers).toEqual([]);
    expect(data()).toEqual({ city: "Elders" });
  });

  test("Next waits for the register", async () => {
    const server = withRegister(backEnd());
    const { session, wizard } = openWizard(server);
    session("general").commit(general);
    await wizard.saving.save("general", "next");
    expect(session("company").data()).toEqual(COMPANIES["42793191"]);
  });

  test("where the device keeps nothing, the number arrives before what follows it is sent", async () => {
    const server = backEnd();
    const { session } = openWizard(server, memoryVault(), "newRequest", { keeps: false });
    const seen: string[] = [];
    const save = server.api.save.bind(server.api);
    server.api.save = async (step, ...given) => {
      seen.push(`${step} sent`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      seen.push(`${step} arrived`);
      return save(step, ...given);
    };
    session("company").commit({ city: "Elders" });
    session("general").commit({ kvk: "4000" });
    await pass(2000);
    expect(seen).toEqual(["general sent", "general arrived", "company sent", "company arrived"]);
  });
});

describe("a register that is slow, and answers that come back", () => {
  test("a register without an answer holds a save back for a moment only", async () => {
    const server = backEnd();
    const plain = server.api.forms.bind(server.api);
    server.api.forms = (kvk?: string) => (kvk === undefined ? plain() : new Promise(() => undefined));
    const { session, wizard } = openWizard(server);
    session("general").commit(general);
    void wizard.saving.save("general", "next");
    await pass(1900);
    expect(server.called("save general")).toEqual([]);
    await pass(200);
    expect(server.called("save general").length).toBe(1);
  });

  test("what was kept beside another number comes back, though it equals what the last number locked", async () => {
    const server = withRegister(backEnd());
    server.forms.general = { data: general, meta: { disabled: ["revenue"], prefilled: ["revenue"] } };
    const { session, wizard } = openWizard(server);
    const data = { kvk: "40000000", revenue: general.revenue };
    wizard.drafting.restore({ version: 1, relation: 0, open: "general", steps: { general: { data } } });
    await pass();
    expect(session("general").data()).toEqual(data);
  });
});

describe("answers that are taken back", () => {
  test("are saved too, so that nothing stays completed that the screen does not show", async () => {
    const server = backEnd();
    const opened = openWizard(server);
    await upTo("final", opened);
    const { session, state } = opened;
    session("final").commit({ answers: { 11: false } });
    session("final").commit({ answers: { 11: false, 12: false } });
    await pass(1000);
    expect(server.forms.final?.data).toEqual({ answers: { 11: false, 12: false } });
    session("final").commit({ answers: { 11: false } });
    await pass(1000);
    expect(server.called("save final").map(({ extra }) => (extra as { action: string }).action)).toEqual([
      "next",
      "save",
    ]);
    expect(server.forms.final?.data).toEqual({ answers: { 11: false } });
    expect(state.get().savedForLater).toBe(false);
  });
});

describe("a save that is refused", () => {
  test("takes in what was changed elsewhere and says which step; what was typed stays", async () => {
    const server = backEnd();
    const opened = openWizard(server);
    await upTo("company", opened);
    const { session, state, wizard } = opened;
    server.forms.general = { data: { ...general, revenue: 5 }, meta: { revision: 9 } };
    session("company").commit(company);
    const error = { pointer: "/city", keyword: "enumFrom", params: {} };
    server.fail("save company", new PortalError({ code: "invalid", status: 422, errors: [error] }));
    expect(await wizard.saving.save("company", "next")).toBe("refused");
    expect(state.get().elsewhere).toEqual(["general"]);
    expect(session("general").data()).toMatchObject({ revenue: 5 });
    expect(session("company").data()).toMatchObject(company);
    await wizard.saving.save("company", "next");
    expect(state.get().elsewhere).toEqual([]);
  });

  test("puts right what the server has locked meanwhile", async () => {
    const server = backEnd();
    const opened = openWizard(server);
    await upTo("company", opened);
    opened.session("company").commit(company);
    const error = { pointer: "/company", keyword: "locked", params: { value: "Register B.V." } };
    server.fail("save company", new PortalError({ code: "invalid", status: 422, errors: [error] }));
    await opened.wizard.saving.save("company", "next");
    expect(opened.session("company").data().company).toBe("Register B.V.");
  });
});

describe("another company than the relation's", () => {
  test("is sent with the broker's word alone, and the word is about one number", async () => {
    const server = backEnd();
    const opened = openWizard(server);
    Object.assign(opened.wizard.core.opened.exists, { kvk_number: "42712573", company: "Relatie B.V." });
    await upTo("final", opened);
    const { session, state, wizard } = opened;
    session("final").commit({ answers: { 11: false, 12: false } });
    await pass(1000);
    session("request").commit(agreed);
    await wizard.submitting.send("quotation");
    expect(server.called("submit")).toHaveLength(0);
    expect(state.get()).toMatchObject({ unconfirmed: true, refused: { step: "request" } });
    wizard.core.dispatch({ type: "companyConfirmed", number: "42620371" });
    await wizard.submitting.send("quotation");
    expect(server.called("submit")).toHaveLength(0);
    wizard.core.dispatch({ type: "companyConfirmed", number: general.kvk });
    await wizard.submitting.send("quotation");
    expect(server.called("submit")[0]?.body).toMatchObject({ other_company: true });
  });
});
