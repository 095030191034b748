// Nothing typed is lost: not without a connection, not by a reload, not when the request was sent from elsewhere.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PortalError } from "#api/errors.ts";
import { openKey } from "#wizard/model/state.ts";
import { company, general, upTo } from "./support/answers.ts";
import { backEnd, memoryVault, offline, openWizard } from "./support/miniature.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

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

  test("without a connection the step stays as typed and is stored when there is one again, however late", async () => {
    const server = backEnd();
    const { wizard, session, state } = openWizard(server);
    session("general").commit(general);
    server.fail("save general", ...Array.from({ length: 50 }, offline));
    const done = wizard.saving.save("general", "next");
    await pass(10 * 60_000);
    expect(state.get().saves.general?.kind).toBe("retrying");
    expect(session("general").data()).toEqual(general);
    server.recover();
    wizard.saving.hurry();
    expect(await done).toBe("saved");
    expect(openKey(state.get().progress)).toBe("company");
  });

  test("a wizard that is left tries nothing again", async () => {
    const server = backEnd();
    const { wizard, session, stop, vault } = openWizard(server);
    session("general").commit(general);
    server.fail("save general", ...Array.from({ length: 50 }, offline));
    const done = wizard.saving.save("general", "next");
    await pass(3000);
    stop();
    expect(await done).toBe("failed");
    const calls = server.called("save general").length;
    await pass(10 * 60_000);
    expect(server.called("save general")).toHaveLength(calls);
    expect(vault.kept).toContain(String(general.kvk));
  });

  test("where the device keeps nothing, it says so and every answer is saved at once, for later", async () => {
    const server = backEnd();
    const full = { ...memoryVault(), write: async () => false };
    const { session, state } = openWizard(server, full);
    expect(state.get().kept).toBe(true);
    session("general").commit({ kvk: "4279" });
    await pass(300);
    expect(state.get().kept).toBe(false);
    await pass(1500);
    expect(server.called("save general").at(-1)?.body, "the first answer too").toEqual({ kvk: "4279" });
    session("general").commit({ kvk: "42793274" });
    await pass(1500);
    expect(server.called("save general").at(-1)).toMatchObject({
      body: { kvk: "42793274" },
      extra: { action: "save" },
    });
    expect(state.get().savedForLater).toBe(false);
  });

  test("where all storage is forbidden the wizard opens, says so and saves", async () => {
    const server = backEnd();
    const { session, state } = openWizard(server, memoryVault(), "newRequest", { keeps: false });
    expect(state.get().kept).toBe(false);
    session("general").commit({ kvk: "4279" });
    await pass(1500);
    expect(server.called("save general")).toHaveLength(1);
  });

  test("where nothing is kept, what the register filled in is saved too, and no other step opens by that", async () => {
    const server = backEnd();
    const { session, state } = openWizard(server, memoryVault(), "newRequest", { keeps: false });
    session("company");
    session("general").commit({ kvk: "42793274" });
    await pass(3000);
    expect(server.called("save company")).toHaveLength(1);
    expect(openKey(state.get().progress)).toBe("general");
  });

  test("where nothing is kept, a step after one that was changed elsewhere is saved when the broker has chosen", async () => {
    const server = backEnd();
    const { wizard, session, state } = openWizard(server, memoryVault(), "newRequest", { keeps: false });
    session("company");
    const stored = { data: { kvk: "42712573" }, meta: { revision: 2 } };
    server.fail(
      "save general",
      new PortalError({ code: "conflict", status: 409, body: { success: false, stored, revision: 2 } }),
    );
    session("general").commit({ kvk: "42793274" });
    await pass(3000);
    expect(Object.keys(state.get().conflicts)).toEqual(["general"]);
    expect(server.called("save company")).toHaveLength(0);
    await wizard.saving.settle("general", {});
    await pass(3000);
    expect(server.called("save company")).toHaveLength(1);
  });

  test("what is nowhere kept is known, and saved when the wizard is left", async () => {
    const server = backEnd();
    const { wizard, session, stop } = openWizard(server, memoryVault(), "newRequest", { keeps: false });
    expect(wizard.drafting.unkept()).toBe(false);
    session("general").commit({ kvk: "4279" });
    expect(wizard.drafting.unkept()).toBe(true);
    await pass(1500);
    expect(wizard.drafting.unkept()).toBe(false);
    session("general").commit({ kvk: "42793274" });
    stop();
    await pass();
    expect(server.called("save general").map(({ body }) => body)).toEqual([{ kvk: "4279" }, { kvk: "42793274" }]);
    const keeping = openWizard(backEnd());
    keeping.session("general").commit({ kvk: "4279" });
    expect(keeping.wizard.drafting.unkept(), "a device that keeps it").toBe(false);
  });

  test("trying again does what failed, so that a failed Next does not become Continue later", async () => {
    const server = backEnd();
    const { wizard, session, state } = openWizard(server);
    session("general").commit(general);
    server.fail("save general", new PortalError({ code: "forbidden", status: 403 }));
    expect(await wizard.saving.save("general", "next")).toBe("failed");
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

  test("a choice is kept within a tenth of a second, and what one click commits is one write", async () => {
    const { session, vault } = openWizard(backEnd());
    const write = vi.spyOn(vault, "write");
    session("general").commit({ ...general, revenue: 150_000 });
    session("general").commit({ ...general, revenue: 180_000 });
    await pass(99);
    expect(vault.kept).toContain("180000");
    expect(write).toHaveBeenCalledTimes(1);
  });

  test("text that is not committed is kept within a tenth of a second of each key, without judging", async () => {
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
    expect(writes, "nothing is done at the key itself").not.toHaveBeenCalled();
    await pass(60);
    key(18);
    await pass(39);
    expect(kept()).toEqual({ revenue: 18 });
    key(180);
    await pass(99);
    expect(kept()).toEqual({ revenue: 180 });
    await pass(1000);
    expect(writes).toHaveBeenCalledTimes(2);
    expect(field.version()).toBe(version);
    expect(field.dirty).toBe(false);
    expect(first.state.get().saves.general?.kind).toBe("device");
    expect(openWizard(backEnd(), vault).session("general").data()).toEqual({ revenue: 180 });
  });

  test("what is forgotten while a write waits is not written, nor is it said to be kept once it is saved", async () => {
    const { wizard, session, state, vault } = openWizard(backEnd());
    const waits = vi.fn();
    wizard.drafting.onWaiting(waits);
    session("general").commit(general);
    expect(waits.mock.calls).toEqual([[true]]);
    expect(await wizard.saving.save("general", "next")).toBe("saved");
    await pass(100);
    expect(state.get().saves.general?.kind).toBe("saved");
    expect(waits.mock.calls).toEqual([[true], [false]]);
    session("company").commit(company);
    wizard.drafting.forget();
    wizard.drafting.keep();
    await pass(1000);
    expect(vault.kept).toBeNull();
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
