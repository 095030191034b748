// One open window of the wizard in a walk: the browser's model on a back end, with calls counted and answers that can be
// lost on their way.
import { PortalError } from "#api/errors.ts";
import type { WizardApi } from "#api/wizard.ts";
import { fetchSources, listCalls } from "#wizard/model/sources.ts";
import { createSubmitKeys } from "#wizard/model/submitKey.ts";
import { createWizard, type Wizard } from "#wizard/model/wizard.ts";
import type { BackEnd } from "./backEnd.ts";

export interface Tab {
  wizard: Wizard;
  draft: string;
  close(): void;
}

/** What the windows of one walk share. */
export interface Wire {
  /** Calls under way. */
  running: number;
  /** The next answer of this call is lost: the server has done its work. */
  lose: "save" | "submit" | null;
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

function counted(api: WizardApi, wire: Wire): WizardApi {
  const wrap =
    <Args extends unknown[], Answer>(name: string, work: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      wire.running += 1;
      try {
        const answer = await work(...args);
        if (wire.lose !== name) return answer;
        wire.lose = null;
        throw new PortalError({ code: "network" });
      } finally {
        wire.running -= 1;
      }
    };
  const entries = Object.entries(api).map(([name, work]) => [name, wrap(name, work as () => Promise<unknown>)]);
  return Object.fromEntries(entries) as unknown as WizardApi;
}

export async function openTab(backEnd: BackEnd, wire: Wire): Promise<Tab> {
  const { exists, api: plain } = await backEnd.open();
  const api = counted(plain, wire);
  const { bundle } = backEnd.product;
  const [forms, progress, sources] = await Promise.all([
    api.forms(),
    api.progress(),
    fetchSources(api, listCalls(bundle.manifest.lists)),
  ]);
  const wizard = createWizard({
    opened: { flow: backEnd.flow, exists, bundle, texts: {}, today: backEnd.today },
    forms: forms.data,
    progress,
    sources,
    api,
    translate: (key) => backEnd.product.text("nl", key),
    vault: null,
    draft: null,
    keys: createSubmitKeys(`${backEnd.flow}/${bundle.manifest.key}`, wire.storage),
  });
  const close = wizard.start();
  return { wizard, draft: exists.draft_id ?? "", close };
}
