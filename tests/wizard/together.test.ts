// Two tabs or two brokers on one request: a save carries the revision that its answers started from, whatever forms have
// arrived since, so nobody is written over without being asked (decisions 38).
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PortalError } from "#api/errors.ts";
import type { Answers } from "#engine/types.ts";
import { type BackEnd, backEnd, memoryVault, openWizard } from "./support/miniature.ts";

const mine = { kvk: "42793191", revenue: 180_000 };
const theirs = { kvk: "42793191", revenue: 99_000 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Another tab saves the step: the server has its values, and refuses a save that started before. */
function savedElsewhere(server: BackEnd, data: Answers, revision = 2, step = "general"): void {
  const stored = { data, meta: { revision } };
  server.forms[step] = stored;
  const body = { success: false, code: "conflict", stored, revision };
  server.fail(`save ${step}`, new PortalError({ code: "conflict", status: 409, body }));
}

/** As `savedElsewhere`, but the refusal does not say what is stored. */
function savedElsewhereUntold(server: BackEnd, data: Answers, revision?: number): void {
  server.forms.general = { data, meta: revision === undefined ? {} : { revision } };
  server.fail("save general", new PortalError({ code: "conflict", status: 409, body: { success: false } }));
}

const paths = ({ state }: ReturnType<typeof openWizard>) =>
  state.get().conflicts.general?.comparison.conflicts.map(({ path }) => path.join("/"));
const revisions = (server: BackEnd) =>
  server.called("save general").map(({ extra }) => (extra as { revision?: number }).revision);

test("the register's answer brings a newer revision of the step: it is not taken for the own one", async () => {
  const server = backEnd();
  const opened = openWizard(server);
  savedElsewhere(server, theirs);
  opened.session("general").commit(mine);
  await vi.advanceTimersByTimeAsync(10);
  expect(server.called("forms")).toHaveLength(1);
  expect(await opened.wizard.saving.save("general", "next")).toBe("conflict");
  expect(revisions(server)).toEqual([1]);
  expect(paths(opened)).toEqual(["revenue"]);
});

test("forms that come with the save of another step do not either", async () => {
  const server = backEnd();
  const opened = openWizard(server);
  opened.session("general").commit(mine);
  savedElsewhere(server, theirs);
  opened.wizard.saving.applyForms(server.forms);
  expect(opened.session("general").data()).toEqual(mine);
  expect(await opened.wizard.saving.save("general", "next")).toBe("conflict");
  expect(paths(opened)).toEqual(["revenue"]);
});

test("nor while the broker still has to choose", async () => {
  const server = backEnd();
  const opened = openWizard(server);
  opened.session("general").commit(mine);
  savedElsewhere(server, theirs);
  expect(await opened.wizard.saving.save("general", "next")).toBe("conflict");
  opened.wizard.saving.applyForms(server.forms);
  expect(opened.session("general").data()).toEqual(mine);
  expect(paths(opened)).toEqual(["revenue"]);
});

test("a step that was not touched takes over what is stored, and its revision", async () => {
  const server = backEnd();
  const opened = openWizard(server);
  opened.session("general");
  server.forms.general = { data: theirs, meta: { revision: 2 } };
  opened.wizard.saving.applyForms(server.forms);
  expect(opened.session("general").data()).toEqual(theirs);
  expect(opened.wizard.saving.revision("general")).toBe(2);
});

test("a draft put back over answers that were saved meanwhile asks for every difference", async () => {
  const vault = memoryVault();
  const server = backEnd();
  const first = openWizard(server, vault);
  first.session("general").commit(mine);
  await vi.advanceTimersByTimeAsync(300);
  savedElsewhere(server, theirs);
  const second = openWizard(server, vault);
  expect(second.session("general").data()).toEqual(mine);
  expect(await second.wizard.saving.save("general", "next")).toBe("conflict");
  expect(revisions(server)).toEqual([1]);
  expect(paths(second)).toEqual(["revenue"]);
});

test("where only the other one changed a field there is nothing to ask: it is taken, a cleared one too", async () => {
  const server = backEnd();
  server.forms.company = { data: { company: "Proef B.V.", city: "Zwolle" }, meta: { revision: 1 } };
  const opened = openWizard(server);
  opened.session("company").commit({ company: "Nieuw B.V.", city: "Zwolle" });
  savedElsewhere(server, { company: "Proef B.V." }, 2, "company");
  expect(await opened.wizard.saving.save("company", "save")).toBe("saved");
  expect(server.called("save company").at(-1)).toMatchObject({ extra: { revision: 2 } });
  expect(server.called("save company").at(-1)?.body).toEqual({ company: "Nieuw B.V." });
  expect(opened.session("company").data()).toEqual({ company: "Nieuw B.V." });
});

test("a request begun anew elsewhere takes nothing away here", async () => {
  const server = backEnd();
  server.forms.general = { data: { kvk: "42793191", revenue: 5 }, meta: { revision: 3 } };
  const opened = openWizard(server);
  opened.session("general").commit(mine);
  savedElsewhere(server, {}, 0);
  expect(await opened.wizard.saving.save("general", "next")).toBe("saved");
  expect(server.called("save general").at(-1)?.body).toEqual(mine);
});

describe("the request was sent from elsewhere", () => {
  const sent = { type: "quotation", number: "50010667", accepted: "accepted" } as const;
  const already = (body: object = { sent }) => new PortalError({ code: "already_sent", status: 409, body });

  async function typed(server: BackEnd) {
    const opened = openWizard(server);
    opened.session("general").commit(mine);
    await vi.advanceTimersByTimeAsync(300);
    expect(opened.vault.kept).not.toBeNull();
    return opened;
  }

  test("a save that hears so shows it, tries nothing again and keeps nothing on the device", async () => {
    const server = backEnd();
    const opened = await typed(server);
    server.fail("save general", already());
    await opened.wizard.saving.save("general", "next");
    expect(opened.state.get().outcome).toEqual({ kind: "sent", sent });
    expect(opened.state.get().conflicts).toEqual({});
    expect(server.called("save general")).toHaveLength(1);
    expect(opened.vault.kept).toBeNull();
    opened.session("general").commit({ ...mine, revenue: 1 });
    await vi.advanceTimersByTimeAsync(300);
    expect(opened.vault.kept).toBeNull();
  });

  test.each([
    ["with its number", { sent }, sent],
    ["by a back end that tells no more", {}, null],
  ])("so does sending, %s: no error that says it was not received", async (_name, body, shown) => {
    const server = backEnd();
    const opened = await typed(server);
    await opened.wizard.saving.save("general", "next");
    opened.session("request").commit({ effective_date: "2026-12-01", agreed: true });
    server.fail("submit", already(body));
    await opened.wizard.submitting.send("quotation");
    expect(opened.state.get().outcome).toEqual({ kind: "sent", sent: shown });
    expect(opened.vault.kept).toBeNull();
  });
});

test("after a choice the step keeps what the server said about its fields", async () => {
  const server = backEnd();
  server.forms.general = { data: {}, meta: { revision: 1, features: { extra: true } } };
  const opened = openWizard(server);
  opened.session("general").commit(mine);
  savedElsewhere(server, theirs);
  await opened.wizard.saving.save("general", "save");
  const metas = new Set<unknown>();
  const stop = opened.state.subscribe(() => metas.add(opened.state.get().forms.general?.meta));
  server.fail("save general", new PortalError({ code: "invalid", status: 422 }));
  await opened.wizard.saving.settle("general", { revenue: "stored" });
  stop();
  expect([...metas]).toContainEqual({ revision: 2, features: { extra: true } });
  expect(server.called("save general").at(-1)?.body).toEqual(theirs);
});

describe("a 409 that does not say what is stored", () => {
  test("is compared with the forms, and the broker chooses", async () => {
    const server = backEnd();
    const opened = openWizard(server);
    opened.session("general").commit(mine);
    savedElsewhereUntold(server, theirs, 2);
    expect(await opened.wizard.saving.save("general", "next")).toBe("conflict");
    expect(paths(opened)).toEqual(["revenue"]);
    expect(await opened.wizard.saving.settle("general", { revenue: "stored" })).toBe("saved");
    expect(server.called("save general").at(-1)).toMatchObject({ body: theirs, extra: { revision: 2 } });
  });

  test.each([
    ["the same revision", 1],
    ["no revision", undefined],
  ])("is not saved and asks nothing again by itself where the forms have %s", async (_name, revision) => {
    const server = backEnd();
    const opened = openWizard(server);
    opened.session("general").commit(mine);
    savedElsewhereUntold(server, theirs, revision);
    expect(await opened.wizard.saving.save("general", "next")).toBe("failed");
    expect(server.called("save general")).toHaveLength(1);
    expect(opened.state.get().saves.general).toMatchObject({ kind: "failed", code: "conflict" });
    expect(opened.session("general").data()).toEqual(mine);
  });
});
