// What follows what in an open wizard: company data the number, a stored answer the one that was taken back, a refused
// save what was changed elsewhere. Also sending the broker's confirmation of the company. On the real application.
import { describe, expect, test } from "vitest";
import type { Answers } from "#engine/schema/types.ts";
import { answers, block } from "./support/answers.ts";
import { beginRequest, holdTime, openAt, pass, serveRequests, type Tab } from "./support/request.ts";

serveRequests();
holdTime();

const step = "company-data";
const { "general-data": general, "company-data": company } = answers;
/** As the register has them. */
const first = { kvk: general.kvk, company: company.company, city: "Zwolle" };
const second = { kvk: "42620371", company: "Nieuwkomer Fictief Advies B.V.", city: "Utrecht" };
const unknown = "40000000";

function named({ session }: Tab): Answers {
  const { company, city } = session(step).data();
  return { company, city };
}
const without = ({ company, city }: typeof first) => ({ company, city });

describe("company data", () => {
  async function typed(...numbers: string[]) {
    const tab = await openAt();
    for (const kvk of numbers) {
      tab.session("general-data").commit({ kvk });
      await pass();
    }
    return tab;
  }

  test("follow the number, are emptied by an unknown one, and come back without asking again", async () => {
    const tab = await typed(first.kvk, second.kvk);
    const { session, state, called, wizard } = tab;
    expect(named(tab)).toEqual(without(second));
    expect(wizard.core.form(step).meta.disabled).toContain("company");
    session("general-data").commit({ kvk: unknown });
    await pass();
    expect(named(tab)).toEqual({});
    expect(state.get().prefill).toMatchObject({ status: "unknown", steps: [step] });
    expect(wizard.core.form(step).meta.disabled ?? []).toEqual([]);
    expect(session(step).visible(`${step}_company`)).toBeUndefined();
    session("general-data").commit({ kvk: first.kvk });
    await pass();
    expect(named(tab)).toEqual(without(first));
    expect(called("register").map(({ body }) => body)).toEqual([first.kvk, second.kvk, unknown]);
  });

  test("are not reported as emptied where there were none", async () => {
    const { state, session } = await typed(unknown);
    expect(state.get().prefill).toMatchObject({ status: "unknown", steps: [] });
    session("general-data").commit({ kvk: first.kvk });
    await pass();
    session("general-data").commit({ kvk: "4" });
    session("general-data").commit({ kvk: unknown });
    await pass();
    expect(state.get().prefill.steps, "by half a number too").toEqual([step]);
  });

  test("what the broker typed stays, with the offer of the current number", async () => {
    const tab = await typed(first.kvk);
    const { session, state, wizard } = tab;
    session(step).commit({ ...session(step).data(), city: "Elders" });
    session("general-data").commit({ kvk: second.kvk });
    await pass();
    expect(named(tab)).toEqual({ company: second.company, city: "Elders" });
    expect(state.get().prefill.offers).toEqual([{ step, field: "city", value: second.city }]);
    const notes = wizard.core.form(step).meta.field_text ?? {};
    expect([notes.street !== undefined, notes.city], "no word of the register below what is the broker's own").toEqual([
      true,
      undefined,
    ]);
    session("general-data").commit({ kvk: second.kvk.slice(1) });
    expect(state.get().prefill.offers).toEqual([]);
    expect(named(tab)).toEqual({ city: "Elders" });
  });

  test("Next waits for the register", async () => {
    const tab = await openAt();
    tab.session("general-data").commit(general);
    await tab.wizard.saving.save("general-data", "next");
    expect(named(tab)).toEqual(without(first));
  });

  test("where the device keeps nothing, the number arrives before what follows it is sent", async () => {
    const { session, api } = await openAt(undefined, { vault: null });
    const seen: string[] = [];
    const { save } = api;
    api.save = async (step, ...parameters) => {
      seen.push(`${step} sent`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      const answer = await save(step, ...parameters);
      seen.push(`${step} arrived`);
      return answer;
    };
    session(step).commit({ city: "Elders" });
    session("general-data").commit({ kvk: "4000" });
    await pass(2000);
    expect(seen).toEqual(["general-data", step].flatMap((step) => [`${step} sent`, `${step} arrived`]));
  });

  test("a register without an answer holds a save back for a moment only", async () => {
    const { session, wizard, api, called } = await openAt();
    api.forms = () => new Promise(() => undefined);
    session("general-data").commit(general);
    void wizard.saving.save("general-data", "next");
    await pass(1900);
    expect(called("save general-data")).toEqual([]);
    await pass(200);
    expect(called("save general-data").length).toBe(1);
  });

  test("what was kept beside another number comes back, though it equals what the last number locked", async () => {
    const draft = { "general-data": { data: { ...general, kvk: unknown } }, [step]: { data: company } };
    const { session, state } = await openAt("coverage-choice", { draft });
    await pass();
    expect(state.get().prefill.status).toBe("unknown");
    expect(session(step).data()).toEqual(company);
  });
});

test("answers that are taken back are saved too: nothing stays completed that the screen does not show", async () => {
  const { session, state, called, stored } = await openAt("final-questions");
  const whole = answers["final-questions"];
  const part = { final_questions: { ...whole.final_questions, 4204: undefined } };
  session("final-questions").commit(part);
  session("final-questions").commit(whole);
  await pass(1000);
  expect((await stored())["final-questions"]?.data).toEqual(whole);
  session("final-questions").commit(part);
  await pass(1000);
  const actions = called("save final-questions").map(({ extra }) => (extra as { action: string }).action);
  expect(actions).toEqual(["next", "save"]);
  expect((await stored())["final-questions"]?.data.final_questions).not.toHaveProperty("4204");
  expect(state.get().savedForLater).toBe(false);
});

describe("a save that is refused", () => {
  test("takes in what was changed elsewhere and shows which step, while typed text stays", async () => {
    const { open } = await beginRequest(step);
    const [here, there] = [await open(), await open()];
    const mine = { ...company, email_customer: "mijn@example.nl" };
    here.session(step).commit(mine);
    there.session("general-data").commit({ kvk: general.kvk });
    await there.wizard.saving.save("general-data", "save");
    expect(await here.wizard.saving.save(step, "next")).toBe("refused");
    expect(here.state.get()).toMatchObject({
      elsewhere: { steps: ["general-data"], sending: false },
      refused: { step, others: ["general-data"] },
    });
    expect(here.session("general-data").data()).toEqual({ kvk: general.kvk });
    expect(here.session(step).data()).toMatchObject(mine);
    here.session("general-data").commit(general);
    expect(await here.wizard.saving.save("general-data", "next")).toBe("saved");
    expect(here.state.get().elsewhere).toBeNull();
  });

  test("puts right what the server has locked meanwhile", async () => {
    const { open } = await beginRequest(step);
    const [here, there] = [await open(), await open()];
    here.session(step).commit(company);
    there.session("general-data").commit({ ...general, kvk: second.kvk });
    await there.wizard.saving.save("general-data", "next");
    expect(await here.wizard.saving.save(step, "next")).toBe("refused");
    expect(here.session(step).data().company).toBe(second.company);
    expect(here.state.get().prefill.replaced?.step, "and says so").toBe(step);
    expect(here.state.get().prefill.replaced?.fields).toContain("company");
  });
});

test("another company than the relation's is sent with the broker's word alone, and the word is about one number", async () => {
  const { open } = await beginRequest("additional-explanation", {}, 300108);
  const { session, state, wizard, called } = await open();
  session("request").commit(block);
  await wizard.submitting.send("quotation");
  expect(called("submit")).toHaveLength(0);
  expect(state.get()).toMatchObject({ companyUnconfirmed: true, refused: { step: "request" } });
  wizard.core.dispatch({ type: "companyConfirmed", number: second.kvk });
  await wizard.submitting.send("quotation");
  expect(called("submit")).toHaveLength(0);
  wizard.core.dispatch({ type: "companyConfirmed", number: general.kvk });
  await wizard.submitting.send("quotation");
  expect(called("submit")[0]?.body).toMatchObject({ other_company: true });
  expect(state.get().outcome?.kind).toBe("answered");
});
