// The calls for trying out a request in the studio: begin it, explain its premium, record it as a journey, and show its mail and
// documents. The wizard's own calls are forwarded to the back end as the user of the request.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RecordingError, type WrittenJourney } from "#content/cases/journeys/record.ts";
import { createClock } from "#server/config/clock.ts";
import { type Recording, recordRequest } from "#server/samples/recording.ts";
import { findPremiumFactors, type PremiumFactors } from "../premiumFactors.ts";
import { type BegunRequest, beginRequest } from "./beginRequest.ts";
import { type Order, RequestStartError } from "./planRequest.ts";
import { DAY_HEADER, type PortalOptions, type StudioPortal, startPortal, toHeaders } from "./portal.ts";

export type { WrittenJourney };

/** The state of the request that is open at an address. */
export interface WalkedRequest {
  /** Null when nothing was saved yet. */
  draft: string | null;
  /** Whether its release is that of the current files. */
  newest: boolean;
  factors: PremiumFactors | null;
}

export interface SentMail {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  attachments: { name: string; type: string }[];
}

interface RequestSettings {
  user: string;
  today: string;
}

const COOKIE = "studio_request";
const LANGUAGE_COOKIE = "studio_language";
const DEFAULT: RequestSettings = { user: "v.voorbeeld", today: "" };
const NOT_FOUND = { code: "not_found", message: "There is nothing here." };

interface RequestParts extends PortalOptions {
  fixturesDir: string;
}

export function addRequests(app: FastifyInstance, { fixturesDir, ...options }: RequestParts): void {
  let running: Promise<StudioPortal> | undefined;
  const portal = () => {
    running ??= startPortal(options);
    return running;
  };
  const stop = async () => {
    const ended = running;
    running = undefined;
    await (await ended)?.close();
  };
  app.addHook("onClose", stop);
  app.register(async (scope) => forward(scope, portal));
  app.post<{ Body: Order }>("/studio/requests", { schema: { body: ORDER } }, async ({ body }, reply) => {
    try {
      const begun: BegunRequest = await beginRequest(await portal(), fixturesDir, body);
      const cookieValue = encodeURIComponent(JSON.stringify({ user: begun.user, today: begun.today }));
      return reply.header("set-cookie", `${COOKIE}=${cookieValue}; Path=/; HttpOnly; SameSite=Strict`).send(begun);
    } catch (error) {
      if (!(error instanceof RequestStartError)) throw error;
      return reply.code(409).send({ code: "not_begun", message: error.message });
    }
  });
  /** Restores the sample data. All requests are lost. */
  app.delete("/studio/requests", async (_request, reply) => {
    await stop();
    return reply.code(204).send();
  });
  app.get<{ Params: Place }>("/studio/requests/:product/:number", async ({ params }) =>
    describe(await portal(), params),
  );
  app.post<{ Body: Omit<Recording, "today"> }>(
    "/studio/journeys",
    { schema: { body: RECORDING } },
    async (request, reply) => {
      const { db, products } = await portal();
      const today = readKept(request).today || createClock(options.today).today();
      try {
        return await recordRequest({ db, products, fixturesDir }, { ...request.body, today });
      } catch (error) {
        if (!(error instanceof RecordingError)) throw error;
        return reply.code(409).send({ code: "not_recorded", message: error.message });
      }
    },
  );
  addMail(app, portal);
}

const text = { type: "string" } as const;
const number = { type: "integer" } as const;
const ORDER = {
  type: "object",
  properties: {
    ...{ product: text, flow: text, journey: text, step: text, case: text, draft: text },
    ...{ relation: number, quotation: number, today: { type: "string", pattern: "^(\\d{4}-\\d\\d-\\d\\d)?$" } },
  },
  required: ["product"],
  additionalProperties: false,
};

const RECORDING = {
  type: "object",
  properties: { draft: text, name: text, flow: text },
  required: ["draft", "name"],
  additionalProperties: false,
};

/** Forwards the wizard's calls with the session of the request's user and its day. The body is passed on unparsed. */
function forward(scope: FastifyInstance, portal: () => Promise<StudioPortal>): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  scope.all("/api/*", async (request, reply) => {
    const { user, today } = readKept(request);
    const { app, enter } = await portal();
    const sessionHeaders = toHeaders(await enter(user));
    const cookie = `${sessionHeaders.cookie}; language=${readCookie(request, LANGUAGE_COOKIE)}`;
    Object.assign(request.raw.headers, sessionHeaders, { cookie, [DAY_HEADER]: today });
    reply.hijack();
    app.routing(request.raw, reply.raw);
  });
}

/** Empty when there is no such cookie. */
function readCookie({ headers }: FastifyRequest, name: string): string {
  const cookie = new RegExp(`(?:^|; )${name}=([^;]+)`).exec(headers.cookie ?? "")?.[1] ?? "";
  try {
    return decodeURIComponent(cookie);
  } catch {
    return "";
  }
}

/** The user and day with which the request was begun. */
export function readKept(request: FastifyRequest): RequestSettings {
  try {
    return { ...DEFAULT, ...(JSON.parse(readCookie(request, COOKIE)) as Partial<RequestSettings>) };
  } catch {
    return DEFAULT;
  }
}

interface Place {
  product: string;
  number: string;
}

async function describe({ db, products, priced }: StudioPortal, { product, number }: Place): Promise<WalkedRequest> {
  const addressNumber = Number(number);
  const draft = await db
    .selectFrom("requests")
    .select(["request_id", "release"])
    .where("product", "=", product)
    .where("address_number", "=", Number.isSafeInteger(addressNumber) ? addressNumber : 0)
    .where("status", "=", "open")
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  const current = products.entry(product)?.release ?? "";
  const underwriting = priced(product, addressNumber);
  return {
    draft: draft?.request_id ?? null,
    newest: !draft || draft.release === current,
    factors: underwriting ? findPremiumFactors(product, underwriting) : null,
  };
}

interface SentParams {
  draft: string;
  mail: string;
  at: string;
}

/** Serves the mail of a sent request, and each attachment for display in the page. */
function addMail(app: FastifyInstance, portal: () => Promise<StudioPortal>): void {
  app.get<{ Params: SentParams }>("/studio/sent/:draft", async ({ params }): Promise<SentMail[]> => {
    const rows = await findMail(await portal(), params.draft);
    return rows.map(({ mail_id: id, recipient, subject, text: words, attachments }) => ({
      ...{ id, recipient, subject, text: words },
      attachments: attachments.map(({ name, type }) => ({ name, type })),
    }));
  });
  app.get<{ Params: SentParams }>("/studio/sent/:draft/:mail/:at", async ({ params }, reply) => {
    const rows = await findMail(await portal(), params.draft);
    const paper = rows.find(({ mail_id }) => mail_id === params.mail)?.attachments[Number(params.at)];
    if (!paper) return reply.code(404).send(NOT_FOUND);
    reply.headers({
      "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
      "x-frame-options": "SAMEORIGIN",
    });
    return reply.type(paper.type).send(Buffer.from(paper.content, "base64"));
  });
}

/** Finds mails by the number of the quotation, policy or referral in their subject. */
async function findMail({ db }: StudioPortal, draft: string) {
  if (!/^[0-9a-f-]{36}$/.test(draft)) return [];
  const sent = await db.selectFrom("submissions").select("number").where("request_id", "=", draft).executeTakeFirst();
  if (!sent) return [];
  return db
    .selectFrom("outbox")
    .selectAll()
    .where("subject", "like", `%${sent.number}%`)
    .orderBy("created_at")
    .execute();
}
