// A step that is asked only because of earlier answers, in the open wizard on the real application: when it comes and goes, what a tab
// does that still shows it or does not show it yet, and what was typed in it.
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { publish } from "#content/publish/publish.ts";
import { openKey } from "#wizard/model/state.ts";
import { PRODUCT, STEP } from "../content/support/asking.ts";
import { addConditionalStep, CONDITIONAL, FEW, GUARDED, MANY } from "../content/support/conditionalStep.ts";
import { ContentCopy } from "../content/support/content.ts";
import { loginAs, startServer, type TestServer } from "../support/server.ts";
import { answers } from "./support/answers.ts";
import { memoryVault } from "./support/memory.ts";
import { beginRequest, openAt, serveRequests, type Tab } from "./support/request.ts";

let server: TestServer;
serveRequests(async () => {
  server = await startServer();
  const copy = new ContentCopy(PRODUCT);
  copy.addPortalForms();
  addConditionalStep(copy);
  await publish(copy.schemas, join(server.config.dataDir, "products"));
  copy.remove();
  return { server, client: await loginAs(server, "v.voorbeeld") };
});
afterAll(() => server?.stop());

const first = (sites: object) => ({ ...answers[STEP], ...sites });
const shown = ({ state }: Tab) => Object.keys(state.get().progress);
const next = ({ wizard }: Tab, step: string) => wizard.saving.save(step, "next");

async function answer(tab: Tab, step: string, data: object): Promise<string> {
  tab.session(step).commit({ ...tab.session(step).data(), ...data });
  return next(tab, step);
}

test("it comes with the save of the answer that asks for it, opens as the next step, and is announced as added", async () => {
  const tab = await openAt();
  expect(shown(tab)).not.toContain(CONDITIONAL);
  expect(await answer(tab, STEP, first(MANY))).toBe("saved");
  expect(shown(tab).indexOf(CONDITIONAL)).toBe(1);
  const { added, progress, headed } = tab.state.get();
  expect([added, openKey(progress), headed?.step]).toEqual([[CONDITIONAL], CONDITIONAL, CONDITIONAL]);
});

test("it goes with the save of another answer; what was typed in it stays and is there when it is asked again", async () => {
  const tab = await openAt();
  await answer(tab, STEP, first(MANY));
  tab.session(CONDITIONAL).commit(GUARDED);
  tab.wizard.open(STEP);
  expect(await answer(tab, STEP, FEW)).toBe("saved");
  expect(shown(tab)).not.toContain(CONDITIONAL);
  expect(tab.wizard.core.answers()).not.toHaveProperty(CONDITIONAL);
  await answer(tab, STEP, MANY);
  expect(openKey(tab.state.get().progress)).toBe(CONDITIONAL);
  expect(tab.session(CONDITIONAL).data()).toEqual(GUARDED);
});

test("the premium is asked with its answers only while it is needed, before anything is saved", async () => {
  const tab = await openAt();
  await answer(tab, STEP, first(MANY));
  await answer(tab, CONDITIONAL, GUARDED);
  await answer(tab, "coverage-choice", answers["coverage-choice"]);
  const inputs = () => tab.called("premium").at(-1)?.body as object;
  await expect.poll(inputs).toHaveProperty([CONDITIONAL], GUARDED);
  tab.wizard.open(STEP);
  tab.session(STEP).commit(first(FEW));
  await expect.poll(inputs).not.toHaveProperty([CONDITIONAL]);
  expect(inputs()).toHaveProperty([STEP, "sites"], FEW.sites);
});

test("a blocking error stops the premium only while its step is needed", async () => {
  const tab = await openAt("company-data");
  const status = () => tab.state.get().premium.status;
  await expect.poll(status).toBe("ready");
  await answer(tab, STEP, MANY);
  tab.session(CONDITIONAL).commit({ guards: 12 });
  await expect.poll(status).toBe("none");
  await answer(tab, STEP, FEW);
  await expect.poll(status).toBe("ready");
});

test("a tab that stands on it while another tab made it unneeded: Next keeps its answers and goes on to a step that is asked", async () => {
  const { open } = await beginRequest();
  const here = await open();
  await answer(here, STEP, first(MANY));
  const there = await open();
  await answer(there, STEP, FEW);
  expect(openKey(here.state.get().progress)).toBe(CONDITIONAL);
  expect(await answer(here, CONDITIONAL, GUARDED)).toBe("saved");
  expect(shown(here)).not.toContain(CONDITIONAL);
  const { progress, headed } = here.state.get();
  expect([openKey(progress), headed?.step]).toEqual(["coverage-choice", "coverage-choice"]);
  expect((await here.stored())[CONDITIONAL]?.data).toEqual(GUARDED);
});

test("a tab that does not show it yet is refused the steps after it, can open it then, and keeps what was typed", async () => {
  const { open } = await beginRequest("company-data");
  const here = await open();
  const there = await open();
  await answer(there, STEP, MANY);
  expect(shown(here)).not.toContain(CONDITIONAL);
  expect(await answer(here, "company-data", answers["company-data"])).toBe("refused");
  expect(here.session("company-data").data()).toMatchObject(answers["company-data"]);
  expect(here.state.get().refused).toEqual({ step: "company-data", others: [CONDITIONAL] });
  here.wizard.open(CONDITIONAL);
  expect(openKey(here.state.get().progress)).toBe(CONDITIONAL);
});

test("a draft of this device that was left at a step that is not needed opens the one that is, and keeps what was typed", async () => {
  const { open } = await beginRequest();
  const vault = memoryVault();
  const before = await open({ vault });
  await answer(before, STEP, first(MANY));
  before.session(CONDITIONAL).commit(GUARDED);
  before.wizard.drafting.keep();
  await expect.poll(() => vault.kept).toContain(CONDITIONAL);
  before.stop();
  const other = await open();
  await answer(other, STEP, FEW);
  const after = await open({ vault });
  expect(after.state.get().restored, "nothing that is shown came back").toBe(false);
  expect(openKey(after.state.get().progress)).toBe("coverage-choice");
  await answer(after, STEP, MANY);
  expect(openKey(after.state.get().progress)).toBe(CONDITIONAL);
  expect(after.session(CONDITIONAL).data()).toEqual(GUARDED);
});

test("a request cannot be sent while it is open, and can once it is finished", async () => {
  const tab = await openAt();
  for (const [step, data] of Object.entries(answers)) await answer(tab, step, data);
  const allowed = () => tab.wizard.sendButtons().map((button) => button.allowed);
  expect(allowed()).not.toContain(false);
  await answer(tab, STEP, MANY);
  expect(allowed()).not.toContain(true);
  await answer(tab, CONDITIONAL, GUARDED);
  // Its answers have changed the price of the cover, which waits to be confirmed.
  await answer(tab, "coverage-choice", {});
  await expect.poll(allowed).not.toContain(false);
});
