// The wizard as a broker meets it, without a screen, on the real application: steps follow the server, failures leave a way on.
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { PortalError, toPortalError } from "#api/calls/errors.ts";
import type { ListSources } from "#engine/steps/lists.ts";
import { openKey } from "#wizard/model/state.ts";
import { answers, block, wrong } from "./support/answers.ts";
import { offline } from "./support/calls.ts";
import { memoryVault } from "./support/memory.ts";
import { beginRequest, holdTime, openAt, pass, serveRequests } from "./support/request.ts";

serveRequests();
holdTime();

const failed = () => new PortalError({ code: "failed", status: 500 });
const { "general-data": general, "company-data": company } = answers;
const extra = "additional-explanation";
const explanation = "Het ging om een kleine schade.";

test("a list of the premium's answer is awaited until that answer came or failed; any other list is there or has failed", async () => {
  const { wizard, state } = await openAt("company-data", { faults: [{ name: "premium", error: failed() }] });
  expect(wizard.awaitsList("insured_amounts")).toBe(true);
  expect(wizard.awaitsList("closing_questions")).toBe(false);
  await pass();
  expect(state.get().premium.status).toBe("error");
  expect(wizard.awaitsList("insured_amounts")).toBe(false);
  wizard.pricing.retry();
  expect(wizard.awaitsList("insured_amounts")).toBe(true);
  await pass();
  expect(state.get().premium.status).toBe("ready");
  expect(wizard.awaitsList("insured_amounts")).toBe(false);
});

test("a list that comes after the wizard opened is awaited, and reaches the forms, and one that failed shows a message", async () => {
  const { open } = await beginRequest("company-data");
  const there = await open();
  for (const answer of [there.state.get().sources["closing-questions"], undefined]) {
    const later = Promise.withResolvers<ListSources>();
    const { wizard, state } = await open({ later: later.promise });
    await pass();
    expect(wizard.awaitsList("closing_questions")).toBe(true);
    expect(wizard.core.presented("final-questions").missingLists).toContain("closing_questions");
    later.resolve({ "closing-questions": answer });
    await pass();
    expect(wizard.awaitsList("closing_questions")).toBe(false);
    const { missingLists } = wizard.core.presented("final-questions");
    expect(missingLists.includes("closing_questions")).toBe(answer === undefined);
    expect(state.get().sources.premium).toBeDefined();
  }
});

describe("steps", () => {
  test("Next with errors sends nothing and asks for the summary", async () => {
    const { wizard, state, called } = await openAt();
    expect(await wizard.saving.save("general-data", "next")).toBe("invalid");
    expect(called("save general-data")).toHaveLength(0);
    expect(state.get().refused).toEqual({ step: "general-data" });
  });

  test("Continue later saves what is not valid too, and stays", async () => {
    const { wizard, state, session, stored } = await openAt();
    session("general-data").commit({ kvk: "427" });
    expect(await wizard.saving.save("general-data", "save")).toBe("saved");
    expect((await stored())["general-data"]?.data).toEqual({ kvk: "427" });
    expect(state.get().savedForLater).toBe(true);
    expect(openKey(state.get().progress)).toBe("general-data");
  });

  test("Next saves, opens the step that the server names, and asks for the premium", async () => {
    const { wizard, session, state, called } = await openAt();
    session("general-data").commit(general);
    await wizard.saving.save("general-data", "next");
    const { progress, headed } = state.get();
    expect(openKey(progress)).toBe("coverage-choice");
    expect(headed).toEqual({ step: "coverage-choice" });
    await pass();
    expect(called("premium").at(-1)?.body).toMatchObject({ "general-data": { turnover: general.turnover } });
  });

  test("a premium that failed is asked for again when the connection is back", async () => {
    const { wizard, state, called } = await openAt("company-data", { faults: [{ name: "premium", error: failed() }] });
    await pass();
    expect(state.get().premium.status).toBe("error");
    wizard.pricing.hurry();
    await pass();
    expect(state.get().premium.status).toBe("ready");
    wizard.pricing.hurry();
    await pass();
    expect(called("premium")).toHaveLength(2);
  });

  test("a premium that failed is requested again with the next form, whichever it is, and a current one is not", async () => {
    const faults = [{ name: "premium", error: failed() }];
    const { wizard, session, state, called } = await openAt("company-data", { faults });
    await pass();
    expect(state.get().premium.status).toBe("error");
    session("company-data").commit(company);
    await wizard.saving.save("company-data", "next");
    await pass();
    expect(state.get().premium.status).toBe("ready");
    expect(called("premium")).toHaveLength(2);
    await wizard.saving.save("company-data", "next");
    await pass();
    expect(called("premium")).toHaveLength(2);
  });

  test("values of a step stay while others open, and later ones are locked until Next", async () => {
    const { wizard, session, state } = await openAt("company-data");
    await pass();
    const half = { ...session("company-data").data(), email_customer: "half" };
    session("company-data").commit(half);
    wizard.open("coverage-choice");
    expect(state.get().progress["company-data"]).toMatchObject({ completed: false, disabled: true });
    await wizard.saving.save("coverage-choice", "next");
    expect(openKey(state.get().progress)).toBe("company-data");
    expect(session("company-data").data()).toEqual(half);
  });

  test("what a form fills in by itself counts for the premium at once", async () => {
    const { session, called } = await openAt("coverage-choice");
    await pass();
    expect(called("premium").at(-1)?.body).toHaveProperty("coverage-choice", {});
    expect(session("coverage-choice").active()).toMatchObject({ deductible_amount: 1000 });
    await pass(400);
    expect(called("premium").at(-1)?.body).toMatchObject({ "coverage-choice": { deductible_amount: 1000 } });
  });

  test.each([true, false])(
    "a step is not completed by an earlier one while it holds other answers than the stored ones (a reload between: %s)",
    async (reload) => {
      const { open } = await beginRequest("final-questions");
      const vault = memoryVault();
      let { wizard, session, state } = await open({ vault });
      wizard.open("company-data");
      session("company-data").commit({ ...company, email_customer: "" });
      expect(state.get().progress["company-data"]).toMatchObject({ completed: false, active: true });
      await pass(300);
      if (reload) ({ wizard, session, state } = await open({ vault }));
      expect(state.get().progress["company-data"]).toMatchObject({ completed: false, active: true });
      wizard.open("coverage-choice");
      await pass(400);
      expect(await wizard.saving.save("coverage-choice", "next")).toBe("saved");
      expect(state.get().progress).toMatchObject({
        "company-data": { completed: false, active: true },
        acceptance: { completed: false, disabled: true },
      });
      expect(wizard.sendButtons()).toEqual([]);
      session("company-data").commit(company);
      await wizard.saving.save("company-data", "next");
      expect(state.get().progress.acceptance).toMatchObject({ completed: true });
    },
  );

  test("final questions save themselves once all are answered, stay open, and bring the extra step", async () => {
    const { session, state, called } = await openAt("final-questions");
    const { headed } = state.get();
    session("final-questions").commit({ final_questions: { 4201: false } });
    await pass(1000);
    expect(called("save final-questions")).toHaveLength(0);
    session("final-questions").commit(wrong);
    await pass(1000);
    expect(called("save final-questions")).toHaveLength(1);
    expect(state.get()).toMatchObject({ autoSaved: "final-questions", added: ["additional-explanation"] });
    expect(openKey(state.get().progress)).toBe("final-questions");
    expect(state.get().headed).toBe(headed);
  });

  test("of two steps that save themselves, both are saved, also when the second is answered within the pause", async () => {
    const { wizard, session, called } = await openAt("final-questions");
    const general = wizard.core.step("general-data")!;
    general.autoNext = "all-answered";
    onTestFinished(() => void delete general.autoNext);
    session("general-data").commit({ ...answers["general-data"], turnover: 190_000 });
    await pass(100);
    session("final-questions").commit(wrong);
    await pass(2000);
    for (const step of ["general-data", "final-questions"]) expect(called(`save ${step}`), step).toHaveLength(1);
  });

  test("the error summary of a failed save goes with a save that is stored, and stays with one that is not", async () => {
    const { wizard, state, fail } = await openAt();
    await wizard.saving.save("general-data", "next");
    fail("save general-data", new PortalError({ code: "refused", status: 422 }));
    await wizard.saving.save("general-data", "save");
    expect(state.get().refused).toEqual({ step: "general-data" });
    await wizard.saving.save("general-data", "save");
    expect(state.get()).toMatchObject({ refused: null, saves: { "general-data": { kind: "saved" } } });
  });

  test("a save that is too large says what to do in the summary, keeps the answers, and is sent again once they are fewer", async () => {
    const { wizard, session, state, fail } = await openAt();
    session("general-data").commit(general);
    const message = "Verwijder regels uit een lijst.";
    fail(
      "save general-data",
      toPortalError(413, { code: "too_large", message }, () => null),
    );
    expect(await wizard.saving.save("general-data", "next")).toBe("refused");
    expect(
      session("general-data")
        .errors()
        .map((error) => error.message),
    ).toEqual([message]);
    expect(state.get().refused).toEqual({ step: "general-data" });
    expect(session("general-data").data()).toMatchObject(general);
    session("general-data").commit({ ...general, turnover: 5 });
    expect(session("general-data").errors()).toEqual([]);
    expect(await wizard.saving.save("general-data", "next")).toBe("saved");
  });

  test("errors of the server are shown at their fields until these change", async () => {
    const { wizard, session, state, fail } = await openAt();
    session("general-data").commit(general);
    const error = { step: "general-data", pointer: "/kvk", keyword: "server", params: {}, message: "Bestaat niet" };
    fail("save general-data", new PortalError({ code: "invalid", status: 422, errors: [error] }));
    expect(await wizard.saving.save("general-data", "next")).toBe("refused");
    expect(session("general-data").visible("general-data_kvk")?.message).toBe("Bestaat niet");
    expect(state.get().refused?.step).toBe("general-data");
    session("general-data").commit({ ...general, kvk: "42793192" });
    expect(session("general-data").visible("general-data_kvk")).toBeUndefined();
  });
});

describe("register", () => {
  test("eight digits ask once; empty fields are filled, changed ones get an offer", async () => {
    const { session, state, wizard, called } = await openAt();
    session("company-data").commit({ city: "Elders" });
    session("general-data").commit({ kvk: "4279319" });
    session("general-data").commit({ kvk: general.kvk });
    session("general-data").commit({ kvk: general.kvk, turnover: 5 });
    await pass();
    expect(called("register").map(({ body }) => body)).toEqual([general.kvk]);
    expect(session("company-data").data()).toMatchObject({ company: company.company, city: "Elders" });
    expect(state.get().prefill.offers).toEqual([{ step: "company-data", field: "city", value: company.city }]);
    wizard.registering.use(state.get().prefill.offers[0]!);
    expect(session("company-data").data().city).toBe(company.city);
    expect(state.get().prefill.offers).toEqual([]);
  });

  test("a register that does not answer is a notice", async () => {
    const { session, state, fail } = await openAt();
    fail("register", offline());
    session("general-data").commit({ kvk: general.kvk });
    await pass();
    expect(state.get().prefill.status).toBe("unavailable");
  });
});

describe("sending", () => {
  /** An answer to the final questions requires the extra step. The agreements are given. */
  async function ready(options: Parameters<typeof openAt>[1] = {}, blockAnswers: Partial<typeof block> = block) {
    const opened = await openAt("additional-explanation", options, { "final-questions": wrong });
    await pass();
    opened.session("request").commit(blockAnswers);
    return opened;
  }

  test("the request block is judged first", async () => {
    const { wizard, state, called } = await ready({}, { ...block, customer_approval: false });
    await wizard.submitting.send("quotation");
    expect(state.get().refused).toEqual({ step: "request", sending: true });
    expect(called("submit")).toHaveLength(0);
  });

  test("a quotation does not wait for a missing explanation, but a policy does", async () => {
    const { wizard, state, called } = await ready();
    await wizard.submitting.send("insurance-policy");
    expect(called("submit")).toHaveLength(0);
    expect(state.get().refused).toMatchObject({ step: extra });
    await wizard.submitting.send("quotation");
    expect(called(`save ${extra}`)).toHaveLength(0);
    expect(state.get().outcome).toMatchObject({ kind: "answered", answer: { type: "quotation" } });
  });

  test("a premium on its way is broken off by sending, and asked for again when nothing was sent", async () => {
    const { wizard, session, state, api, fail } = await ready();
    const signals: AbortSignal[] = [];
    vi.spyOn(api, "premium").mockImplementation((_inputs, signal) => {
      if (signal) signals.push(signal);
      return new Promise(() => undefined);
    });
    session("general-data").commit({ ...general, turnover: 460_000 });
    session("final-questions").commit(answers["final-questions"]);
    await pass(300);
    const aborted = () => signals.map((signal) => signal.aborted);
    expect(aborted(), "the premium, and what the answers lead to").toEqual([false, false]);
    await wizard.saving.save("general-data", "next");
    await wizard.saving.save("final-questions", "next");
    const before = signals.length;
    fail("submit", new PortalError({ code: "forbidden", status: 403 }));
    await wizard.submitting.send("quotation");
    expect(state.get()).toMatchObject({ outcome: { kind: "error" }, premium: { status: "updating" } });
    expect(aborted()).toEqual([...Array(before).fill(true), false]);
    wizard.submitting.back();
    await wizard.submitting.send("quotation");
    expect(state.get().outcome?.kind).toBe("answered");
    await pass(1000);
    expect(aborted()).toEqual(Array(before + 1).fill(true));
  });

  test("an explanation that was begun goes along with a quotation", async () => {
    const { wizard, session, state, called } = await ready();
    session(extra).commit({ explanation });
    await wizard.submitting.send("quotation");
    expect(called(`save ${extra}`)).toHaveLength(1);
    expect(state.get().outcome).toMatchObject({ kind: "answered", answer: { explanation } });
  });

  test("the additional explanation is saved first, then the request is sent and drafts are wiped", async () => {
    const { wizard, session, state, calls, called, vault } = await ready();
    session(extra).commit({ explanation });
    await pass(100);
    expect(vault?.kept).toContain(explanation);
    await wizard.submitting.send("insurance-policy");
    const names = calls.map(({ name }) => name);
    expect(names.indexOf(`save ${extra}`)).toBeGreaterThan(-1);
    expect(names.indexOf(`save ${extra}`)).toBeLessThan(names.indexOf("submit"));
    expect(called("submit")[0]?.body).toMatchObject({ effective_date: Date.UTC(2026, 10, 30, 23) / 1000 });
    const answer = { number: expect.stringMatching(/^\d{8}$/), accepted: "referred" };
    expect(state.get().outcome).toMatchObject({ kind: "answered", answer });
    expect(vault?.kept).toBeNull();
  });

  const lost = [
    offline(),
    new PortalError({ code: "unavailable", status: 503 }),
    new PortalError({ code: "unclear", status: 200 }),
  ];

  test("a lost answer is not confirmed, and asked for again by itself under the same key: the server sends once", async () => {
    const { wizard, session, state, called, lose, vault } = await ready();
    session(extra).commit({ explanation });
    lose("submit", ...lost);
    await wizard.submitting.send("quotation");
    expect(state.get().outcome).toEqual({ kind: "unconfirmed", action: "quotation", repeats: true });
    wizard.drafting.keep();
    expect(vault?.kept).not.toBeNull();
    await pass(20_000);
    const keys = called("submit").map(({ extra }) => extra);
    expect([keys.length, new Set(keys).size]).toEqual([lost.length + 1, 1]);
    expect(state.get().outcome?.kind).toBe("answered");
    expect(vault?.kept).toBeNull();
  });

  const failing = Array.from({ length: 12 }, () => toPortalError(500, { request_id: "r-1" }, () => null));

  test("a server that keeps failing becomes the error outcome with its reference; sending again uses the same key", async () => {
    const { wizard, session, state, called, fail } = await ready();
    session(extra).commit({ explanation });
    fail("submit", ...failing);
    await wizard.submitting.send("quotation");
    await pass(30_000);
    const tries = called("submit").length;
    expect(tries).toBeLessThan(7);
    expect(state.get().outcome).toMatchObject({ kind: "error", action: "quotation", lost: true, reference: "r-1" });
    await pass(120_000);
    await wizard.submitting.again();
    await wizard.submitting.again();
    const keys = called("submit").map(({ extra }) => extra);
    expect([keys.length, new Set(keys).size]).toEqual([tries + 2, 1]);
    expect(state.get().outcome?.kind).toBe("error");
  });

  test("after the error outcome the answer is asked for once when the connection is back", async () => {
    const { wizard, state, called, fail } = await ready();
    fail("submit", ...failing.slice(0, 5));
    await wizard.submitting.send("quotation");
    await pass(30_000);
    expect(state.get().outcome?.kind).toBe("error");
    wizard.hurry();
    await pass();
    expect(state.get().outcome?.kind).toBe("answered");
    expect(new Set(called("submit").map(({ extra }) => extra)).size).toBe(1);
  });

  test("a back end that does not know its drafts is not asked again by itself: it could make two of one", async () => {
    const { wizard, state, called, fail } = await ready({ plain: true });
    fail("submit", offline());
    await wizard.submitting.send("quotation");
    expect(state.get().outcome).toEqual({ kind: "unconfirmed", action: "quotation", repeats: false });
    wizard.submitting.hurry();
    await pass(120_000);
    expect(called("submit")).toHaveLength(1);
    await wizard.submitting.again();
    const keys = called("submit").map(({ extra }) => extra);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect(state.get().outcome?.kind).toBe("answered");
  });

  test("going back to the request ends the asking; a wizard that is left asks no more", async () => {
    const { wizard, state, called, fail, stop } = await ready();
    fail("submit", offline(), offline());
    await wizard.submitting.send("quotation");
    wizard.submitting.back();
    await pass(120_000);
    expect([called("submit").length, state.get().outcome]).toEqual([1, null]);
    await wizard.submitting.send("quotation");
    stop();
    await pass(120_000);
    expect(called("submit")).toHaveLength(2);
  });

  test("a refusal for good is an error with the server's words, and the next try has a key of its own", async () => {
    const { wizard, state, called, fail } = await ready();
    const refusal = { success: false, code: "idempotency_conflict", message: "Bezet." };
    fail(
      "submit",
      toPortalError(409, refusal, () => null),
    );
    await wizard.submitting.send("quotation");
    expect(state.get().outcome).toMatchObject({ kind: "error", code: "idempotency_conflict", message: "Bezet." });
    await wizard.submitting.send("quotation");
    expect(new Set(called("submit").map(({ extra }) => extra)).size).toBe(2);
  });

  test("other answers after a lost answer are another request for the server, under a key of their own", async () => {
    const { wizard, session, called, fail } = await ready();
    session(extra).commit({ explanation });
    fail("submit", offline());
    await wizard.submitting.send("quotation");
    session(extra).commit({ explanation: "Daarom" });
    await wizard.submitting.send("quotation");
    const keys = called("submit").map(({ extra }) => extra);
    expect(new Set(keys).size).toBe(2);
  });

  const city = { step: "company-data", pointer: "/city", message: "Onbekend" };
  const shown: [id: string, words: string] = ["company-data_city", "Onbekend"];
  const shapes: [name: string, errors: unknown, where: string, shown: [id: string, words: string | undefined]][] = [
    ["a list with pointers", [city], "company-data", shown],
    ["keyed by a field of a step", { city: ["Onbekend"] }, "company-data", shown],
    ["keyed by step and field", { "company-data": { city: "Onbekend" } }, "company-data", shown],
    ["keyed by a field of the request", { customer_approval: "Ja" }, "request", ["request_customer_approval", "Ja"]],
    ["a field that is nowhere", { iban: "Ontbreekt" }, "request", ["request_iban", "Ontbreekt"]],
    ["a step that is nowhere", [{ ...city, step: "elsewhere" }], "company-data", shown],
    ["nothing at all", undefined, "request", ["request", undefined]],
  ];

  let request: ReturnType<typeof beginRequest> | undefined;

  test.each(shapes)("a refusal whose errors are %s is shown where it belongs", async (_name, errors, where, error) => {
    // The server hears of none of these: they are tabs of one request.
    request ??= beginRequest(extra, { "final-questions": wrong });
    const { wizard, session, state, fail } = await (await request).open();
    session("request").commit(block);
    fail(
      "submit",
      toPortalError(422, { success: false, errors }, () => null),
    );
    await wizard.submitting.send("quotation");
    const { outcome, refused, progress } = state.get();
    expect([outcome, refused]).toEqual([null, { step: where, sending: true }]);
    expect(openKey(progress)).toBe(where === "request" ? extra : where);
    const messages = session(where).errors();
    expect(messages.map(({ id, message }) => [id, message])).toEqual([error]);
  });

  test("a refusal about several forms names all of them, and each can be shown with the focus in its field", async () => {
    const { wizard, session, state, fail } = await (await beginRequest(extra, { "final-questions": wrong })).open();
    session("request").commit(block);
    const errors = { city: ["Onbekend"], customer_approval: ["Ja"], kvk: ["Bestaat niet"] };
    fail(
      "submit",
      toPortalError(422, { success: false, errors }, () => null),
    );
    await wizard.submitting.send("quotation");
    const others = ["company-data", "request"];
    expect(state.get().refused).toEqual({ step: "general-data", others, sending: true });
    expect(others.map((step) => session(step).shown().length)).toEqual([1, 1]);
    wizard.submitting.show("company-data", "company-data_city");
    expect(openKey(state.get().progress)).toBe("company-data");
    expect(state.get().refused).toEqual({
      step: "company-data",
      others: ["general-data", "request"],
      sending: true,
      field: "company-data_city",
    });
  });

  test("a refused save is shown in its step, whatever its status and shape", async () => {
    const { session, state, fail, wizard } = await openAt("company-data");
    session("company-data").commit({ ...company, city: "Nergens" });
    const refusals: [string, object, object][] = [
      ["with a field", { errors: { city: ["Onbekend"] } }, { id: "company-data_city", message: "Onbekend" }],
      ["without one", {}, { id: "company-data", keyword: "refused" }],
    ];
    for (const [name, errors, shown] of refusals) {
      fail(
        "save company-data",
        toPortalError(200, { success: false, ...errors }, () => null),
      );
      expect(await wizard.saving.save("company-data", "next"), name).toBe("refused");
      expect(session("company-data").errors(), name).toMatchObject([shown]);
    }
    expect(state.get().refused).toEqual({ step: "company-data" });
  });

  test("two presses are one request", async () => {
    const { wizard, called } = await ready();
    await Promise.all([wizard.submitting.send("quotation"), wizard.submitting.send("quotation")]);
    expect(called("submit")).toHaveLength(1);
  });
});
