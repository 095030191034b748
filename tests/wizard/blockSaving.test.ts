// The request block is stored with the request before it is sent: its first day of cover is on another device too, its
// declarations stay where they were given. On the real application.
import { expect, test, vi } from "vitest";
import { requestForm } from "#wizard/model/state.ts";
import { block } from "./support/answers.ts";
import { offline } from "./support/calls.ts";
import { memoryVault } from "./support/memory.ts";
import { beginRequest, holdTime, openAt, pass, serveRequests, type Tab } from "./support/request.ts";

serveRequests();
holdTime();

const save = `save ${requestForm}`;
const { effective_date: day } = block as { effective_date: string };
const DECLARED = { conditions_agreement: true, customer_approval: true };
const ASKED = { effective_date: day, digital_invoice: true };
/** Long enough for the draft of this device and for the save. */
const SOON = 2000;

const shown = ({ session }: Tab) => session(requestForm).data();
async function answer(tab: Tab, data: object): Promise<void> {
  tab.session(requestForm).commit({ ...shown(tab), ...data });
  await pass(SOON);
}

test("the answers are on another device too, the declarations are not", async () => {
  const { open } = await beginRequest("company-data");
  const tab = await open();
  await answer(tab, { ...ASKED, ...DECLARED });
  expect(tab.called(save).map(({ body }) => body)).toEqual([ASKED]);
  expect(shown(tab)).toEqual({ ...ASKED, ...DECLARED });
  expect(shown(await open())).toEqual(ASKED);
});

test("declarations come back on this device, beside a day that was saved on another since", async () => {
  const { open } = await beginRequest("company-data");
  const vault = memoryVault();
  const tab = await open({ vault });
  await answer(tab, { ...ASKED, ...DECLARED });
  tab.stop();
  const next = "2026-12-03";
  await answer(await open(), { effective_date: next });
  expect(shown(await open({ vault }))).toEqual({ ...ASKED, ...DECLARED, effective_date: next });
});

test("a day that is not possible stays where it was typed; elsewhere it is named and asked for again", async () => {
  const { open } = await beginRequest("company-data");
  const tab = await open();
  await answer(tab, { ...ASKED, effective_date: "2026-10-03" });
  const notes = ({ state }: Tab) => state.get().forms[requestForm]?.meta.field_text;
  expect(shown(tab).effective_date).toBe("2026-10-03");
  expect(notes(tab)).toBeUndefined();
  const other = await open();
  expect(shown(other)).toEqual({ digital_invoice: true });
  expect(notes(other)?.effective_date).toContain("03-10-2026");
  await answer(other, { digital_invoice: false });
  expect(notes(other)?.effective_date, "still asked for").toContain("03-10-2026");
  await answer(other, { effective_date: "2026-12-01" });
  expect(notes(other), "another day was given").toEqual({});
});

test("a day that was taken out is not there again", async () => {
  const { open } = await beginRequest("company-data");
  const tab = await open();
  await answer(tab, ASKED);
  await answer(tab, { effective_date: undefined });
  expect(shown(await open())).toEqual({ digital_invoice: true });
});

test("without a connection it stays on this device, and is stored with the connection or the next step", async () => {
  const { open } = await beginRequest("company-data");
  const vault = memoryVault();
  const tab = await open({ vault });
  tab.fail(save, offline(), offline());
  await answer(tab, ASKED);
  expect(vault.kept).toContain(day);
  tab.wizard.hurry();
  await pass(SOON);
  expect(tab.called(save)).toHaveLength(2);
  await tab.wizard.saving.save("company-data", "save");
  await pass(SOON);
  expect(shown(await open())).toEqual(ASKED);
  expect(vault.kept).toBeNull();
});

test("a wizard that is left stores at once what waits", async () => {
  const { open } = await beginRequest("company-data");
  const tab = await open({ vault: null });
  tab.session(requestForm).commit(ASKED);
  tab.stop();
  await pass(SOON);
  expect(shown(await open())).toEqual(ASKED);
});

test("the request is saved as one that goes on at its step, and nothing is judged by it", async () => {
  const { open } = await beginRequest("company-data");
  const before = await open();
  const tab = await open();
  await answer(tab, ASKED);
  const after = await open();
  expect(after.exists.resumed?.step).toBe(before.exists.resumed?.step);
  expect(after.state.get().progress).toEqual(before.state.get().progress);
});

test("a back end of the specification's calls alone is not asked to store it", async () => {
  const tab = await openAt("company-data", { plain: true });
  await answer(tab, ASKED);
  expect(tab.called(save)).toEqual([]);
  expect(tab.vault?.kept).toContain(day);
});

test("a request is sent after the answer to a save that is under way, and nothing is saved after it", async () => {
  const tab = await openAt("additional-explanation", {}, {});
  const answerSave = tab.delay(save);
  tab.session(requestForm).commit(block);
  vi.advanceTimersByTime(SOON);
  expect(tab.called(save)).toHaveLength(1);
  const sending = tab.wizard.submitting.send("quotation");
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(tab.called("submit")).toEqual([]);
  answerSave();
  await sending;
  await pass(SOON);
  expect(tab.state.get().outcome?.kind).toBe("answered");
  expect(tab.calls.map(({ name }) => name).filter((name) => name === save || name === "submit")).toEqual([
    save,
    "submit",
  ]);
});
