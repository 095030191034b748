// A request on the real application, called without a socket, and wizards opened on it as tabs of a browser open it. What goes
// wrong on the way is put between: calls that fail, before the server hears of them or after.
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { createWizardApi, openRequest, type WizardApi } from "#api/wizard.ts";
import type { Answers, RequestAnswers } from "#engine/types.ts";
import { parseDraft } from "#wizard/draft/draft.ts";
import { fetchSources, listCalls } from "#wizard/model/sources.ts";
import { createSubmitKeys } from "#wizard/model/submitting.ts";
import { createWizard } from "#wizard/model/wizard.ts";
import { findJourney, readJson } from "../../journeys/support/journey.ts";
import { loginAs, startServer, type TestServer, TODAY } from "../../support/server.ts";
import { leadFetch } from "../../walks/httpBackEnd.ts";
import { memoryVault } from "./miniature.ts";

const product = "cyber";
const OFFICE = 100245;
/** Valid answers of every step, all as expected by underwriting. */
export const answers: RequestAnswers = Object.fromEntries(
  findJourney(`${product}-newRequest-policy-accepted`).steps.map(({ step, answers }) => [step, answers]),
);
/** What is agreed to when the request is sent. */
export const block = readJson<{ base: Answers }>("fixtures/steps", product, "request.json").base;

let server: TestServer;

/** For a test file: the application, with a broker logged in. */
export function serveRequests(): void {
  beforeAll(async () => {
    server = await startServer();
    leadFetch(await loginAs(server, "v.voorbeeld"));
  });
  afterAll(() => server.stop());
}

interface Made {
  name: string;
  body: unknown;
  extra?: unknown;
}

/** A new request without a relation yet. */
export async function beginRequest() {
  const { relation_number } = await openRequest({ product, intermediary: OFFICE });
  const { bundle } = (await server.products.current(product))!;

  /** `vault`: what this device kept. `calls`: those of this tab. */
  async function open({ vault = memoryVault() } = {}) {
    const exists = await openRequest({ product, intermediary: OFFICE, relation: relation_number });
    const place = { product, intermediary: OFFICE, relation: relation_number };
    const { api, calls, fail } = withFaults(createWizardApi(place, exists.draft_id, "newRequest"));
    const lists = fetchSources(api, listCalls(bundle.manifest.lists));
    const [forms, progress, sources] = await Promise.all([api.forms(), api.progress(), lists]);
    const wizard = createWizard({
      opened: { flow: "newRequest", exists, bundle, texts: {}, today: TODAY },
      ...{ forms: forms.data, progress, sources, api, vault, draft: parseDraft(vault.kept) },
      translate: () => null,
      keys: createSubmitKeys("scope", null),
    });
    onTestFinished(wizard.start());
    calls.length = 0;
    const called = (name: string) => calls.filter((call) => call.name === name);
    return { wizard, vault, exists, fail, called, state: wizard.core.state, session: wizard.core.session, api };
  }

  return { open };
}

export type Tab = Awaited<ReturnType<Awaited<ReturnType<typeof beginRequest>>["open"]>>;

/** Records calls, and throws what is queued for one instead of making it. */
function withFaults(plain: WizardApi) {
  const calls: Made[] = [];
  const faults: { name: string; error: unknown }[] = [];
  const meet = (made: Made) => {
    calls.push(made);
    const at = faults.findIndex(({ name }) => name === made.name);
    if (at >= 0) throw faults.splice(at, 1)[0]?.error;
  };
  const api: WizardApi = {
    ...plain,
    async forms(kvk) {
      meet({ name: kvk === undefined ? "forms" : "register", body: kvk });
      return plain.forms(kvk);
    },
    async save(step, action, values, revision) {
      meet({ name: `save ${step}`, body: values, extra: { action, revision } });
      return plain.save(step, action, values, revision);
    },
    async submit(action, values, key) {
      meet({ name: "submit", body: values, extra: key });
      return plain.submit(action, values, key);
    },
  };
  const fail = (name: string, ...errors: unknown[]) => faults.push(...errors.map((error) => ({ name, error })));
  return { api, calls, fail };
}
