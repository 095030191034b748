// Typed text is never lost: not without a connection, not by a reload, not when another broker saves. On the real
// application.
import { describe, expect, test, vi } from "vitest";
import { PortalError } from "#api/calls/errors.ts";
import type { Answers } from "#engine/schema/types.ts";
import { openKey } from "#wizard/model/state.ts";
import { answers } from "./support/answers.ts";
import { offline } from "./support/calls.ts";
import { memoryVault } from "./support/memory.ts";
import { beginRequest, holdTime, openAt, pass, serveRequests } from "./support/request.ts";

serveRequests();
holdTime();

const step = "general-data";
const save = `save ${step}`;
const { "general-data": general, "company-data": company } = answers;

describe("without a connection", () => {
  test("a save is retried with the current answers", async () => {
    const { wizard, session, state, fail, called, stored } = await openAt();
    session(step).commit(general);
    fail(save, offline());
    const done = wizard.saving.save(step, "next");
    await pass();
    expect(state.get().saves[step]?.kind).toBe("retrying");
    session(step).commit({ ...general, turnover: 190_000 });
    await pass(2000);
    expect(await done).toBe("saved");
    expect(called(save)).toHaveLength(2);
    expect((await stored())[step]?.data).toEqual({ ...general, turnover: 190_000 });
    expect(session(step).dirty).toBe(false);
  });

  test("the step stays as typed and is stored when there is one again, however late", async () => {
    const { wizard, session, state, fail, recover } = await openAt();
    session(step).commit(general);
    fail(save, ...Array.from({ length: 50 }, offline));
    const done = wizard.saving.save(step, "next");
    await pass(10 * 60_000);
    expect(state.get().saves[step]?.kind).toBe("retrying");
    expect(session(step).data()).toEqual(general);
    recover();
    wizard.saving.hurry();
    expect(await done).toBe("saved");
    expect(openKey(state.get().progress)).toBe("coverage-choice");
  });

  test("a save whose answer is lost is stored once", async () => {
    const { wizard, session, lose, called } = await openAt();
    session(step).commit(general);
    lose(save, offline());
    const done = wizard.saving.save(step, "next");
    await pass(2000);
    expect(await done).toBe("saved");
    expect(called(save)).toHaveLength(2);
    expect(wizard.saving.revision(step)).toBe(1);
  });

  test("a wizard that is left tries nothing again", async () => {
    const { wizard, session, stop, vault, fail, called } = await openAt();
    session(step).commit(general);
    fail(save, ...Array.from({ length: 50 }, offline));
    const done = wizard.saving.save(step, "next");
    await pass(3000);
    stop();
    expect(await done).toBe("failed");
    const calls = called(save).length;
    await pass(10 * 60_000);
    expect(called(save)).toHaveLength(calls);
    expect(vault?.kept).toContain(general.kvk);
  });

  test("trying again does what failed, so that a failed Next does not become Continue later", async () => {
    const { wizard, session, state, fail, called } = await openAt();
    session(step).commit(general);
    fail(save, new PortalError({ code: "forbidden", status: 403 }));
    expect(await wizard.saving.save(step, "next")).toBe("failed");
    expect(await wizard.saving.retry(step)).toBe("saved");
    expect(called(save).at(-1)?.extra).toMatchObject({ action: "next" });
    expect(state.get().savedForLater).toBe(false);
    expect(openKey(state.get().progress)).toBe("coverage-choice");
  });
});

describe("where the device keeps nothing", () => {
  test("it shows that and every answer is saved at once, for later", async () => {
    const { session, state, called } = await openAt(undefined, {
      vault: { ...memoryVault(), write: async () => false },
    });
    expect(state.get().kept).toBe(true);
    session(step).commit({ kvk: "4279" });
    await pass(300);
    expect(state.get().kept).toBe(false);
    await pass(1500);
    expect(called(save).at(-1)?.body, "the first answer too").toEqual({ kvk: "4279" });
    session(step).commit({ kvk: general.kvk });
    await pass(1500);
    expect(called(save).at(-1)).toMatchObject({ body: { kvk: general.kvk }, extra: { action: "save" } });
    expect(state.get().savedForLater).toBe(false);
  });

  test("what the register filled in is saved too, and no other step opens by that", async () => {
    const { session, state, stored } = await openAt(undefined, { vault: null });
    expect(state.get().kept, "storage is forbidden").toBe(false);
    session("company-data");
    session(step).commit({ kvk: general.kvk });
    await pass(3000);
    expect((await stored())["company-data"]).toMatchObject({ data: { city: company.city }, meta: { revision: 1 } });
    expect(openKey(state.get().progress)).toBe(step);
  });

  test("a step after one that was changed elsewhere is saved when the broker has chosen", async () => {
    const { open } = await beginRequest();
    const [here, there] = [await open({ vault: null }), await open()];
    here.session("company-data");
    there.session(step).commit({ kvk: "42712573" });
    await there.wizard.saving.save(step, "save");
    here.session(step).commit({ kvk: general.kvk });
    await pass(3000);
    expect(Object.keys(here.state.get().conflicts)).toEqual([step]);
    expect(here.called("save company-data")).toHaveLength(0);
    await here.wizard.saving.settle(step, {});
    await pass(3000);
    expect(here.called("save company-data")).toHaveLength(1);
  });

  test("what is nowhere kept is known, and saved when the wizard is left", async () => {
    const { wizard, session, stop, called } = await openAt(undefined, { vault: null });
    expect(wizard.drafting.unkept()).toBe(false);
    session(step).commit({ kvk: "4279" });
    expect(wizard.drafting.unkept()).toBe(true);
    await pass(1500);
    expect(wizard.drafting.unkept()).toBe(false);
    session(step).commit({ kvk: general.kvk });
    stop();
    await pass();
    expect(called(save).map(({ body }) => body)).toEqual([{ kvk: "4279" }, { kvk: general.kvk }]);
  });

  test("a text that is no answer is not saved either: the page asks before it goes", async () => {
    const { wizard, session } = await openAt(undefined, { vault: null });
    session(step).keepText("general-data_professions", "Prompt engineer");
    expect(wizard.drafting.unkept()).toBe(true);
  });
});

describe("a device that keeps what is typed", () => {
  const key = { kvk: "4279" };

  test("gives it back after a reload, with its revision and a notice", async () => {
    const { open } = await beginRequest("coverage-choice");
    const vault = memoryVault();
    const first = await open({ vault });
    first.session(step).commit(key);
    expect(first.wizard.drafting.unkept()).toBe(false);
    first.session("request").commit({ effective_date: "2026-12-01" });
    await pass(300);
    expect(first.state.get().saves[step]?.kind).toBe("device");
    const second = await open({ vault });
    expect(second.state.get().restored).toBe(true);
    expect(second.session(step).data()).toEqual(key);
    expect(second.session("request").data()).toEqual({ effective_date: "2026-12-01" });
    expect(second.wizard.saving.revision(step)).toBe(1);
  });

  test("gives back no value that cannot be an answer of its field, and sends none", async () => {
    // As an earlier release may have kept it, in which the field was of another kind.
    const misplaced = { kvk: null, turnover: { amount: 190_000 } };
    const { wizard, session, stored } = await openAt(undefined, {
      draft: { [step]: { data: { ...general, ...misplaced } }, request: { data: { effective_date: null } } },
    });
    const { kvk: _kvk, turnover: _turnover, ...others } = general as Answers;
    expect(session(step).data()).toEqual(others);
    expect(session("request").data()).toEqual({});
    expect(await wizard.saving.save(step, "save")).toBe("saved");
    expect((await stored())[step]?.data).toEqual(others);
  });

  test("gives back a text that is no answer yet, and takes nothing else along", async () => {
    const { open } = await beginRequest("coverage-choice");
    const vault = memoryVault();
    const first = await open({ vault });
    const id = "general-data_professions";
    first.session(step).keepText(id, "Prompt engineer");
    await pass(99);
    expect(JSON.parse(vault.kept ?? "{}").steps).toEqual({ [step]: { texts: { [id]: "Prompt engineer" } } });
    first.session(step).commit({ ...first.session(step).data(), turnover: 190_000 });
    expect(await first.wizard.saving.save(step, "save")).toBe("saved");
    const second = await open({ vault });
    expect(second.session(step).text(id), "saving does not take it away").toBe("Prompt engineer");
    expect([second.state.get().restored, second.session(step).dirty]).toEqual([true, false]);
    second.session(step).keepText(id, "");
    await pass(99);
    expect(vault.kept).toBeNull();
  });

  test("writes at once what the widgets still hold when the page goes away", async () => {
    const { wizard, session, vault } = await openAt();
    const field = session(step);
    field.registerDraft("general-data_kvk", {
      flush: () => field.commitField(["kvk"], "123"),
      peek: () => undefined,
    });
    wizard.drafting.keep();
    expect(vault?.kept).toContain("123");
  });

  test("keeps a choice within a tenth of a second, and what one click commits in one write", async () => {
    const vault = memoryVault();
    const { session } = await openAt(undefined, { vault });
    const write = vi.spyOn(vault, "write");
    session(step).commit({ ...general, turnover: 150_000 });
    session(step).commit({ ...general, turnover: 180_000 });
    await pass(99);
    expect(vault.kept).toContain("180000");
    expect(write).toHaveBeenCalledTimes(1);
  });

  test("keeps text that is not committed within a tenth of a second of each key, without judging", async () => {
    const { open } = await beginRequest();
    const vault = memoryVault();
    const first = await open({ vault });
    await pass();
    const field = first.session(step);
    let typed: number | undefined;
    field.registerDraft("general-data_turnover", {
      flush: () => undefined,
      peek: () => (typed === undefined ? undefined : { path: ["turnover"], value: typed }),
    });
    const version = field.version();
    const writes = vi.spyOn(vault, "write");
    const press = (value: number) => {
      typed = value;
      field.typed();
    };
    const readDraft = () => JSON.parse(vault.kept ?? "{}").steps?.[step]?.data;
    press(1);
    expect(writes, "nothing is done at the key itself").not.toHaveBeenCalled();
    await pass(60);
    press(18);
    await pass(39);
    expect(readDraft()).toEqual({ turnover: 18 });
    press(180);
    await pass(99);
    expect(readDraft()).toEqual({ turnover: 180 });
    await pass(1000);
    expect(writes).toHaveBeenCalledTimes(2);
    expect(field.version()).toBe(version);
    expect(field.dirty).toBe(false);
    expect(first.state.get().saves[step]?.kind).toBe("device");
    expect((await open({ vault })).session(step).data()).toEqual({ turnover: 180 });
  });

  test("a late question whether something waits is answered at once", async () => {
    const { wizard, session } = await openAt();
    session(step).commit(general);
    const waiting: boolean[] = [];
    wizard.drafting.onWaiting((waits) => waiting.push(waits));
    expect(waiting).toEqual([true]);
    await pass(100);
    expect(waiting).toEqual([true, false]);
  });

  test("does not write what is forgotten meanwhile, nor report as kept what is saved", async () => {
    const { wizard, session, state, vault } = await openAt();
    const waits = vi.fn();
    wizard.drafting.onWaiting(waits);
    session(step).commit(general);
    expect(waits.mock.calls).toEqual([[true]]);
    expect(await wizard.saving.save(step, "next")).toBe("saved");
    await pass(100);
    expect(state.get().saves[step]?.kind).toBe("saved");
    expect(waits.mock.calls).toEqual([[true], [false]]);
    session("company-data").commit(company);
    wizard.drafting.forget();
    wizard.drafting.keep();
    await pass(1000);
    expect(vault?.kept).toBeNull();
  });

  test("keeps no saved answers", async () => {
    const { wizard, session, vault } = await openAt();
    session(step).commit(general);
    await pass(300);
    const listSteps = () => Object.keys(JSON.parse(vault?.kept ?? "{}")?.steps ?? {});
    expect(listSteps()).toContain(step);
    await wizard.saving.save(step, "next");
    expect(listSteps()).not.toContain(step);
  });
});

test("two brokers: the one who comes second chooses per field, then the step is saved", async () => {
  const key = "company-data";
  const { open } = await beginRequest(key);
  const [here, there] = [await open(), await open()];
  there.session(key).commit({ ...company, email_customer: "een@example.nl", street: "Anders" });
  expect(await there.wizard.saving.save(key, "save")).toBe("saved");
  here.session(key).commit({ ...company, email_customer: "twee@example.nl", city: "Zwolle-Zuid" });
  expect(await here.wizard.saving.save(key, "next")).toBe("conflict");
  const clashes = here.state.get().conflicts[key]?.comparison.conflicts;
  expect(clashes?.map(({ path }) => path)).toEqual([["email_customer"]]);
  expect(await here.wizard.saving.settle(key, { email_customer: "stored" })).toBe("saved");
  const stored = { email_customer: "een@example.nl", street: "Anders", city: "Zwolle-Zuid" };
  expect((await here.stored())[key]).toMatchObject({ data: stored, meta: { revision: 2 } });
  expect(here.state.get().conflicts[key]).toBeUndefined();
});
