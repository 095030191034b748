// What changed is shown: every change of the table (src/api/calls/changes.ts) is made on the real application, and what the portal's
// screens show is compared with what the server has. In the window that made it the screens are opened afterwards, in
// another window they are open all the time.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { leadFetch } from "../support/leadFetch.ts";
import { modelFolder } from "../support/model.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, BLOCK, findFreeRelations, PRODUCT } from "../support/wizard.ts";

/** The modules of one page: each window of a browser has its own. */
async function openWindow() {
  vi.resetModules();
  const modules = {
    ...(await import("#api/calls/changes.ts")),
    ...(await import("#api/portfolio/contractDetails.ts")),
    ...(await import("#api/portfolio/contracts.ts")),
    ...(await import("#api/portfolio/damages.ts")),
    ...(await import("#api/portfolio/dashboard.ts")),
    ...(await import("#api/portfolio/documents.ts")),
    ...(await import("#api/portfolio/invoices.ts")),
    ...(await import("#api/profile.ts")),
    ...(await import("#api/calls/queryClient.ts")),
    ...(await import("#api/portfolio/referrals.ts")),
    ...(await import("#api/portfolio/relations.ts")),
    ...(await import("#api/login/session.ts")),
    ...(await import("#api/sessions.ts")),
    ...(await import("#api/wizard/uploads.ts")),
    ...(await import("#api/wizard/wizard.ts")),
  };
  return { ...modules, client: modules.createQueryClient() };
}

type Page = Awaited<ReturnType<typeof openWindow>>;
type Look = { queryKey: readonly unknown[]; queryFn?: unknown };

const OFFICE = 100245;
let server: TestServer;
let vera: Client;
let olga: Client;
let user: Client;
let here: Page;
let other: Page;
const known: { relation: number; quotation?: number; policy?: number; referral?: number; file?: string } = {
  relation: 0,
};

beforeAll(async () => {
  // Channels between windows are there in a browser only.
  vi.stubGlobal("document", { querySelector: () => null });
  [here, other] = [await openWindow(), await openWindow()];
  vi.unstubAllGlobals();
  server = await startServer();
  [vera, olga] = [await loginAs(server, "v.voorbeeld"), await loginAs(server, "o.oordeel")];
  known.relation = (await findFreeRelations(server, OFFICE))[0] ?? 0;
});
afterAll(() => server?.stop());

/** Uploads, which are no `fetch`. */
class Upload {
  upload = {};
  onload = () => undefined;
  status = 0;
  responseText = "";
  #path = "";
  open(_method: string, path: string) {
    this.#path = path;
  }
  setRequestHeader() {}
  getResponseHeader = () => null;
  async send() {
    const answer = await user.upload(this.#path, "stuk.pdf", "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n");
    Object.assign(this, { status: answer.statusCode, responseText: answer.body });
    this.onload();
  }
}

/** Every list, panel, page, count and box: those of single things first, because opening one puts it among the last viewed. */
function listLooks(): Look[] {
  const { relation, quotation, policy, referral } = known;
  const page = here;
  const request = { page: 1, limit: 8 };
  if (user === olga)
    return [...(referral ? [page.referralCalls.one(referral)] : []), page.referralCalls.list(request)] as Look[];
  const numbers = [quotation, referral].filter((number) => number !== undefined);
  const ofRelation = [page.quotationCalls, page.policyCalls, page.damageCalls, page.invoiceCalls];
  return [
    page.relationCalls.one(relation),
    ...numbers.flatMap((number) => [
      page.quotationCalls.one(number),
      page.contractDetailsQuery("quotations", number),
      page.quotationReferralQuery(number),
    ]),
    ...(policy ? [page.policyCalls.one(policy), page.contractDetailsQuery("policies", policy)] : []),
    page.relationCalls.list(request),
    ...ofRelation.flatMap(({ list }) => [list(request), list({ limit: 3, relation })]),
    page.documentsQuery({ limit: 8, relation }),
    page.lastViewedRelations(),
    page.lastViewedQuotations(),
    page.lastViewedPolicies(),
    page.lastViewedDamages(),
    page.openRequestsQuery(),
    page.attentionQuery(),
    page.sessionsQuery("own"),
    page.profileQuery(),
    page.profileDetailsQuery(),
  ] as Look[];
}

/** What a screen shows first when it is opened: known data, however old. */
async function look(looks: readonly Look[], client: QueryClient): Promise<Record<string, unknown>> {
  const shown: Record<string, unknown> = {};
  for (const query of looks) {
    const data = await client.ensureQueryData({ ...query, retry: false } as never).catch((error: Error) => `${error}`);
    shown[JSON.stringify(query.queryKey)] = data;
  }
  return shown;
}

/** Opens every screen in the other window, with what this one has loaded. Returns what they show then, and what closes them. */
async function watch(looks: readonly Look[]) {
  for (const { queryKey } of looks) other.client.setQueryData(queryKey, here.client.getQueryData(queryKey));
  await look(looks, other.client);
  const stops = looks.map((query) => new QueryObserver(other.client, query as never).subscribe(() => undefined));
  const showing = ({ queryKey }: Look) => {
    const { data, error } = other.client.getQueryState(queryKey) ?? {};
    return [JSON.stringify(queryKey), error ? `${error}` : data];
  };
  return {
    shown: (): Record<string, unknown> => Object.fromEntries(looks.map(showing)),
    close() {
      for (const stop of stops) stop();
    },
  };
}

/** As text, without when a session was last used: that moves on with the clock, whatever is changed. */
const asText = (data: unknown) => JSON.stringify(data, (member, value) => (member === "used_at" ? undefined : value));

/**
 * The keys of the screens that show something else than the server has. The order of what was last viewed is not compared:
 * a window asks for everything at once, so which of two quotations it viewed last is chance.
 */
function findStale(shown: Record<string, unknown>, truth: Record<string, unknown>): string[] {
  const isSame = (key: string) => {
    const [one, two] = [shown, truth].map(({ [key]: data }) =>
      key.includes("last-viewed") && Array.isArray(data) ? data.map(asText).sort().join() : asText(data),
    );
    return one === two;
  };
  return Object.keys(shown).filter((key) => !isSame(key));
}

const place = () => ({ product: PRODUCT, intermediary: OFFICE, relation: known.relation });
async function openRequest() {
  const { draft_id } = await here.openRequest(place());
  return { draft: draft_id, api: here.createWizardApi(place(), draft_id) };
}

/** All steps with valid answers. `changed`: other answers. */
async function fill(changed: Partial<typeof ANSWERS> = {}): Promise<void> {
  const { api } = await openRequest();
  for (const [step, answers] of Object.entries({ ...ANSWERS, ...changed })) await api.save(step, "next", answers ?? {});
}
async function send(action: "quotation" | "insurance-policy"): Promise<number> {
  const { api } = await openRequest();
  const answer = await api.submit(action, BLOCK, crypto.randomUUID());
  return Number(answer.number);
}
const upload = { key: "stuk", onProgress: () => undefined };
const file = () => new File(["%PDF-1.4"], "stuk.pdf");

async function decide(decision: "ask" | "accept"): Promise<unknown> {
  const number = known.referral ?? 0;
  const { revision } = await new QueryClient().fetchQuery(here.referralCalls.one(number));
  return here.decideReferral(number, { decision, text: "Welke opdracht?", revision });
}

interface Act {
  change: string;
  what?: string;
  by?: () => Client;
  /** What has to be there before. */
  prepare?: () => Promise<unknown>;
  act: () => Promise<unknown>;
  /** The screens that can be open then: all, unless these are named. */
  open?: string;
}

/** In this order: most of them need one before. */
const ACTS: Act[] = [
  {
    change: "save a step",
    act: async () => (await openRequest()).api.save("general-data", "save", { revenue: 1000 }),
  },
  { change: "start anew", act: async () => here.restartRequest(place(), (await openRequest()).draft) },
  {
    change: "send",
    what: "a quotation",
    prepare: fill,
    act: async () => {
      known.quotation = await send("quotation");
    },
  },
  {
    change: "copy",
    prepare: async () => (await openRequest()).api.save("general-data", "save", { revenue: 1000 }),
    act: async () => here.replaceByCopy(place(), known.quotation ?? 0, (await openRequest()).draft),
  },
  {
    change: "save a step",
    what: "of a quotation",
    prepare: async () => here.setQuotationInProgress(known.quotation ?? 0),
    act: async () =>
      (await openRequest()).api.save("general-data", "next", { ...ANSWERS["general-data"], revenue: 99_000 }),
  },
  { change: "send", what: "a changed quotation", prepare: fill, act: () => send("quotation") },
  {
    change: "send",
    what: "a conversion",
    prepare: fill,
    act: async () => {
      known.policy = await send("insurance-policy");
      here.setQuotationInProgress(null);
    },
  },
  {
    change: "send",
    what: "a referral",
    prepare: async () => {
      const { questions_of_acceptance } = ANSWERS.acceptance as { questions_of_acceptance: object };
      await fill({ acceptance: { questions_of_acceptance: { ...questions_of_acceptance, "1101": true } } });
      await (await openRequest()).api.save("additional-explanation", "next", { explanation: "Kort.", file: [] });
    },
    act: async () => {
      known.referral = await send("insurance-policy");
    },
  },
  { change: "decide", what: "a question", by: () => olga, act: () => decide("ask") },
  {
    change: "upload to an answer",
    act: async () => {
      known.file = (await here.createUploadsAt(here.replyFilesPath(known.referral ?? 0)).upload(file(), upload)).id;
    },
  },
  {
    change: "remove from an answer",
    act: () => here.createUploadsAt(here.replyFilesPath(known.referral ?? 0)).remove(known.file ?? ""),
  },
  {
    change: "answer",
    act: async () => {
      const referral = await new QueryClient().fetchQuery(here.quotationReferralQuery(known.referral ?? 0));
      return here.replyToQuestion(known.referral ?? 0, { text: "Kort.", files: [], revision: referral?.revision ?? 0 });
    },
  },
  { change: "decide", what: "it is accepted", by: () => olga, act: () => decide("accept") },
  {
    change: "edit a relation",
    act: async () => {
      const relation = await new QueryClient().fetchQuery(here.relationCalls.one(known.relation));
      const data = {
        ...here.relationFormData(relation),
        company_name: "Anders B.V.",
        correspondence_preference: "Post",
      };
      return here.saveRelation(known.relation, data, relation.revision);
    },
  },
  {
    change: "end a session",
    prepare: () => loginAs(server, "v.voorbeeld"),
    act: async () => {
      const sessions = await new QueryClient().fetchQuery(here.sessionsQuery("own"));
      return here.endSession("own", sessions.find(({ current }) => !current)?.session_id ?? "");
    },
  },
  {
    change: "consent",
    open: "profile",
    prepare: async () => {
      await server.db.deleteFrom("consents").where("login_name", "=", "v.voorbeeld").execute();
    },
    act: () => here.acceptPrerequisites({ personal_data: true, cookies: true }),
  },
];

/** Calls that are no GET and change nothing that a screen shows. */
const CHANGE_NOTHING = [/{relation}\/uploads/, /\/wizard\/steps\/forms$/, /\/premium$/, /^\/api\/analytics\/events$/];

test("the table has every call of the portal that changes data, and every row of it is walked", () => {
  const { paths } = JSON.parse(readFileSync(join(modelFolder, "openapi.json"), "utf8")) as {
    paths: Record<string, object>;
  };
  const calls = Object.entries(paths)
    .filter(([path]) => !CHANGE_NOTHING.some((pattern) => pattern.test(path)))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((call) => /^(POST|PUT|DELETE|PATCH)/.test(call));
  const rows = here.CHANGES.map(({ change, call }) => ({ change, call: new RegExp(`^${call}$`) }));
  expect(calls.map((call) => [call, rows.filter((row) => row.call.test(call)).length])).toEqual(
    calls.map((call) => [call, 1]),
  );
  expect(new Set(ACTS.map(({ change }) => change))).toEqual(new Set(rows.map(({ change }) => change)));
});

describe("every screen shows what was changed", () => {
  const named = ACTS.map((act) => [[act.change, act.what].filter(Boolean).join(": "), act] as const);
  test.each(named)("%s", async (_name, { by = () => vera, prepare, act, open }) => {
    user = by();
    leadFetch(user);
    vi.stubGlobal("XMLHttpRequest", Upload);
    await prepare?.();
    for (const page of [here, other]) page.client.clear();
    const looks = listLooks().filter(({ queryKey }) => open === undefined || open === queryKey[0]);
    const before = await look(looks, here.client);
    const watched = await watch(looks);
    await act();
    const truth = await look(looks, new QueryClient());
    expect(findStale(before, truth), "changed").not.toEqual([]);
    expect(findStale(await look(looks, here.client), truth), "opened afterwards").toEqual([]);
    await vi.waitFor(() => expect(findStale(watched.shown(), truth), "open in another window").toEqual([]));
    watched.close();
  });
});
