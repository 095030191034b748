// The wizard as a broker meets it, without a screen: steps follow the server, failures leave a way on.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PortalError, toPortalError } from "#api/errors.ts";
import type { ListSources } from "#engine/lists.ts";
import { openKey } from "#wizard/model/state.ts";
import { agreed, company, general, upTo } from "./support/answers.ts";
import { backEnd, memoryVault, offline, openWizard, questions } from "./support/miniature.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

test("a list of the premium's answer is awaited until that answer came or failed; any other list is there or has failed", async () => {
  const server = backEnd();
  server.fail("premium", new PortalError({ code: "failed", status: 500 }));
  const { wizard, state } = openWizard(server);
  expect(wizard.awaitsList("amounts")).toBe(true);
  expect(wizard.awaitsList("questions")).toBe(false);
  await vi.waitFor(() => expect(state.get().premium.status).toBe("error"));
  expect(wizard.awaitsList("amounts")).toBe(false);
  wizard.pricing.retry();
  expect(wizard.awaitsList("amounts")).toBe(true);
  await vi.waitFor(() => expect(state.get().premium.status).toBe("ready"));
  expect(wizard.awaitsList("amounts")).toBe(false);
});

test("a list that comes after the wizard opened is awaited, and reaches the forms; one that failed says so", async () => {
  for (const answer of [{ data: questions }, undefined]) {
    const later = Promise.withResolvers<ListSources>();
    const { wizard, state, stop } = openWizard(backEnd(), memoryVault(), "newRequest", { later: later.promise });
    await vi.waitFor(() => expect(state.get().premium.status).toBe("ready"));
    expect(wizard.awaitsList("questions")).toBe(true);
    expect(wizard.core.presented("final").missingLists).toContain("questions");
    later.resolve({ "closing-questions": answer });
    await pass();
    expect(wizard.awaitsList("questions")).toBe(false);
    expect(wizard.core.presented("final").missingLists.includes("questions")).toBe(answer === undefined);
    expect(state.get().sources.premium).toBeDefined();
    stop();
  }
});

describe("steps", () => {
  test("Next with errors sends nothing and asks for the summary", async () => {
    const server = backEnd();
    const { wizard, state } = openWizard(server);
    expect(await wizard.saving.save("general", "next")).toBe("invalid");
    expect(server.called("save general")).toHaveLength(0);
    expect(state.get().refused).toEqual({ step: "general" });
  });

  test("Continue later saves what is not valid too, and stays", async () => {
    const server = backEnd();
    const { wizard, state, session } = openWizard(server);
    session("general").commit({ kvk: "427" });
    expect(await wizard.saving.save("general", "save")).toBe("saved");
    expect(server.called("save general")[0]?.body).toEqual({ kvk: "427" });
    expect(state.get().savedForLater).toBe(true);
    expect(openKey(state.get().progress)).toBe("general");
  });

  test("Next saves, opens what the server says, and asks for the premium", async () => {
    const server = backEnd();
    const opened = openWizard(server);
    await upTo("company", opened);
    const { progress, headed } = opened.state.get();
    expect(openKey(progress)).toBe("company");
    expect(headed).toEqual({ step: "company" });
    await pass();
    expect(server.called("premium").at(-1)?.body).toEqual({ general: { revenue: 180_000 } });
  });

  test("a premium that failed is asked for again with the next form, whichever it is; one that stands is not", async () => {
    const server = backEnd();
    const { wizard, session, state } = openWizard(server);
    wizard.start();
    session("general").commit(general);
    server.fail("premium", new PortalError({ code: "failed", status: 500 }));
    await wizard.saving.save("general", "next");
    await vi.waitFor(() => expect(state.get().premium.status).toBe("error"));
    const before = server.called("premium").length;
    session("company").commit(company);
    await wizard.saving.save("company", "next");
    await vi.waitFor(() => expect(state.get().premium.status).toBe("ready"));
    expect(server.called("premium")).toHaveLength(before + 1);
    await wizard.saving.save("company", "next");
    expect(server.called("premium")).toHaveLength(before + 1);
  });

  test("values of a step stay while others open, and later ones are locked until Next", async () => {
    const server = backEnd();
    const opened = openWizard(server);
    await upTo("company", opened);
    opened.session("company").commit({ company: "Half typed" });
    opened.wizard.open("general");
    expect(opened.state.get().progress.company).toMatchObject({ completed: false, disabled: true });
    await opened.wizard.saving.save("general", "next");
    expect(openKey(opened.state.get().progress)).toBe("company");
    expect(opened.session("company").data()).toMatchObject({ company: "Half typed" });
  });

  test("final questions save themselves once all are answered, stay open, and bring the extra step", async () => {
    const server = backEnd();
    const opened = openWizard(server);
    await upTo("final", opened);
    const { session, state } = opened;
    const headed = state.get().headed;
    session("final").commit({ answers: { 11: false } });
    await pass(1000);
    expect(server.called("save final")).toHaveLength(0);
    session("final").commit({ answers: { 11: false, 12: true } });
    await pass(1000);
    expect(server.called("save final")).toHaveLength(1);
    expect(state.get()).toMatchObject({ autoSaved: "final", added: ["more"] });
    expect(openKey(state.get().progress)).toBe("final");
    expect(state.get().headed).toBe(headed);
  });

  test("a summary that says not saved goes with the save that is stored, and stays with one that is not", async () => {
    const server = backEnd();
    const { wizard, state } = openWizard(server);
    await wizard.saving.save("general", "next");
    server.fail("save general", new PortalError({ code: "refused", status: 422 }));
    await wizard.saving.save("general", "save");
    expect(state.get().refused).toEqual({ step: "general" });
    await wizard.saving.save("general", "save");
    expect(state.get()).toMatchObject({ refused: null, saves: { general: { kind: "saved" } } });
  });

  test("errors of the server stand at their fields until these change", async () => {
    const server = backEnd();
    const { wizard, session, state } = openWizard(server);
    session("general").commit(general);
    const wrong = { step: "general", pointer: "/kvk", keyword: "server", params: {}, message: "Bestaat niet" };
    server.fail("save general", new PortalError({ code: "invalid", status: 422, errors: [wrong] }));
    expect(await wizard.saving.save("general", "next")).toBe("refused");
    expect(session("general").visible("general_kvk")?.message).toBe("Bestaat niet");
    expect(state.get().refused?.step).toBe("general");
    session("general").commit({ ...general, kvk: "42793192" });
    expect(session("general").visible("general_kvk")).toBeUndefined();
  });
});

describe("register", () => {
  test("eight digits ask once; empty fields are filled, changed ones get an offer", async () => {
    const server = backEnd();
    const { session, state, wizard } = openWizard(server);
    session("company").commit({ company: "Eigen naam" });
    session("general").commit({ kvk: "4279319" });
    session("general").commit({ kvk: "42793191" });
    session("general").commit({ kvk: "42793191", revenue: 5 });
    await pass();
    expect(server.called("forms").map(({ body }) => body)).toEqual(["42793191"]);
    expect(session("company").data()).toEqual({ company: "Eigen naam", city: "Zwolle" });
    expect(state.get().prefill.offers).toEqual([{ step: "company", field: "company", value: "Register B.V." }]);
    wizard.registering.use(state.get().prefill.offers[0]!);
    expect(session("company").data().company).toBe("Register B.V.");
    expect(state.get().prefill.offers).toEqual([]);
  });

  test("a register that does not answer is a notice", async () => {
    const server = backEnd();
    const { session, state } = openWizard(server);
    server.fail("forms", offline());
    session("general").commit({ kvk: "42793191" });
    await pass();
    expect(state.get().prefill.status).toBe("unavailable");
  });
});

describe("sending", () => {
  async function ready(server = backEnd(), own: { draft_id?: string } = {}) {
    const opened = openWizard(server, memoryVault(), "newRequest", own);
    await upTo("final", opened);
    opened.session("final").commit({ answers: { 11: false, 12: true } });
    await pass(1000);
    opened.session("request").commit(agreed);
    return { server, ...opened };
  }

  test("the request block is judged first", async () => {
    const { wizard, session, state, server } = await ready();
    session("request").commit({ agreed: true });
    await wizard.submitting.send("quotation");
    expect(state.get().refused).toEqual({ step: "request", sending: true });
    expect(server.called("submit")).toHaveLength(0);
  });

  test("a quotation does not wait for an explanation that nobody gave; a policy does", async () => {
    const { wizard, state, server } = await ready();
    await wizard.submitting.send("insurance-policy");
    expect(server.called("submit")).toHaveLength(0);
    expect(state.get().refused).toMatchObject({ step: "more" });
    await wizard.submitting.send("quotation");
    expect(server.called("save more")).toHaveLength(0);
    expect(server.called("submit")).toHaveLength(1);
  });

  test("a premium on its way is broken off by sending, and asked for again when nothing was sent", async () => {
    const { wizard, session, state, server } = await ready();
    const asked: AbortSignal[] = [];
    vi.spyOn(server.api, "premium").mockImplementation((_inputs, signal) => {
      if (signal) asked.push(signal);
      return new Promise(() => undefined);
    });
    session("general").commit({ ...general, revenue: 190_000 });
    session("final").commit({ answers: { 11: false, 12: false } });
    await pass(300);
    expect(
      asked.map(({ aborted }) => aborted),
      "the premium, and what the answers lead to",
    ).toEqual([false, false]);
    server.fail("submit", new PortalError({ code: "forbidden", status: 403 }));
    await wizard.submitting.send("quotation");
    expect(state.get()).toMatchObject({ outcome: { kind: "error" }, premium: { status: "updating" } });
    expect(asked.map(({ aborted }) => aborted)).toEqual([true, true, false]);
    wizard.submitting.back();
    await wizard.submitting.send("quotation");
    expect(state.get().outcome?.kind).toBe("answered");
    await pass(1000);
    expect(asked.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  });

  test("an explanation that was begun goes along with a quotation", async () => {
    const { wizard, session, server } = await ready();
    session("more").commit({ explanation: "Omdat" });
    await wizard.submitting.send("quotation");
    expect(server.called("save more")).toHaveLength(1);
    expect(server.called("submit")).toHaveLength(1);
  });

  test("the additional explanation is saved first, then the request is sent and drafts are wiped", async () => {
    const { wizard, session, state, server, vault } = await ready();
    wizard.open("more");
    session("more").commit({ explanation: "Omdat" });
    await wizard.submitting.send("insurance-policy");
    const names = server.calls.map(({ name }) => name);
    expect(names.indexOf("save more")).toBeGreaterThan(-1);
    expect(names.indexOf("save more")).toBeLessThan(names.indexOf("submit"));
    expect(server.called("submit")[0]?.body).toMatchObject({ effective_date: Date.UTC(2026, 10, 30, 23) / 1000 });
    expect(state.get().outcome).toMatchObject({ kind: "answered", answer: { number: "50010667" } });
    expect(vault.kept).toBeNull();
  });

  const lost = [
    offline(),
    new PortalError({ code: "unavailable", status: 503 }),
    new PortalError({ code: "unclear", status: 200 }),
  ];

  test("a lost answer is not confirmed, and asked for again by itself under the same key", async () => {
    const { wizard, session, state, server, vault } = await ready(backEnd(), { draft_id: "draft-1" });
    session("more").commit({ explanation: "Omdat" });
    server.fail("submit", ...lost);
    await wizard.submitting.send("quotation");
    expect(state.get().outcome).toEqual({ kind: "unconfirmed", action: "quotation", repeats: true });
    wizard.drafting.keep();
    expect(vault.kept).not.toBeNull();
    await pass(20_000);
    const keys = server.called("submit").map(({ extra }) => extra);
    expect([keys.length, new Set(keys).size]).toEqual([lost.length + 1, 1]);
    expect(state.get().outcome?.kind).toBe("answered");
    expect(vault.kept).toBeNull();
  });

  test("a back end that does not know its drafts is not asked again by itself: it could make two of one", async () => {
    const { wizard, session, state, server } = await ready();
    session("more").commit({ explanation: "Omdat" });
    server.fail("submit", offline());
    await wizard.submitting.send("quotation");
    expect(state.get().outcome).toEqual({ kind: "unconfirmed", action: "quotation", repeats: false });
    wizard.submitting.hurry();
    await pass(120_000);
    expect(server.called("submit")).toHaveLength(1);
    await wizard.submitting.again();
    const keys = server.called("submit").map(({ extra }) => extra);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect(state.get().outcome?.kind).toBe("answered");
  });

  test("going back to the request ends the asking; a wizard that is left asks no more", async () => {
    const { wizard, session, state, server, stop } = await ready(backEnd(), { draft_id: "draft-1" });
    session("more").commit({ explanation: "Omdat" });
    server.fail("submit", offline(), offline());
    await wizard.submitting.send("quotation");
    wizard.submitting.back();
    await pass(120_000);
    expect([server.called("submit").length, state.get().outcome]).toEqual([1, null]);
    await wizard.submitting.send("quotation");
    stop();
    await pass(120_000);
    expect(server.called("submit")).toHaveLength(2);
  });

  test("a refusal for good is an error with the server's words, and the next try has a key of its own", async () => {
    const { wizard, session, state, server } = await ready(backEnd(), { draft_id: "draft-1" });
    session("more").commit({ explanation: "Omdat" });
    server.fail(
      "submit",
      toPortalError(409, { success: false, code: "idempotency_conflict", message: "Bezet." }, () => null),
    );
    await wizard.submitting.send("quotation");
    expect(state.get().outcome).toMatchObject({ kind: "error", code: "idempotency_conflict", message: "Bezet." });
    await wizard.submitting.send("quotation");
    expect(new Set(server.called("submit").map(({ extra }) => extra)).size).toBe(2);
  });

  test("other answers after a lost answer are another request for the server, under a key of their own", async () => {
    const { wizard, session, server } = await ready();
    session("more").commit({ explanation: "Omdat" });
    server.fail("submit", offline());
    await wizard.submitting.send("quotation");
    session("more").commit({ explanation: "Daarom" });
    await wizard.submitting.send("quotation");
    const keys = server.called("submit").map(({ extra }) => extra);
    expect(new Set(keys).size).toBe(2);
  });

  test("errors of the server open the step they belong to", async () => {
    const { wizard, session, state, server } = await ready();
    session("more").commit({ explanation: "Omdat" });
    const wrong = { step: "company", pointer: "/city", keyword: "server", params: {}, message: "Onbekend" };
    server.fail("submit", new PortalError({ code: "invalid", status: 422, errors: [wrong] }));
    await wizard.submitting.send("quotation");
    expect(state.get().outcome).toBeNull();
    expect(state.get().refused).toEqual({ step: "company", sending: true });
    expect(openKey(state.get().progress)).toBe("company");
    expect(session("company").visible("company_city")?.message).toBe("Onbekend");
  });

  const shapes: [name: string, errors: unknown, where: string, shown: [id: string, words: string | undefined]][] = [
    [
      "a list with pointers",
      [{ step: "company", pointer: "/city", message: "Onbekend" }],
      "company",
      ["company_city", "Onbekend"],
    ],
    ["keyed by a field of a step", { city: ["Onbekend"] }, "company", ["company_city", "Onbekend"]],
    ["keyed by step and field", { company: { city: "Onbekend" } }, "company", ["company_city", "Onbekend"]],
    ["keyed by a field of the request", { agreed: "Vink aan" }, "request", ["request_agreed", "Vink aan"]],
    ["a field that is nowhere", { iban: "Ontbreekt" }, "request", ["request_iban", "Ontbreekt"]],
    [
      "a step that is nowhere",
      [{ step: "elsewhere", pointer: "/city", message: "Onbekend" }],
      "company",
      ["company_city", "Onbekend"],
    ],
    ["nothing at all", undefined, "request", ["request", undefined]],
  ];

  test.each(shapes)("a refusal whose errors are %s is shown where it belongs", async (_name, errors, where, shown) => {
    const { wizard, session, state, server } = await ready();
    session("more").commit({ explanation: "Omdat" });
    server.fail(
      "submit",
      toPortalError(422, { success: false, errors }, () => null),
    );
    await wizard.submitting.send("quotation");
    expect(state.get().outcome).toBeNull();
    expect(state.get().refused).toEqual({ step: where, sending: true });
    expect(
      session(where)
        .errors()
        .map((error) => [error.id, error.message]),
    ).toEqual([shown]);
  });

  test("a refused save is shown in its step, whatever its status and shape", async () => {
    const { session, state, server, wizard } = await ready();
    wizard.open("company");
    session("company").commit({ company: "Proef B.V.", city: "Nergens" });
    server.fail(
      "save company",
      toPortalError(200, { success: false, errors: { city: ["Onbekend"] } }, () => null),
    );
    expect(await wizard.saving.save("company", "next")).toBe("refused");
    expect(session("company").visible("company_city")?.message).toBe("Onbekend");
    server.fail(
      "save company",
      toPortalError(200, { success: false }, () => null),
    );
    expect(await wizard.saving.save("company", "next")).toBe("refused");
    expect(session("company").errors()).toMatchObject([{ id: "company", keyword: "refused" }]);
    expect(state.get().refused).toEqual({ step: "company" });
  });

  test("two presses are one request", async () => {
    const { wizard, session, server } = await ready();
    session("more").commit({ explanation: "Omdat" });
    await Promise.all([wizard.submitting.send("quotation"), wizard.submitting.send("quotation")]);
    expect(server.called("submit")).toHaveLength(1);
  });
});
