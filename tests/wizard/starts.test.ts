// A field that starts with an answer of an earlier step, in the open wizard on the real application: when it follows, what is saved
// again, and what drafts, later pages and other tabs find.
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { publish } from "#content/publish/publish.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { openKey } from "#wizard/model/state.ts";
import { PRODUCT, STEP } from "../content/support/asking.ts";
import { addConditionalStep, CONDITIONAL } from "../content/support/conditionalStep.ts";
import { ContentCopy } from "../content/support/content.ts";
import { at } from "../content/support/faults/fault.ts";
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
  // Of as many guards as there are sites, until the broker says otherwise.
  copy.change(`schemas/products/${PRODUCT}/${CONDITIONAL}.schema.json`, (schema) => {
    const properties = at(schema, "properties") as Record<string, Schema>;
    Object.assign(properties.guards ?? {}, { startsWith: `${STEP}.sites` });
    properties.rounds = { type: "integer", computed: { times: [`${STEP}.sites`, 10] } };
    properties.posts = { type: "integer", computed: { times: [`${STEP}.gates`, 3] } };
  });
  copy.change(`schemas/products/${PRODUCT}/${STEP}.schema.json`, (schema) => {
    const properties = at(schema, "properties") as Record<string, Schema>;
    properties.gates = { type: "integer", computed: { times: [".sites", 2] } };
  });
  await publish(copy.schemas, join(server.config.dataDir, "products"));
  copy.remove();
  return { server, client: await loginAs(server, "v.voorbeeld") };
});
afterAll(() => server?.stop());

const withSites = (sites: number) => ({ ...answers[STEP], sites });
const guards = ({ session }: Tab) => session(CONDITIONAL).value(["guards"]);
const storedGuards = async (tab: Tab) => (await tab.stored())[CONDITIONAL]?.data.guards;
const enterSites = ({ session }: Tab, sites: number) =>
  session(STEP).commit({ ...session(STEP).data(), ...withSites(sites) });

async function next(tab: Tab, step: string): Promise<void> {
  expect(await tab.wizard.saving.save(step, "next")).toBe("saved");
}

async function saveSites(tab: Tab, sites: number): Promise<void> {
  enterSites(tab, sites);
  await next(tab, STEP);
}

/** Both steps are saved, with as many guards as sites. */
async function completed(sites: number) {
  const request = await beginRequest();
  const tab = await request.open();
  await saveSites(tab, sites);
  expect(guards(tab)).toBe(sites);
  await next(tab, CONDITIONAL);
  return { ...request, tab };
}

test("it follows the earlier answer until the broker enters another value, and what is computed follows with it", async () => {
  const tab = await openAt();
  await saveSites(tab, 3);
  expect(guards(tab)).toBe(3);
  enterSites(tab, 4);
  expect([guards(tab), tab.session(CONDITIONAL).value(["rounds"])]).toEqual([4, 40]);
  expect(tab.session(CONDITIONAL).dirty, "nobody entered anything").toBe(false);
  tab.session(CONDITIONAL).commitField(["guards"], 9);
  enterSites(tab, 5);
  expect(guards(tab)).toBe(9);
});

test("a completed step is opened again with the new value, and stored with Next only", async () => {
  const { tab } = await completed(3);
  expect(openKey(tab.state.get().progress)).not.toBe(CONDITIONAL);
  await saveSites(tab, 4);
  expect([guards(tab), await storedGuards(tab)]).toEqual([4, 3]);
  const { progress } = tab.state.get();
  expect([openKey(progress), progress[CONDITIONAL]?.completed]).toEqual([CONDITIONAL, false]);
  await next(tab, CONDITIONAL);
  expect(await storedGuards(tab)).toBe(4);
  expect(tab.state.get().progress[CONDITIONAL]?.completed).toBe(true);
});

test("a completed step of a page that was just opened follows too, before its form is shown", async () => {
  const { open, tab } = await completed(3);
  tab.stop();
  const later = await open();
  await saveSites(later, 4);
  expect([guards(later), openKey(later.state.get().progress)]).toEqual([4, CONDITIONAL]);
});

test("what a stored step computes is there on a page that was just opened: for its head, and for what reads it", async () => {
  const { open, tab } = await completed(3);
  tab.stop();
  const { wizard, session } = await open();
  expect(wizard.core.stepAnswers(STEP)).toMatchObject({ sites: 3, gates: 6 });
  expect(session(CONDITIONAL).value(["posts"])).toBe(18);
});

test("what the step stored before the earlier answer was changed is the broker's on a later page", async () => {
  const { open, tab } = await completed(3);
  await saveSites(tab, 4);
  tab.stop();
  const later = await open();
  expect([guards(later), later.state.get().progress[CONDITIONAL]?.completed]).toEqual([3, true]);
  await saveSites(later, 5);
  expect([guards(later), later.state.get().progress[CONDITIONAL]?.completed]).toEqual([3, true]);
});

test("a draft of this device follows on, and one in which the broker changed it does not", async () => {
  for (const entered of [undefined, 9]) {
    const { open, tab } = await completed(3);
    tab.stop();
    const vault = memoryVault();
    const before = await open({ vault });
    enterSites(before, 4);
    if (entered) before.session(CONDITIONAL).commitField(["guards"], entered);
    before.wizard.drafting.keep();
    await expect.poll(() => vault.kept).toContain(CONDITIONAL);
    before.stop();
    const after = await open({ vault });
    expect(guards(after)).toBe(entered ?? 4);
    enterSites(after, 5);
    expect(guards(after)).toBe(entered ?? 5);
  }
});

test("another tab's answers arrive together, and the field follows on from them", async () => {
  const { open, tab } = await completed(3);
  const other = await open();
  await saveSites(other, 4);
  await next(other, CONDITIONAL);
  // Its own save brings the answers of the other tab.
  tab.session("coverage-choice").commit(answers["coverage-choice"]);
  await next(tab, "coverage-choice");
  expect([guards(tab), tab.session(CONDITIONAL).dirty]).toEqual([4, false]);
  await saveSites(tab, 5);
  expect(guards(tab)).toBe(5);
});

test("a value that both tabs gave differently is the broker's choice", async () => {
  const { open, tab } = await completed(3);
  const other = await open();
  other.session(CONDITIONAL).commitField(["guards"], 7);
  await next(other, CONDITIONAL);
  enterSites(tab, 4);
  expect(guards(tab)).toBe(4);
  expect(await tab.wizard.saving.save(CONDITIONAL, "save")).toBe("conflict");
  await tab.wizard.saving.settle(CONDITIONAL, { guards: "stored" });
  enterSites(tab, 5);
  expect([guards(tab), await storedGuards(tab)]).toEqual([7, 7]);
});
