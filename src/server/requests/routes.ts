// The routes of the wizard's calls (spec: wizard 7): reads user, place and headers, and calls requests/ for the work.
import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import type { OutcomeAnswer } from "#api/wire/wireTypes.ts";
import type { JsonObject, RequestAnswers } from "#engine/schema/types.ts";
import type { Underwriting } from "#underwriting/calculate.ts";
import { BLOCK, readRequestBlock } from "#underwriting/sending.ts";
import type { Consents } from "../auth/consents.ts";
import { findUser } from "../auth/user.ts";
import { auditCall } from "../db/audit.ts";
import type { Db } from "../db/open.ts";
import { describeAnswer, describeCall } from "../http/apiSchemas.ts";
import { notFound, PortalError } from "../http/errors/portalError.ts";
import { readHeader, readIdempotencyKey, readRevision, readRevisions } from "../http/readHeaders.ts";
import { copyingPlace, type OpenRequest, type Place, refuseClosedQuotation, type WizardContext } from "./context.ts";
import { addContractDetails } from "./contract/contractDetails.ts";
import { look, work } from "./drafts/drafts.ts";
import { type ReceivedFile, removeUpload, storeUpload, tooLarge } from "./drafts/uploads.ts";
import { evaluate } from "./evaluate.ts";
import { existsAnswer, sentOnly } from "./exists.ts";
import { buildForms } from "./forms.ts";
import { findPlaces } from "./placeOfCall.ts";
import { buildPremium } from "./premium/premium.ts";
import { buildProfessions, buildQuestions } from "./questions.ts";
import { saveStep } from "./save.ts";
import { sentBefore, sentRequest } from "./sending/sent.ts";
import { submit } from "./sending/submit.ts";

const BASE = "/api/aanvraag/:product/:intermediary/:relation";

type Context = WizardContext & {
  consents: Consents;
  /** In development: called for each premium call, with its address and the inputs of the premium. */
  priced?: ((url: string, underwriting: Underwriting) => void) | undefined;
};
/** Parameters and bodies, as validated by schemas/api. */
type Copying = { quotation: number; replace?: boolean };
type Saving = { Params: { step: string }; Querystring: { action: "next" | "save" }; Body: JsonObject };
type Sending = { Params: { action: string }; Body: JsonObject };

/** GET /api/requests/{draft}/outcome (our addition): the outcome of a sent request of the own office (decisions 89). */
function addOutcome(app: FastifyInstance, { db }: WizardContext): void {
  app.get(
    "/api/requests/:draft/outcome",
    { schema: describeAnswer("requests-outcome"), config: { audit: "all" } },
    async (request): Promise<OutcomeAnswer> => {
      const { draft } = request.params as { draft: string };
      const data = await sentRequest(db, findUser(request).intermediary_number, draft);
      if (!data) throw notFound();
      return { data };
    },
  );
}

export function addWizardRoutes(app: FastifyInstance, context: Context): void {
  findPlaces(app, context);
  addOpening(app, context);
  addReading(app, context);
  addSaving(app, context);
  addUploads(app, context);
  addOutcome(app, context);
  addContractDetails(app, context);
}

async function lookAtOpen(context: Context, place: Place): Promise<OpenRequest> {
  refuseClosedQuotation(place.quotation);
  return look(context, place);
}

function addOpening(app: FastifyInstance, context: Context): void {
  app.get(
    "/api/aanvraag/:product/:intermediary/prerequisites/exists/",
    { schema: describeAnswer("wizard-exists"), config: { audit: "all", place: "any" } },
    async (request) => {
      const { place } = request;
      const consent = context.consents.givenTo(findUser(request));
      const [sent, opened] = await Promise.all([
        sentBefore(context.db, place),
        lookAtOpen(context, place).catch((error: unknown) => {
          if (error instanceof PortalError) return error;
          throw error;
        }),
      ]);
      if (opened instanceof PortalError) {
        if (!sent) throw opened;
        return { data: sentOnly(place, consent, sent) };
      }
      const answer = await existsAnswer(context, opened, consent);
      return sent ? { data: { ...answer.data, sent } } : answer;
    },
  );

  app.post(
    `${BASE}/wizard/restart`,
    { schema: describeAnswer("wizard-exists"), config: { audit: "all", place: "any" } },
    async (request) => {
      const open = await work(context, request.place, { shown: readHeader(request, "x-draft"), replaces: "any" });
      return existsAnswer(context, open, context.consents.givenTo(findUser(request)));
    },
  );

  app.post<{ Body: Copying }>(
    `${BASE}/wizard/copy`,
    { schema: describeCall("wizard-copy"), config: { audit: "all", place: "any" } },
    async (request) => {
      const { quotation, replace = false } = request.body;
      const routePlace = await copyingPlace(context, request.place, quotation);
      const shown = readHeader(request, "x-draft");
      const open = await work(context, routePlace, { shown, replaces: replace ? "any" : "unsaved" });
      return existsAnswer(context, open, context.consents.givenTo(findUser(request)));
    },
  );
}

function addReading(app: FastifyInstance, context: Context): void {
  const optionsFor = (open: OpenRequest) => ({ today: context.clock.today(), language: open.place.language });

  const schema = describeCall("wizard-forms");
  app.post<{ Body: { kvk?: string } | null }>(
    `${BASE}/wizard/steps/forms`,
    { schema, config: { audit: "all", place: "any" } },
    async (request) => {
      const open = await look(context, request.place);
      return buildForms({
        db: context.db,
        open,
        steps: open.steps,
        register: context.register,
        kvk: request.body?.kvk,
        ...optionsFor(open),
      });
    },
  );

  app.get(
    `${BASE}/wizard/steps/progress`,
    { schema: describeAnswer("wizard-progress"), config: { place: "any" } },
    async (request) => {
      const open = await look(context, request.place);
      return evaluate(open.product, open.steps, optionsFor(open)).progress;
    },
  );

  for (const call of ["acceptance", "closing-questions"] as const) {
    app.get(
      `${BASE}/${call}`,
      { schema: describeAnswer("wizard-questions"), config: { list: true, place: "any" } },
      async (request) => {
        const open = await look(context, request.place);
        return { data: buildQuestions(open.product, call, open.place.language) };
      },
    );
  }

  app.get(
    `${BASE}/professions`,
    { schema: describeAnswer("wizard-professions"), config: { list: true, place: "any" } },
    async (request) => {
      const open = await look(context, request.place);
      return buildProfessions(open.product, open.place.language);
    },
  );

  app.post<{ Body: RequestAnswers }>(
    `${BASE}/premium`,
    { schema: describeCall("wizard-premium"), config: { place: "any" } },
    async (request) => {
      const open = await look(context, request.place);
      const { day } = readRequestBlock(open.product, request.body[BLOCK] ?? {}, context.clock.today());
      const options = { ...optionsFor(open), ...(day === undefined ? {} : { day }) };
      const priced = buildPremium(open.product, open.steps, request.body, options);
      context.priced?.(request.url, priced.underwriting);
      return priced.answer;
    },
  );
}

function addSaving(app: FastifyInstance, context: Context): void {
  app.post<Saving>(
    `${BASE}/wizard/step/:step/save`,
    { schema: describeCall("wizard-save"), config: { audit: "refusals", place: "not sent" } },
    async (request) => {
      const { step } = request.params;
      const { action } = request.query;
      const open = await work(context, request.place, { shown: readHeader(request, "x-draft") });
      const audit = (db: Db) => auditCall(db, request, 200);
      const order = { step, action, body: request.body, revision: readRevision(request), audit } as const;
      return saveStep(context, open, order);
    },
  );

  app.post<Sending>(
    `${BASE}/wizard/submit/:action`,
    { schema: describeCall("wizard-submit"), config: { audit: "refusals", place: "any" } },
    async (request) => {
      const { action } = request.params;
      if (action !== "quotation" && action !== "insurance-policy") throw notFound();
      const headers = { draft: readHeader(request, "x-draft"), flow: readHeader(request, "x-flow") };
      const revisions = readRevisions(request);
      const order = { action, body: request.body, key: readIdempotencyKey(request), revisions, ...headers } as const;
      return submit(context, request.place, order);
    },
  );
}

function addUploads(app: FastifyInstance, context: Context): void {
  app.post(
    `${BASE}/uploads`,
    { schema: describeCall("wizard-upload"), config: { file: true, audit: "all", place: "not sent" } },
    async (request) => {
      const { field = null } = request.query as { field?: string };
      const file = { ...(await receiveFile(request)), field };
      const open = await work(context, request.place, { shown: readHeader(request, "x-draft"), onlyShown: true });
      return storeUpload(context, open, file);
    },
  );

  app.delete(`${BASE}/uploads/:id`, { config: { audit: "all", place: "not sent" } }, async (request, reply) => {
    const { id } = request.params as { id: string };
    const { place } = request;
    const read = await look(context, place);
    // A file that came with a quotation can be removed once the request has begun.
    const begins = read.files?.some((file) => file.id === id);
    const open = begins ? await work(context, place, { shown: readHeader(request, "x-draft") }) : read;
    await removeUpload(context, open, id);
    return reply.code(204).send();
  });
}

/**
 * A file that is too large is cut off while it arrives. The parser does not throw in all cases, so `truncated` is
 * checked too. Reads to the end, so that a second file is refused and not dropped.
 */
export async function receiveFile(request: FastifyRequest): Promise<ReceivedFile> {
  const [part, ...more] = await readParts(request);
  if (!part) throw new PortalError("bad_request.no_file");
  if (more.length > 0) throw new PortalError("too_many_files.at_once");
  return { ...part, key: readIdempotencyKey(request), log: request.log };
}

/** The parser names its limits by a code. All that it throws otherwise is about what the sender sent. */
async function readParts(request: FastifyRequest): Promise<Pick<ReceivedFile, "filename" | "content">[]> {
  const files = [];
  try {
    for await (const part of request.parts()) {
      if (part.type !== "file") continue;
      const content = await part.toBuffer();
      if (part.file.truncated) throw tooLarge();
      files.push({ filename: part.filename, content });
    }
  } catch (error) {
    if (error instanceof PortalError || (error as FastifyError).code?.startsWith("FST_")) throw error;
    throw new PortalError("bad_request.half_file");
  }
  return files;
}
