// The wizard as a broker meets it, without a screen: nothing typed is lost, steps follow the server, failures leave a way on.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PortalError } from "#api/errors.ts";
import { openKey } from "#wizard/model/steps.ts";
import { backEnd, memoryVault, offline, openWizard } from "./support/miniature.ts";

const general = { kvk: "42793191", revenue: 180_000 };
const company = { company: "Proef B.V.", city: "Zwolle" };
const agreed = { effective_date: "2026-12-01", agreed: true };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

async function upTo(step: "company" | "final", opened: ReturnType<typeof openWizard>) {
  const { wizard, session } = opened;
  session("general").commit(general);
  await wizard.saving.save("general", "next");
  if (step === "company") return;
  session("company").commit(company);
  await wizard.saving.save("company", "next");
}

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

describe("nothing typed is lost", () => {
  test("a save without a connection is tried again with what stands there then", async () => {
    const server = backEnd();
    const { wizard, session, state } = openWizard(server);
    session("general").commit(general);
    server.fail("save general", offline());
    const done = wizard.saving.save("general", "next");
    await pass();
    expect(state.get().saves.general?.kind).toBe("retrying");
    session("general").commit({ ...general, revenue: 190_000 });
    await pass(2000);
    expect(await done).toBe("saved");
    expect(server.called("save general").at(-1)?.body).toEqual({ ...general, revenue: 190_000 });
    expect(session("general").dirty).toBe(false);
  });

  test("after the last try the step stays as typed, with the state to see", async () => {
    const server = backEnd();
    const { wizard, session, state } = openWizard(server);
    session("general").commit(general);
    server.fail("save general", ...Array.from({ length: 5 }, offline));
    const done = wizard.saving.save("general", "next");
    await pass(60_000);
    expect(await done).toBe("failed");
    expect(state.get().saves.general).toEqual({ kind: "failed", code: "network" });
    expect(session("general").data()).toEqual(general);
  });

  test("trying again does what failed, so that a failed Next does not become Continue later", async () => {
    const server = backEnd();
    const { wizard, session, state } = openWizard(server);
    session("general").commit(general);
    server.fail("save general", ...Array.from({ length: 5 }, offline));
    const done = wizard.saving.save("general", "next");
    await pass(60_000);
    expect(await done).toBe("failed");
    expect(await wizard.saving.retry("general")).toBe("saved");
    expect(server.called("save general").at(-1)?.extra).toMatchObject({ action: "next" });
    expect(state.get().savedForLater).toBe(false);
    expect(openKey(state.get().progress)).toBe("company");
  });

  test("what was typed comes back after a reload, with its revision and a notice", async () => {
    const vault = memoryVault();
    const first = openWizard(backEnd(), vault);
    first.session("general").commit({ kvk: "4279" });
    first.session("request").commit({ effective_date: "2026-12-01" });
    await pass(300);
    expect(first.state.get().saves.general?.kind).toBe("device");
    const second = openWizard(backEnd(), vault);
    expect(second.state.get().restored).toBe(true);
    expect(second.session("general").data()).toEqual({ kvk: "4279" });
    expect(second.session("request").data()).toEqual({ effective_date: "2026-12-01" });
    expect(second.wizard.saving.revision("general")).toBe(1);
  });

  test("a page that goes away writes at once what the widgets still hold", () => {
    const { wizard, session, vault } = openWizard(backEnd());
    const field = session("general");
    field.registerDraft("general_kvk", {
      flush: () => field.commitField(["kvk"], "123"),
      peek: () => undefined,
    });
    wizard.drafting.keep();
    expect(vault.kept).toContain("123");
  });

  test("text that is not committed survives a crash at every key, costs no judging and one write a burst", async () => {
    const vault = memoryVault();
    const first = openWizard(backEnd(), vault);
    const field = first.session("general");
    let typed: number | undefined;
    field.registerDraft("general_revenue", {
      flush: () => undefined,
      peek: () => (typed === undefined ? undefined : { path: ["revenue"], value: typed }),
    });
    const version = field.version();
    const writes = vi.spyOn(vault, "write");
    const key = (value: number) => {
      typed = value;
      field.typed();
    };
    const kept = () => JSON.parse(vault.kept ?? "{}").steps?.general?.data;
    key(1);
    expect(kept()).toEqual({ revenue: 1 });
    key(18);
    key(180);
    expect(writes).toHaveBeenCalledTimes(1);
    await pass(150);
    expect(kept()).toEqual({ revenue: 180 });
    expect(writes).toHaveBeenCalledTimes(2);
    await pass(1000);
    expect(writes).toHaveBeenCalledTimes(2);
    expect(field.version()).toBe(version);
    expect(field.dirty).toBe(false);
    expect(first.state.get().saves.general?.kind).toBe("device");
    expect(openWizard(backEnd(), vault).session("general").data()).toEqual({ revenue: 180 });
  });

  test("saved answers are not kept on the device", async () => {
    const opened = openWizard(backEnd());
    opened.session("general").commit(general);
    await pass(300);
    const kept = () => Object.keys(JSON.parse(opened.vault.kept ?? "{}").steps ?? {});
    expect(kept()).toContain("general");
    await opened.wizard.saving.save("general", "next");
    expect(kept()).not.toContain("general");
  });

  test("two brokers: the one who comes second chooses per field, then the step is saved", async () => {
    const server = backEnd();
    const opened = openWizard(server);
    await upTo("company", opened);
    const { wizard, session, state } = opened;
    session("company").commit(company);
    const stored = { data: { company: "Ander B.V.", city: "Zwolle" }, meta: { revision: 9 } };
    const refused = { success: false, code: "conflict", stored, revision: 9 };
    server.fail("save company", new PortalError({ code: "conflict", status: 409, body: refused }));
    expect(await wizard.saving.save("company", "next")).toBe("conflict");
    expect(state.get().conflicts.company?.comparison.conflicts.map(({ path }) => path)).toEqual([["company"]]);
    expect(await wizard.saving.settle("company", { company: "stored" })).toBe("saved");
    expect(server.called("save company").at(-1)).toMatchObject({
      body: { company: "Ander B.V.", city: "Zwolle" },
      extra: { revision: 9 },
    });
    expect(state.get().conflicts.company).toBeUndefined();
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
  async function ready(server = backEnd()) {
    const opened = openWizard(server);
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
    expect(state.get().refused).toEqual({ step: "request" });
    expect(server.called("submit")).toHaveLength(0);
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

  test("a failure keeps everything and a retry carries the same key", async () => {
    const { wizard, session, state, server } = await ready();
    session("more").commit({ explanation: "Omdat" });
    server.fail("submit", offline());
    await wizard.submitting.send("quotation");
    expect(state.get().outcome).toMatchObject({ kind: "error", code: "network" });
    await wizard.submitting.send("quotation");
    const keys = server.called("submit").map(({ extra }) => extra);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(state.get().outcome?.kind).toBe("answered");
  });

  test("errors of the server open the step they belong to", async () => {
    const { wizard, session, state, server } = await ready();
    session("more").commit({ explanation: "Omdat" });
    const wrong = { step: "company", pointer: "/city", keyword: "server", params: {}, message: "Onbekend" };
    server.fail("submit", new PortalError({ code: "invalid", status: 422, errors: [wrong] }));
    await wizard.submitting.send("quotation");
    expect(state.get().outcome).toBeNull();
    expect(state.get().refused).toEqual({ step: "company" });
    expect(openKey(state.get().progress)).toBe("company");
    expect(session("company").visible("company_city")?.message).toBe("Onbekend");
  });

  test("two presses are one request", async () => {
    const { wizard, session, server } = await ready();
    session("more").commit({ explanation: "Omdat" });
    await Promise.all([wizard.submitting.send("quotation"), wizard.submitting.send("quotation")]);
    expect(server.called("submit")).toHaveLength(1);
  });
});
