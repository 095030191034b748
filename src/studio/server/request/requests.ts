// The calls for trying out a request in the studio: begin it, follow it with its premium, mail and documents, and record it as a
// journey. The portal answers every other address, as the user of the request.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { RecordedJourney } from "#content/cases/journeys/record.ts";
import { t } from "#content/read/findings/translate.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Db } from "#server/db/open.ts";
import { recordRequest } from "#server/samples/recording.ts";
import { sentence, text, whole } from "../edit/bodies.ts";
import type { Act, Patcher } from "../edit/patch.ts";
import { findPremiumFactors, type PremiumFactors } from "../premiumFactors.ts";
import { type BegunRequest, beginRequest, type Order } from "./beginRequest.ts";
import { type PortalOptions, type StudioPortal, startPortal, type Walk } from "./portal.ts";

/** The request that was saved last since one was begun. */
export interface WalkedRequest {
  /** Of the request that was begun last, in any tab. */
  serial: number;
  /** Null when nothing was saved yet. */
  draft: string | null;
  /** Whether its release is that of the current files. */
  newest: boolean;
  factors: PremiumFactors | null;
  /** Null until it is sent. */
  mails: SentMail[] | null;
}

export interface SentMail {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  attachments: { name: string; type: string }[];
}

export type KeptJourney = Omit<RecordedJourney, "text">;

interface RequestParts extends PortalOptions {
  fixturesDir: string;
  patcher: Patcher;
  saved(): Promise<void>;
}

interface JourneyRoute {
  Body: Pick<Act, "sentence"> & { name: string };
}

/** Returns what answers an address of the portal as the user of the request. */
export function addRequests(app: FastifyInstance, { fixturesDir, patcher, saved, ...options }: RequestParts) {
  let running: Promise<StudioPortal> | undefined;
  let begun: { order: Order; request: BegunRequest } | undefined;
  const portal = () => {
    running ??= startPortal(options);
    return running;
  };
  const stop = async () => {
    const ended = running;
    [running, begun] = [undefined, undefined];
    await (await ended)?.close();
  };
  const forward = async ({ raw, headers }: FastifyRequest, reply: FastifyReply) => {
    const { app: server, enter } = await portal();
    const session = await enter();
    Object.assign(raw.headers, session, { cookie: [session.cookie, headers.cookie].filter(Boolean).join("; ") });
    reply.hijack();
    server.routing(raw, reply.raw);
  };
  app.addHook("onClose", stop);
  app.register(async (scope) => {
    // The body is passed on unparsed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.all("/api/*", forward);
  });
  app.post<{ Body: Order & { again?: boolean } }>(
    "/studio/requests",
    { schema: { body: ORDER } },
    async ({ body: { again, ...order } }): Promise<BegunRequest> => {
      if (again || !begun || !sameValue(begun.order, order))
        begun = { order, request: await beginRequest(await portal(), fixturesDir, order) };
      return begun.request;
    },
  );
  /** Restores the sample data. All requests are lost. */
  app.delete("/studio/requests", async (_request, reply) => {
    await stop();
    return reply.code(204).send();
  });
  app.get("/studio/requests", async () => describe(await portal()));
  /** Goes on with the current files. The portal judges every step again. */
  app.post("/studio/requests/renew", async (_request, reply) => {
    const { db, products, walk } = await portal();
    const row = await findLatest(db, walk);
    const release = row && products.entry(row.product)?.release;
    if (release) await db.updateTable("requests").set({ release }).where("request_id", "=", row.request_id).execute();
    return reply.code(204).send();
  });
  app.post<JourneyRoute>(
    "/studio/journeys",
    { schema: { body: RECORDING } },
    async ({ body }): Promise<KeptJourney> => {
      const { db, products, walk, today } = await portal();
      const draft = (await findLatest(db, walk))?.request_id ?? "";
      const order = { ...(begun && { flow: begun.request.flow }), name: body.name, draft, today: today() };
      const { text: written, ...kept } = await recordRequest({ db, products, fixturesDir }, order);
      patcher.replace({ [`fixtures/${kept.file}`]: written }, body);
      await saved();
      return kept;
    },
  );
  app.get<{ Params: { mail: string; at: string } }>("/studio/papers/:mail/:at", async ({ params }, reply) => {
    const { db, walk } = await portal();
    const mails = await findMails(db, await findLatest(db, walk));
    const paper = mails.find(({ mail_id }) => mail_id === params.mail)?.attachments[Number(params.at)];
    if (!paper) return reply.code(404).send({ code: "not_found", message: t`The document was not found.` });
    const policy = "default-src 'none'; frame-ancestors 'self'";
    reply.headers({ "content-security-policy": policy, "x-frame-options": "SAMEORIGIN" });
    return reply.type(paper.type).send(Buffer.from(paper.content, "base64"));
  });
  return { forward, isStarted: () => running !== undefined };
}

const number = { type: "integer" } as const;
const ORDER = {
  type: "object",
  properties: {
    ...{ product: text, flow: text, journey: text, step: text, case: text, again: { type: "boolean" } },
    ...{ relation: number, quotation: number, today: { type: "string", pattern: "^(\\d{4}-\\d\\d-\\d\\d)?$" } },
  },
  required: ["product"],
  additionalProperties: false,
};
const RECORDING = whole({ name: text, sentence });

const findLatest = (db: Db, { since }: Walk) =>
  db
    .selectFrom("requests")
    .select(["request_id", "release", "product", "status"])
    .where(LAST_SAVED, ">=", since)
    .where("status", "!=", "discarded")
    .orderBy(LAST_SAVED, "desc")
    .executeTakeFirst();

const LAST_SAVED = sql<Date>`coalesce(saved_at, created_at)`;

async function describe({ db, products, walk }: StudioPortal): Promise<WalkedRequest> {
  const row = await findLatest(db, walk);
  const mails = await findMails(db, row);
  return {
    serial: walk.since.getTime(),
    draft: row?.request_id ?? null,
    newest: row?.status !== "open" || row.release === products.entry(row.product)?.release,
    factors: walk.priced ? findPremiumFactors(walk.product, walk.priced) : null,
    mails:
      row?.status === "submitted"
        ? mails.map(({ mail_id: id, recipient, subject, text: words, attachments }) => ({
            ...{ id, recipient, subject, text: words },
            attachments: attachments.map(({ name, type }) => ({ name, type })),
          }))
        : null,
  };
}

/** Finds mails by the number of the quotation, policy or referral in their subject. */
async function findMails(db: Db, row: { request_id: string } | undefined) {
  const submissions = db
    .selectFrom("submissions")
    .select("number")
    .where("request_id", "=", row?.request_id ?? null);
  const sent = row && (await submissions.executeTakeFirst());
  if (!sent) return [];
  const mails = db.selectFrom("outbox").selectAll().where("subject", "like", `%${sent.number}%`);
  return mails.orderBy("created_at").execute();
}
