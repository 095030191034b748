// A request on the real application, called without a socket, and wizards opened on it as tabs of a browser open it. What goes
// wrong on the way is put between: calls that fail before the server hears of them, and answers that are lost.
import { afterEach, beforeAll, beforeEach, onTestFinished, vi } from "vitest";
import type { DraftVault } from "#api/drafts/vault.ts";
import { createWizardApi, openRequest, restartRequest } from "#api/wizard/wizard.ts";
import { wizardBase } from "#api/wizard/wizardPaths.ts";
import type { FlowName } from "#engine/schema/types.ts";
import type { ListSources } from "#engine/steps/lists.ts";
import { type Draft, parseDraft } from "#wizard/model/drafts/draft.ts";
import { listCalls } from "#wizard/model/lists/listCalls.ts";
import { fetchSources } from "#wizard/model/lists/lists.ts";
import { createSubmitKeys } from "#wizard/model/sending/submitKeys.ts";
import { createWizard } from "#wizard/model/wizard.ts";
import { leadFetch } from "../../support/leadFetch.ts";
import type { Client, TestServer } from "../../support/server.ts";
import { product, type StepKey } from "./answers.ts";
import { type Fault, type Given, saveUpTo, withFaults } from "./calls.ts";
import { memoryVault } from "./memory.ts";

const OFFICE = 100245;

export interface Kept {
  server: TestServer;
  client: Client;
}
/** One application for all files of a worker. Each test has a request of its own. */
const worker = globalThis as { requests?: Promise<Kept> };
let server: TestServer;
let client: Client;

async function start(): Promise<Kept> {
  const [{ loginAs, startServer }, { dataDirectory }] = await Promise.all([
    import("../../support/server.ts"),
    import("../../support/model.ts"),
  ]);
  const server = await startServer({ dataDir: dataDirectory(true) });
  return { server, client: await loginAs(server, "v.voorbeeld") };
}

/** For a test file: the application, with a broker logged in; one with other products where the file begins its own. */
export function serveRequests(begin: () => Promise<Kept> = () => (worker.requests ??= start())): void {
  beforeAll(async () => {
    ({ server, client } = await begin());
    leadFetch(client);
  });
}

/** The calls of the tabs that were opened by the running test. */
const tabs = new Set<Set<Promise<unknown>>>();
const underWay = () => [...tabs].flatMap((calls) => [...calls]);

/** For a test file: time passes in the wizard only by the test's command. Calls and the server are not delayed. */
export function holdTime(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());
}

/** What was asked is answered, and what follows from that. */
async function settle(): Promise<void> {
  do {
    await Promise.allSettled(underWay());
    await new Promise((resolve) => setImmediate(resolve));
  } while (underWay().length > 0);
}

/** Time passes in small parts, so that what an answer begins has its time too. */
export async function pass(milliseconds = 0): Promise<void> {
  const parts = milliseconds > 0 ? 20 : 1;
  await settle();
  for (let part = 0; part < parts; part += 1) {
    await vi.advanceTimersByTimeAsync(milliseconds / parts);
    await settle();
  }
}

interface StoredFile {
  id: string;
  name: string;
  size: number;
}

interface OpenOptions {
  /** The local draft of this device. If null, the device stores nothing. */
  vault?: (DraftVault<Draft> & { kept: string | null }) | null;
  flow?: FlowName;
  /** Lists that come after the wizard opened. */
  later?: Promise<ListSources>;
  faults?: Fault[];
  /** A back end of the specification's calls alone: it names no draft. */
  plain?: boolean;
  /** A draft of this device, for this request. */
  draft?: Draft["steps"];
}

/** A new request without a relation yet, or of one. The steps before `step` are saved. */
export async function beginRequest(step?: StepKey, changes: Given = {}, relation?: number) {
  const requested = { product, intermediary: OFFICE, relation };
  const { relation_number, draft_id } = await openRequest(requested);
  const route = { product, intermediary: OFFICE, relation: relation_number };
  if (relation !== undefined) await restartRequest(route, draft_id);
  const { bundle } = (await server.products.current(product))!;
  const plain = createWizardApi(route);
  await saveUpTo(plain, step, changes);

  /** A tab of a browser. */
  async function open(options: OpenOptions = {}) {
    const { vault = memoryVault(), flow = "newRequest", faults = [], later } = options;
    const opened = await openRequest({ ...requested, relation: relation_number });
    const { draft_id: _named, ...unnamed } = opened;
    const exists = options.plain ? unnamed : opened;
    const steps = options.draft;
    if (vault && steps) await vault.write({ version: 1, relation: relation_number, open: null, steps });
    const wired = withFaults(createWizardApi(route, options.plain ? undefined : opened.draft_id, flow), faults);
    const { api, calls } = wired;
    tabs.add(wired.underWay);
    const lists = later ? {} : fetchSources(api, listCalls(bundle.manifest.lists));
    const [forms, progress, sources] = await Promise.all([api.forms(), api.progress(), lists]);
    const wizard = createWizard({
      opened: { flow, exists, bundle, texts: {}, today: server.config.today ?? "", language: "nl" },
      ...{ forms: forms.data, progress, sources, api, vault, draft: parseDraft(vault?.kept ?? null) },
      ...(later ? { later } : {}),
      translate: () => null,
      keys: createSubmitKeys("scope", null),
    });
    calls.length = 0;
    const stop = wizard.start();
    onTestFinished(() => {
      stop();
      tabs.delete(wired.underWay);
    });
    const stored = async () => (await plain.forms()).data;
    const { state, session } = wizard.core;
    return { ...wired, wizard, vault, exists: opened, stop, stored, state, session };
  }

  /** A file of the request that no step names yet. */
  async function upload(name: string): Promise<StoredFile> {
    const answer = await client.upload(
      `${wizardBase(route)}/uploads`,
      name,
      "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n",
    );
    return answer.json();
  }

  return { open, place: route, upload };
}

/** A request at a step, in one tab. */
export const openAt = async (step?: StepKey, options: OpenOptions = {}, changes: Given = {}) =>
  (await beginRequest(step, changes)).open(options);

export type Tab = Awaited<ReturnType<Awaited<ReturnType<typeof beginRequest>>["open"]>>;
