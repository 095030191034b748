// The wizard's calls (spec: wizard 7) as routes: who, about what, and the answer. The work is done in requests/.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ExistsAnswer } from "#engine/wire.ts";
import type { Consents } from "../auth/consents.ts";
import { userOf } from "../auth/user.ts";
import { badRequest, notFound } from "../portalError.ts";
import { copyingPlace, type OpenRequest, placeOf, type WizardContext } from "../requests/context.ts";
import { currentRequest, openDraft, requestToRead, stepsAt } from "../requests/drafts.ts";
import { evaluate } from "../requests/evaluate.ts";
import { formsOf } from "../requests/forms.ts";
import { premiumOf } from "../requests/premium.ts";
import { professionsOf, questionsOf } from "../requests/questions.ts";
import { conflictAnswer, StaleRevision, saveStep } from "../requests/save.ts";
import { refuseSent } from "../requests/sent.ts";
import { submit } from "../requests/submit.ts";
import { removeUpload, storeUpload } from "../requests/uploads.ts";
import { headerOf, keyOf, memberOf, revisionOf } from "./asked.ts";

const BASE = "/api/aanvraag/:product/:intermediary/:relation";

type Context = WizardContext & { consents: Consents };

export function addWizardRoutes(app: FastifyInstance, context: Context): void {
  addOpening(app, context);
  addReading(app, context);
  addSaving(app, context);
  addUploads(app, context);
}

const openAt = async (context: WizardContext, request: FastifyRequest): Promise<OpenRequest> =>
  currentRequest(context, await placeOf(context, request));

const readAt = async (context: WizardContext, request: FastifyRequest): Promise<OpenRequest> =>
  requestToRead(context, await placeOf(context, request));

function addOpening(app: FastifyInstance, context: Context): void {
  app.get("/api/aanvraag/:product/:intermediary/prerequisites/exists/", async (request) => {
    const { open, resumed } = await openDraft(context, await placeOf(context, request), false);
    return existsAnswer(context, open, resumed, context.consents.givenTo(userOf(request)));
  });

  app.post(`${BASE}/wizard/restart`, async (request) => {
    const { open } = await openDraft(context, await placeOf(context, request), true);
    return existsAnswer(context, open, false, context.consents.givenTo(userOf(request)));
  });

  app.post(`${BASE}/wizard/copy`, async (request) => {
    const place = await copyingPlace(context, await placeOf(context, request), memberOf(request.body, "quotation"));
    const { open, resumed } = await openDraft(context, place, false);
    return existsAnswer(context, open, resumed, context.consents.givenTo(userOf(request)));
  });
}

function addReading(app: FastifyInstance, context: Context): void {
  const optionsFor = (open: OpenRequest) => ({ today: context.clock.today(), language: open.place.language });

  app.post(`${BASE}/wizard/steps/forms`, async (request) => {
    const open = await readAt(context, request);
    const kvk = memberOf(request.body, "kvk");
    if (kvk !== undefined && typeof kvk !== "string") throw badRequest("Een KVK-nummer is een tekst van acht cijfers.");
    return formsOf({
      db: context.db,
      open,
      steps: await stepsAt(context.db, open),
      register: context.register,
      kvk,
      ...optionsFor(open),
    });
  });

  app.get(`${BASE}/wizard/steps/progress`, async (request) => {
    const open = await readAt(context, request);
    return evaluate(open.product, await stepsAt(context.db, open), optionsFor(open)).progress;
  });

  for (const call of ["acceptance", "closing-questions"] as const) {
    app.get(`${BASE}/${call}`, async (request) => {
      const open = await readAt(context, request);
      return { data: questionsOf(open.product, call, open.place.language) };
    });
  }

  app.get(`${BASE}/professions`, async (request) => {
    const open = await readAt(context, request);
    return professionsOf(open.product, open.place.language);
  });

  app.post(`${BASE}/premium`, async (request) => {
    const open = await readAt(context, request);
    return premiumOf(open.product, await stepsAt(context.db, open), request.body, optionsFor(open));
  });
}

function addSaving(app: FastifyInstance, context: Context): void {
  app.post(`${BASE}/wizard/step/:step/save`, async (request) => {
    const { step } = request.params as { step: string };
    const { action } = request.query as { action?: string };
    if (action !== "next" && action !== "save") throw badRequest("De actie van een stap is next of save.");
    const place = await placeOf(context, request);
    await refuseSent(context.db, place, headerOf(request, "x-draft"));
    const open = await currentRequest(context, place);
    const order = { step, action, body: request.body, revision: revisionOf(request) } as const;
    return saveStep(context, open, order).catch((error: unknown) => {
      throw error instanceof StaleRevision ? conflictAnswer(error) : error;
    });
  });

  app.post(`${BASE}/wizard/submit/:action`, async (request) => {
    const { action } = request.params as { action: string };
    if (action !== "quotation" && action !== "insurance-policy") throw notFound();
    const said = { draft: headerOf(request, "x-draft"), flow: headerOf(request, "x-flow") };
    const order = { action, body: request.body, key: keyOf(request), ...said } as const;
    return submit(context, await placeOf(context, request), order);
  });
}

function addUploads(app: FastifyInstance, context: Context): void {
  app.post(`${BASE}/uploads`, { config: { file: true } }, async (request) => {
    const open = await openAt(context, request);
    const file = await request.file();
    if (!file) throw badRequest("Er is geen bestand meegestuurd.");
    return storeUpload(context, open, { filename: file.filename, content: await file.toBuffer() });
  });

  app.delete(`${BASE}/uploads/:id`, async (request, reply) => {
    await removeUpload(context, await readAt(context, request), (request.params as { id: string }).id);
    return reply.code(204).send();
  });
}

async function existsAnswer(
  { db }: WizardContext,
  open: OpenRequest,
  resumed: boolean,
  consent: { personal_data: boolean; cookies: boolean },
): Promise<ExistsAnswer> {
  const { draft, place } = open;
  const relation = await open.relation(db);
  return {
    data: {
      insurance_type: draft.product,
      relation_number: draft.address_number,
      quotation_number: draft.quotation_number,
      intermediary_number: place.office,
      temporary_request: draft.temporary,
      cookie_consent_exists: consent.cookies,
      personal_data_exists: consent.personal_data,
      company: relation?.company ?? null,
      product_version: open.product.release,
      resumed:
        resumed && draft.saved_at ? { saved_at: draft.saved_at.toISOString(), step: draft.saved_step ?? "" } : null,
      draft_id: draft.request_id,
    },
  };
}
