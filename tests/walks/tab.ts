// One open window of the wizard in a walk: the browser's model on a back end, with calls counted and answers that can be
// lost on their way.
import { PortalError } from "#api/calls/errors.ts";
import type { WizardApi } from "#api/wizard/wizard.ts";
import { listCalls } from "#wizard/model/lists/listCalls.ts";
import { fetchSources } from "#wizard/model/lists/lists.ts";
import { createSubmitKeys } from "#wizard/model/sending/submitKeys.ts";
import { createWizard, type Wizard } from "#wizard/model/wizard.ts";
import { memoryVault } from "../wizard/support/memory.ts";
import type { BackEnd } from "./backEnd.ts";
import { findWrong } from "./eachEvent.ts";

export interface Tab {
  wizard: Wizard;
  draft: string;
  close(): void;
}

/** What the windows of one walk share. */
export interface Wire {
  /** Calls that wrote, and windows that were opened. */
  writes: number;
  /** Calls made so far. */
  calls: number;
  /** Calls under way. */
  running: Set<Promise<unknown>>;
  /** Answers of this call are lost, the next one or every one: the server has done its work. */
  lose: { call: "save" | "submit"; every: boolean } | null;
  /** Whether the device keeps what is typed. */
  keeps: boolean;
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** What an event of a window did that it may not do. */
  wrong: string[];
}

const WRITING = ["save", "submit"];

/** For a walk: a storage of its own, and nothing under way. */
export function createWire(keeps: boolean): Wire {
  const items = new Map<string, string>();
  const storage: Wire["storage"] = {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
  return { writes: 0, calls: 0, running: new Set(), lose: null, keeps, storage, wrong: [] };
}

function counted(api: WizardApi, wire: Wire): WizardApi {
  const wrap =
    <Args extends unknown[], Answer>(name: string, work: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      const call = work(...args);
      wire.running.add(call);
      wire.calls += 1;
      const answer = await call.finally(() => {
        wire.running.delete(call);
        if (WRITING.includes(name)) wire.writes += 1;
      });
      if (wire.lose?.call !== name) return answer;
      if (!wire.lose.every) wire.lose = null;
      throw new PortalError({ code: "network" });
    };
  const entries = Object.entries(api).map(([name, work]) => [name, wrap(name, work as () => Promise<unknown>)]);
  return Object.fromEntries(entries) as unknown as WizardApi;
}

export async function openTab(backEnd: BackEnd, wire: Wire): Promise<Tab> {
  const { exists, api: plain } = await backEnd.open();
  wire.writes += 1;
  const api = counted(plain, wire);
  const { bundle } = backEnd.product;
  const [forms, progress, sources] = await Promise.all([
    api.forms(),
    api.progress(),
    fetchSources(api, listCalls(bundle.manifest.lists)),
  ]);
  const wizard = createWizard({
    opened: { flow: backEnd.flow, exists, bundle, texts: {}, today: backEnd.today, language: "nl" },
    forms: forms.data,
    progress,
    sources,
    api,
    translate: (key) => backEnd.product.text("nl", key),
    vault: wire.keeps ? memoryVault() : null,
    draft: null,
    keys: createSubmitKeys(`${backEnd.flow}/${bundle.manifest.key}`, wire.storage),
    watch: (event, before, after) => wire.wrong.push(...findWrong(event, before, after)),
  });
  const close = wizard.start();
  return { wizard, draft: exists.draft_id ?? "", close };
}
