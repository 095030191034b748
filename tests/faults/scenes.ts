// One scene per call of the server: what the page sends, from a state of its own, and what must be stored when the answer has
// arrived, however often the page had to ask.
import { expect } from "vitest";
import { call } from "#api/calls/call.ts";
import { fetchFile } from "#api/calls/files.ts";
import { replyFilesPath, replyToQuestion } from "#api/portfolio/referrals.ts";
import { endSession, type SessionOwner } from "#api/sessions.ts";
import type { ExistsAnswer, SessionsAnswer } from "#api/wire/wireTypes.ts";
import { createUploads, createUploadsAt } from "#api/wizard/uploads.ts";
import { copyIntoRequest, createWizardApi, openRequest, restartRequest } from "#api/wizard/wizard.ts";
import type { Answers, JsonObject, SendAction } from "#engine/schema/types.ts";
import { createSaver } from "#wizard/model/saving/saver.ts";
import { calls, findSchema } from "../server/portfolio/calls.ts";
import { type Client, createClient, type TestServer } from "../support/server.ts";
import { ANSWERS, BLOCK, fill, open, PRODUCT, saveWith } from "../support/wizard.ts";

export const OFFICE = 100245;

export interface World {
  server: TestServer;
  vera: Client;
  /** One of the office's relations. */
  relation(): number;
}

export interface Scene {
  /** What the page sends, and sends again with the same key and revision when no answer came. */
  ask(): Promise<unknown>;
  /** What must be true in the end. */
  check(): Promise<void>;
}

type Stage = (world: World) => Promise<Scene>;
const WIZARD = "/api/aanvraag/:product/:intermediary/:relation";
const PDF = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";

/** A call that only reads: its answer is that of a call without any fault. */
function reading(ask: () => Promise<unknown>): Scene {
  let last: unknown;
  return {
    ask: async () => {
      last = await ask();
      return last;
    },
    check: async () => expect(last).toEqual(await ask()),
  };
}

const readsAt =
  (address: string): Stage =>
  async () =>
    reading(() => call("GET", address));

const downloadsAt =
  (address: string): Stage =>
  async () =>
    reading(async () => {
      const { name, content } = await fetchFile(address, "*/*", "file");
      return { name, text: await content.text() };
    });

async function begun({ vera }: World) {
  const opened = await open(vera, OFFICE);
  const wizardPlace = { product: PRODUCT, intermediary: OFFICE, relation: opened.number };
  return { opened, wizardPlace, api: createWizardApi(wizardPlace, opened.exists.draft_id, "newRequest") };
}

const looks =
  (ask: (api: ReturnType<typeof createWizardApi>) => Promise<unknown>): Stage =>
  async (world) => {
    const { api } = await begun(world);
    return reading(() => ask(api));
  };

const openRows = ({ server }: World, number: number) =>
  server.db
    .selectFrom("requests")
    .select(["request_id", "saved_at"])
    .where("address_number", "=", number)
    .where("status", "=", "open")
    .execute();

const saving: Stage = async (world) => {
  const { opened, api } = await begun(world);
  const values = ANSWERS["general-data"] as JsonObject;
  const events: string[] = [];
  let revision = 0;
  const saver = createSaver({
    send: () => api.save("general-data", "next", values, revision),
    tell: ({ type }) => events.push(type),
    isTemporary: () => false,
    readCode: () => "code",
  });
  return {
    async ask() {
      events.length = 0;
      revision = (await saver.save("general-data", "next")).revision ?? -1;
      expect(events).toEqual(["saving", "stored"]);
    },
    async check() {
      expect(revision, "one save, one revision").toBe(1);
      const { data } = await world.vera.ok<{ data: Answers }>("POST", `${opened.base}/wizard/steps/forms`, {
        body: {},
      });
      expect(data["general-data"]).toMatchObject({ data: values, meta: { revision: 1 } });
      expect(await openRows(world, opened.number)).toHaveLength(1);
    },
  };
};

const sending: Stage = async (world) => {
  const { opened, api } = await begun(world);
  await fill(world.vera, opened);
  const key = crypto.randomUUID();
  const numbers = new Set<unknown>();
  return {
    async ask() {
      numbers.add((await api.submit("quotation" as SendAction, BLOCK, key)).number);
    },
    async check() {
      expect(numbers.size, "one number").toBe(1);
      const sent = await world.server.db
        .selectFrom("submissions as s")
        .innerJoin("requests as r", "r.request_id", "s.request_id")
        .select("s.number")
        .where("r.address_number", "=", opened.number)
        .execute();
      expect(sent.map(({ number }) => number)).toEqual([...numbers]);
      const subject = `% ${[...numbers][0]} %`;
      const letters = await world.server.db.selectFrom("outbox").select("mail_id").where("subject", "like", subject);
      expect(await letters.execute(), "one letter").toHaveLength(1);
      expect(await openRows(world, opened.number)).toEqual([]);
    },
  };
};

/** As the page sends a file. The page's own code for that runs only in a browser. */
const upload = (world: World, base: string, { draft_id }: ExistsAnswer["data"], key: string): Promise<string> =>
  uploadTo(world, `${base}/uploads`, key, { "x-draft": draft_id ?? "" });

async function uploadTo(world: World, url: string, key: string, more: Record<string, string> = {}): Promise<string> {
  const form = new FormData();
  form.append("file", new File([PDF], "brief.pdf"), "brief.pdf");
  const { "x-requested-with": marker, ...token } = {
    "x-requested-with": "XMLHttpRequest",
    "x-csrf-token": world.vera.csrf,
  };
  const headers = { ...token, "x-requested-with": marker, ...more, "idempotency-key": key };
  const signal = AbortSignal.timeout(30_000);
  const answer = await fetch(url, { method: "POST", headers, body: form, signal });
  if (!answer.ok) throw new TypeError(`answered ${answer.status}`);
  return ((await answer.json()) as { id: string }).id;
}

const filesAt = ({ server }: World, number: number) =>
  server.db
    .selectFrom("uploads as u")
    .innerJoin("requests as r", "r.request_id", "u.request_id")
    .select("u.upload_id")
    .where("r.address_number", "=", number)
    .execute();

const uploading: Stage = async (world) => {
  const { opened } = await begun(world);
  const key = `key-${crypto.randomUUID()}`;
  let id = "";
  return {
    async ask() {
      id = await upload(world, opened.base, opened.exists, key);
    },
    check: async () => expect(await filesAt(world, opened.number)).toEqual([{ upload_id: id }]),
  };
};

const removing: Stage = async (world) => {
  const { opened, wizardPlace } = await begun(world);
  const remaining = await upload(world, opened.base, opened.exists, "key-kept");
  const id = await upload(world, opened.base, opened.exists, "key-gone");
  return {
    ask: () => createUploads(wizardPlace, opened.exists.draft_id).remove(id),
    check: async () => expect(await filesAt(world, opened.number)).toEqual([{ upload_id: remaining }]),
  };
};

/** Another session of Vera's: the calls are asked in her own. */
const endingOf =
  (whose: SessionOwner): Stage =>
  async ({ server }) => {
    await server.db.deleteFrom("sessions").where("browser", "=", "Firefox").execute();
    const now = new Date();
    const { session_id } = await server.db
      .insertInto("sessions")
      .values({
        id_hash: crypto.randomUUID(),
        csrf_token: "",
        login_name: "v.voorbeeld",
        browser: "Firefox",
        seen_at: now,
      })
      .returning("session_id")
      .executeTakeFirstOrThrow();
    const left = server.db.selectFrom("sessions").select("id_hash").where("session_id", "=", session_id);
    const lines = server.db.selectFrom("audit").select("audit_id").where("object", "=", session_id);
    return {
      ask: () => endSession(whose, session_id),
      check: async () => {
        expect(await left.execute()).toEqual([]);
        expect(await lines.where("action", "=", "session ended").execute()).toHaveLength(1);
      },
    };
  };

/** Without when they were used, which the reading itself may change. */
const listingAt =
  (address: string): Stage =>
  async () =>
    reading(async () => {
      const { data } = (await call("GET", address)) as SessionsAnswer;
      return data.map(({ session_id, login_name }) => `${session_id} ${login_name}`).sort();
    });

const REFERRED = 50010480;
const REFERRAL = "/api/quotations/:id/referral";

/** Makes a sample with a question of the underwriter. Returns its revision. */
async function askAnew({ server }: World): Promise<number> {
  const question = {
    at: new Date(),
    kind: "asked",
    login_name: "o.oordeel",
    full_name: "Olga Oordeel",
    text: "Hoe?",
  } as const;
  const whose = { number: REFERRED, intermediary_number: OFFICE, files: "[]" };
  await server.db
    .insertInto("referral_events")
    .values({ ...whose, ...question })
    .execute();
  await server.db.deleteFrom("referral_files").where("number", "=", REFERRED).execute();
  await server.db.updateTable("referrals").set({ status: "V" }).where("number", "=", REFERRED).execute();
  return (await quotationReferral(server)).length;
}

const quotationReferral = ({ db }: TestServer) =>
  db.selectFrom("referral_events").select(["kind", "text"]).where("number", "=", REFERRED).execute();

const replyFiles = async ({ db }: TestServer, id: string) =>
  (await db.selectFrom("referral_files").select("file_id").where("file_id", "=", id).execute()).length;

const replying: Stage = async (world) => {
  const revision = await askAnew(world);
  const text = crypto.randomUUID();
  return {
    ask: () => replyToQuestion(REFERRED, { text, revision }),
    check: async () => {
      const events = await quotationReferral(world.server);
      expect(events.filter((event) => event.text === text)).toEqual([{ kind: "answered", text }]);
    },
  };
};

const replyBase = REFERRAL.replace(":id", String(REFERRED));

const addingToReply: Stage = async (world) => {
  await askAnew(world);
  const key = `key-${crypto.randomUUID()}`;
  let id = "";
  return {
    async ask() {
      id = await uploadTo(world, `${replyBase}/files`, key);
    },
    check: async () => expect(await replyFiles(world.server, id)).toBe(1),
  };
};

const takingFromReply: Stage = async (world) => {
  await askAnew(world);
  const id = await uploadTo(world, `${replyBase}/files`, `key-${crypto.randomUUID()}`);
  return {
    ask: () => createUploadsAt(replyFilesPath(REFERRED)).remove(id),
    check: async () => expect(await replyFiles(world.server, id)).toBe(0),
  };
};

/** A new request in which something is saved. A duplicate of the call that arrives late must not lay it aside. */
const restarting: Stage = async (world) => {
  const { opened, wizardPlace } = await begun(world);
  await saveWith(world.vera, opened, "general-data", { body: { revenue: 1 }, action: "save" });
  const shown = (await open(world.vera, OFFICE, opened.number)).exists.draft_id;
  let saved = false;
  return {
    async ask() {
      await restartRequest(wizardPlace, shown);
      if (saved) return;
      saved = true;
      await saveWith(world.vera, opened, "general-data", { body: { revenue: 2 }, action: "save" });
    },
    async check() {
      expect(await openRows(world, opened.number)).toHaveLength(1);
      const { data } = await world.vera.ok<{ data: Answers }>("POST", `${opened.base}/wizard/steps/forms`, {
        body: {},
      });
      expect(data["general-data"]).toMatchObject({ data: { revenue: 2 } });
    },
  };
};

const copying: Stage = async (world) => {
  const quotation = await world.server.db
    .selectFrom("quotation_answers as a")
    .innerJoin("quotations as q", "q.number", "a.number")
    .select(["q.number", "q.relation_number", "a.product_key"])
    .where("q.intermediary_number", "=", OFFICE)
    .where("q.status", "=", "O")
    .executeTakeFirstOrThrow();
  const wizardPlace = {
    product: String(quotation.product_key),
    intermediary: OFFICE,
    relation: quotation.relation_number,
  };
  return {
    ask: () => copyIntoRequest(wizardPlace, Number(quotation.number)),
    async check() {
      const rows = await openRows(world, quotation.relation_number);
      expect(rows).toHaveLength(1);
      const steps = world.server.db
        .selectFrom("request_steps")
        .select("step")
        .where("request_id", "=", rows[0]?.request_id ?? "");
      expect((await steps.execute()).length).toBeGreaterThan(0);
    },
  };
};

const editing: Stage = async (world) => {
  const number = world.relation();
  const { data } = await world.vera.ok<{ data: Answers & { revision: number } }>("GET", `/api/relations/${number}`);
  const changed = `Straat ${number}`;
  const form = {
    ...data,
    company_name: data.company,
    kvk: data.kvk_number ?? data.kvk,
    address: `${changed} 1`,
    email: "a@example.nl",
  };
  const fields = [
    "company_name",
    "kvk",
    "address",
    "zipcode",
    "city",
    "country",
    "email",
    "correspondence_preference",
    "digital_policy",
  ];
  const body = Object.fromEntries(fields.map((field) => [field, (form as JsonObject)[field]]));
  const headers = { "If-Match": `"${data.revision}"` };
  return {
    ask: () => call("POST", `/api/relations/edit/${number}`, { body, headers }),
    async check() {
      const now = await world.vera.ok<{ data: JsonObject }>("GET", `/api/relations/${number}`);
      expect(now.data).toMatchObject({ address: `${changed} 1`, revision: data.revision + 1 });
    },
  };
};

const accepting: Stage = async ({ server, vera }) => ({
  ask: () => call("POST", "/api/prerequisites", { body: { personal_data: true, cookies: true } }),
  check: async () => {
    const profile = await createClient(server, vera.cookie, vera.csrf).ok("GET", "/api/profile/me");
    expect(profile).toMatchObject({ acceptedCookieStatement: true });
  },
});

const reporting: Stage = async () => ({
  ask: () => call("POST", "/api/analytics/events", { body: { events: [] } }),
  check: async () => undefined,
});

const changing: Record<string, Stage> = {
  "POST /api/prerequisites": accepting,
  "POST /api/analytics/events": reporting,
  "POST /api/relations/edit/:id": editing,
  "GET /api/requests/:draft/outcome": async (world) => {
    const { opened, api } = await begun(world);
    await fill(world.vera, opened);
    await api.submit("quotation", BLOCK, crypto.randomUUID());
    return reading(() => call("GET", `/api/requests/${opened.exists.draft_id}/outcome`));
  },
  "GET /api/aanvraag/:product/:intermediary/prerequisites/exists": async (world) => {
    const request = { product: PRODUCT, intermediary: OFFICE, relation: world.relation() };
    return reading(() => openRequest(request));
  },
  [`POST ${WIZARD}/wizard/restart`]: restarting,
  [`POST ${WIZARD}/wizard/copy`]: copying,
  [`POST ${WIZARD}/wizard/steps/forms`]: looks((api) => api.forms()),
  [`GET ${WIZARD}/wizard/steps/progress`]: looks((api) => api.progress()),
  [`GET ${WIZARD}/acceptance`]: looks((api) => api.questions("acceptance")),
  [`GET ${WIZARD}/closing-questions`]: looks((api) => api.questions("closing-questions")),
  [`GET ${WIZARD}/professions`]: looks((api) => api.professions()),
  [`POST ${WIZARD}/premium`]: looks((api) => api.premium({ "general-data": ANSWERS["general-data"] as JsonObject })),
  [`POST ${WIZARD}/wizard/step/:step/save`]: saving,
  [`POST ${WIZARD}/wizard/submit/:action`]: sending,
  [`POST ${REFERRAL}`]: replying,
  [`POST ${REFERRAL}/files`]: addingToReply,
  [`DELETE ${REFERRAL}/files/:file`]: takingFromReply,
  "GET /api/sessions": listingAt("/api/sessions"),
  "GET /api/office/sessions": listingAt("/api/office/sessions"),
  "DELETE /api/sessions/:session": endingOf("own"),
  "DELETE /api/office/sessions/:session": endingOf("office"),
  [`POST ${WIZARD}/uploads`]: uploading,
  [`DELETE ${WIZARD}/uploads/:id`]: removing,
};

export function buildMatcher(route: string): (call: string) => boolean {
  const pattern = route.replace(/\/$/, "").replace(/:\w+/g, "[^/?]+");
  const whole = new RegExp(`^${pattern}/?(\\?.*)?$`);
  return (call) => whole.test(call);
}

/** The scene of a registered call, or undefined where one has to be written. */
export function findStage(route: string): Stage | undefined {
  if (changing[route]) return changing[route];
  const [method, url = ""] = route.split(" ");
  if (method !== "GET") return undefined;
  // An export has the address of a thing, and another answer.
  const [hits, schema] = [buildMatcher(route), findSchema(route)];
  const described = calls.find(([description, path]) => description === schema && hits(`GET ${path}`));
  const address = described?.[1] ?? (url.includes(":") ? "" : url);
  if (!address) return undefined;
  return /\/(export|download)$/.test(url) ? downloadsAt(address) : readsAt(address);
}
