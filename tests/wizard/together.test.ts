// Two tabs or two brokers on one request: a save carries the revision that its answers started from, whatever forms
// have arrived since, so a save never overwrites another user's answers without a question (decisions 38). On the real
// application.
import { describe, expect, test } from "vitest";
import { PortalError } from "#api/calls/errors.ts";
import type { FormsAnswer } from "#api/wire/wireTypes.ts";
import { restartRequest } from "#api/wizard/wizard.ts";
import type { Answers } from "#engine/schema/types.ts";
import { parseDraft } from "#wizard/model/drafts/draft.ts";
import { openKey } from "#wizard/model/state.ts";
import { block } from "./support/answers.ts";
import { memoryVault } from "./support/memory.ts";
import { beginRequest, serveRequests, type Tab } from "./support/request.ts";

serveRequests();

const step = "general-data";
const kvk = "42793191";
const before = { kvk, turnover: 5 };
const mine = { kvk, turnover: 180_000 };
const theirs = { kvk, turnover: 99_000 };

async function save(tab: Tab, data: Answers, key = step): Promise<void> {
  tab.session(key).commit(data);
  expect(await tab.wizard.saving.save(key, "save")).toBe("saved");
}

/** Two tabs on a request whose step was saved once, by the other one. */
async function twoTabs(data: Answers = before, key = step, vault = memoryVault()) {
  const { open } = await beginRequest();
  const there = await open();
  await save(there, data, key);
  return { open, here: await open({ vault }), there };
}

const takeForms = async ({ api, wizard }: Tab) => wizard.saving.applyForms((await api.forms()).data);
const paths = ({ state }: Tab) => state.get().conflicts[step]?.comparison.conflicts.map(({ path }) => path.join("/"));
const revisions = (tab: Tab) =>
  tab.called(`save ${step}`).map(({ extra }) => (extra as { revision?: number }).revision);

test("the register's answer brings a newer revision of the step: it is not taken for the own one", async () => {
  const { here, there } = await twoTabs();
  await save(there, theirs);
  here.session(step).commit({ ...mine, kvk: "42712573" });
  await expect.poll(() => here.state.get().prefill.status).toBe("filled");
  expect(here.called("register")).toHaveLength(1);
  expect(await here.wizard.saving.save(step, "next")).toBe("conflict");
  expect(revisions(here)).toEqual([1]);
  expect(paths(here)).toEqual(["turnover"]);
});

test("forms that come with the save of another step do not either, nor while the broker still has to choose", async () => {
  const { here, there } = await twoTabs();
  here.session(step).commit(mine);
  await save(there, theirs);
  await takeForms(here);
  expect(here.session(step).data()).toEqual(mine);
  expect(await here.wizard.saving.save(step, "next")).toBe("conflict");
  await takeForms(here);
  expect(here.session(step).data()).toEqual(mine);
  expect(paths(here)).toEqual(["turnover"]);
});

test("what the broker does while he has to choose is neither lost nor saved over the other's answer", async () => {
  const { here, there } = await twoTabs();
  await save(there, theirs);
  here.session(step).commit(mine);
  expect(await here.wizard.saving.save(step, "next")).toBe("conflict");
  // Another press of Next, a field that was not changed elsewhere, and another amount for the one that both changed.
  expect(await here.wizard.saving.save(step, "next")).toBe("conflict");
  expect((await here.api.forms()).data[step]?.data).toEqual(theirs);
  here.session(step).commit({ ...mine, kvk: "42712573", turnover: 170_000 });
  await expect.poll(() => here.state.get().prefill.status).toBe("filled");
  expect(await here.wizard.saving.settle(step, { turnover: "yours" })).toBe("saved");
  expect((await here.api.forms()).data[step]?.data).toEqual({ kvk: "42712573", turnover: 170_000 });
});

test("a step that was not touched takes over what is stored, and its revision", async () => {
  const { here, there } = await twoTabs();
  here.session(step);
  await save(there, theirs);
  await takeForms(here);
  expect(here.session(step).data()).toEqual(theirs);
  expect(here.wizard.saving.revision(step)).toBe(2);
});

describe.each(["the page stayed open", "reloaded", "reloaded with a draft of an earlier version"])("%s", (how) => {
  /** What an earlier version kept: the revision that the answers started from, without those answers. */
  function withoutBase(vault: ReturnType<typeof memoryVault>): void {
    const draft = parseDraft(vault.kept)!;
    for (const kept of Object.values(draft.steps)) delete kept.base;
    vault.kept = JSON.stringify(draft);
  }

  /** The other one saves while this one has answers that are on this device only. */
  async function meanwhile(key: string, answers: Record<"base" | "mine" | "theirs", Answers>): Promise<Tab> {
    const vault = memoryVault();
    const { open, here, there } = await twoTabs(answers.base, key, vault);
    here.session(key).commit(answers.mine);
    await expect.poll(() => vault.kept).toContain('"base"');
    await save(there, answers.theirs, key);
    if (how.endsWith("version")) withoutBase(vault);
    const tab = how.startsWith("reloaded") ? await open({ vault }) : here;
    expect(tab.session(key).given()).toMatchObject(answers.mine);
    return tab;
  }

  test("a field that both changed is to be chosen", async () => {
    const tab = await meanwhile(step, { base: before, mine, theirs });
    expect(await tab.wizard.saving.save(step, "next")).toBe("conflict");
    expect(revisions(tab)).toEqual([1]);
    expect(paths(tab)).toEqual(["turnover"]);
  });

  const key = "company-data";
  const base = { company: "Proef B.V.", city: "Zwolle", street: "Straat" };
  const { city: _cleared, ...withoutCity } = base;
  const { street: _gone, ...withoutStreet } = base;

  test("what only one of them changed or cleared is taken, or asked where it is not known who did", async () => {
    const tab = await meanwhile(key, {
      base,
      mine: { ...withoutStreet, company: "Nieuw B.V." },
      theirs: withoutCity,
    });
    const result = await tab.wizard.saving.save(key, "save");
    const asked = tab.state.get().conflicts[key]?.comparison.conflicts.map(({ path }) => path.join("/"));
    if (how.endsWith("version")) {
      expect([result, asked?.sort()]).toEqual(["conflict", ["city", "company", "street"]]);
      expect(await tab.wizard.saving.settle(key, { city: "stored" })).toBe("saved");
    } else expect([result, asked]).toEqual(["saved", undefined]);
    const { finance_separate: _default, ...stored } = (await tab.api.forms()).data[key]!.data;
    expect(stored).toEqual({ company: "Nieuw B.V." });
    expect(tab.session(key).data()).not.toHaveProperty("city");
  });
});

test("a request restarted elsewhere takes nothing away here", async () => {
  const { here } = await twoTabs();
  here.session(step).commit(mine);
  const { insurance_type: product, intermediary_number: intermediary, relation_number: relation } = here.exists;
  await restartRequest({ product, intermediary, relation }, here.exists.draft_id);
  expect(await here.wizard.saving.save(step, "next")).toBe("saved");
  expect((await here.api.forms()).data[step]?.data).toEqual(mine);
});

describe("sending what another window changed meanwhile", () => {
  const key = "company-data";

  /** Two tabs on a request that may be sent. The other one saves these addresses, one after the other. */
  async function savedBeside(emails: (email: unknown) => unknown[]): Promise<Tab> {
    const { open } = await beginRequest("additional-explanation");
    const [here, there] = [await open(), await open()];
    here.session("request").commit(block);
    for (const email_customer of emails(there.session(key).data().email_customer)) {
      there.session(key).commit({ ...there.session(key).data(), email_customer });
      expect(await there.wizard.saving.save(key, "next")).toBe("saved");
    }
    await here.wizard.submitting.send("quotation");
    return here;
  }

  test("is not done unseen: it comes here, is named, and goes out when it is sent again", async () => {
    const { wizard, state, session } = await savedBeside(() => ["ander@example.nl"]);
    expect(state.get()).toMatchObject({ outcome: null, sending: null, elsewhere: { steps: [key], sending: true } });
    expect(openKey(state.get().progress)).toBe(key);
    expect(session(key).data().email_customer).toBe("ander@example.nl");
    await wizard.submitting.send("quotation");
    expect(state.get().outcome).toMatchObject({ kind: "answered" });
  });

  test("is done when both windows show the same again", async () => {
    const { state, called } = await savedBeside((email) => ["ander@example.nl", email]);
    expect(state.get().outcome).toMatchObject({ kind: "answered" });
    expect(called("submit")).toHaveLength(2);
  });
});

describe("the request was sent from elsewhere", () => {
  const sent = { type: "quotation", number: expect.stringMatching(/^\d{8}$/), accepted: "accepted" };

  test("a save and sending that hear so show it, try nothing again and keep nothing on the device", async () => {
    const { open } = await beginRequest("additional-explanation");
    const there = await open();
    const [saves, sends] = [await open(), await open()];
    for (const tab of [there, sends]) tab.session("request").commit(block);
    saves.session(step).commit(mine);
    await expect.poll(() => [saves.vault?.kept, sends.vault?.kept]).not.toContain(null);
    await there.wizard.submitting.send("quotation");
    await saves.wizard.saving.save(step, "next");
    await sends.wizard.submitting.send("quotation");
    expect([saves.called(`save ${step}`).length, sends.called("submit").length]).toEqual([1, 1]);
    for (const { state, vault } of [saves, sends]) {
      expect(state.get()).toMatchObject({ outcome: { kind: "sent", sent }, conflicts: {} });
      expect(vault?.kept).toBeNull();
    }
    saves.session(step).commit({ ...mine, turnover: 1 });
    saves.wizard.drafting.keep();
    expect(saves.vault?.kept).toBeNull();
  }, 60_000);

  test("by a back end without the number it is shown without one", async () => {
    const { open } = await beginRequest();
    const { session, fail, wizard, state } = await open();
    session("request").commit(block);
    fail("submit", new PortalError({ code: "already_sent", status: 409, body: {} }));
    await wizard.submitting.send("quotation");
    expect(state.get().outcome).toEqual({ kind: "sent", sent: null });
  });
});

test("after a choice the step keeps the server's notes about its fields", async () => {
  const key = "company-data";
  const { open } = await beginRequest();
  const there = await open();
  there.session(step).commit(before);
  expect(await there.wizard.saving.save(step, "next")).toBe("saved");
  const here = await open();
  const { disabled } = here.wizard.core.form(key).meta;
  expect(disabled).toContain("company");
  await save(there, { ...there.session(key).data(), email_customer: "een@example.nl" }, key);
  here.session(key).commit({ ...here.session(key).data(), email_customer: "twee@example.nl" });
  expect(await here.wizard.saving.save(key, "save")).toBe("conflict");
  here.fail(`save ${key}`, new PortalError({ code: "network" }));
  void here.wizard.saving.settle(key, { email_customer: "stored" });
  await expect.poll(() => here.called(`save ${key}`)).toHaveLength(2);
  expect(here.called(`save ${key}`).at(-1)?.body).toMatchObject({ email_customer: "een@example.nl" });
  expect(here.wizard.core.form(key).meta).toMatchObject({ disabled, revision: 1 });
});

describe("a 409 without what is stored", () => {
  const untold = () => new PortalError({ code: "conflict", status: 409, body: { success: false } });

  test("is compared with the forms, and the broker chooses", async () => {
    const { here, there } = await twoTabs();
    here.session(step).commit(mine);
    await save(there, theirs);
    here.fail(`save ${step}`, untold());
    expect(await here.wizard.saving.save(step, "next")).toBe("conflict");
    expect(paths(here)).toEqual(["turnover"]);
    expect(await here.wizard.saving.settle(step, { turnover: "stored" })).toBe("saved");
    expect(here.called(`save ${step}`).at(-1)).toMatchObject({ body: theirs, extra: { revision: 2 } });
  });

  test.each(["the same revision", "no revision"])(
    "is not saved and asks nothing again by itself where the forms have %s",
    async (name) => {
      const { here } = await twoTabs();
      here.session(step).commit(mine);
      here.fail(`save ${step}`, untold());
      const { forms } = here.api;
      if (name === "no revision") here.api.forms = async () => withoutRevision(await forms());
      expect(await here.wizard.saving.save(step, "next")).toBe("failed");
      expect(here.called(`save ${step}`)).toHaveLength(1);
      expect(here.state.get().saves[step]).toMatchObject({ kind: "failed", code: "conflict" });
      expect(here.session(step).data()).toEqual(mine);
    },
  );
});

function withoutRevision({ data, ...rest }: FormsAnswer): FormsAnswer {
  const plain = Object.entries(data).map(
    ([
      key,
      {
        data,
        meta: { revision: _none, ...meta },
      },
    ]) => [key, { data, meta }],
  );
  return { ...rest, data: Object.fromEntries(plain) };
}
