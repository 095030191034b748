// Turns every error into a response in the user's language: ErrorAnswer for calls, a page for browsers. Unexpected
// errors are logged with the request id. The response reveals no internals.
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from "fastify";
import type { ErrorAnswer } from "#api/wire/wireTypes.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { escapeHtml, page } from "../auth/login/page.ts";
import { findLanguage } from "../auth/user.ts";
import type { Config } from "../config/config.ts";
import { findKind, KINDS } from "../db/failures/failures.ts";
import type { Room } from "../db/failures/fullDisk.ts";
import { PlaceFails } from "../files/fileStore.ts";
import { notFound, PortalError, type Refusal, unavailable } from "../http/errors/portalError.ts";
import { isPageRequest } from "../http/readHeaders.ts";
import { fillText, serverTexts } from "../texts/serverTexts.ts";

const BY_FRAMEWORK_CODE: Record<string, Refusal> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_BODY_TOO_LARGE: "too_large",
  FST_ERR_CTP_EMPTY_JSON_BODY: "bad_request.no_body",
  FST_ERR_CTP_INVALID_JSON_BODY: "bad_request.no_json",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "bad_request.length",
  FST_ERR_BAD_URL: "bad_request.address",
  FST_ERR_MAX_PARAM_LENGTH: "not_found",
  FST_REQ_FILE_TOO_LARGE: "too_large.file",
  FST_FILES_LIMIT: "too_many_files.at_once",
  FST_PARTS_LIMIT: "too_many_files.at_once",
  FST_FIELDS_LIMIT: "too_many_files.at_once",
  FST_INVALID_MULTIPART_CONTENT_TYPE: "unsupported_media_type.file",
};

interface PageParts {
  styleSheets(): string[];
  support: Config["support"];
  room: Pick<Room, "note">;
}

export function handleErrors(app: FastifyInstance, parts: PageParts): void {
  app.setErrorHandler((error: FastifyError | PortalError, request, reply) => {
    parts.room.note(error);
    return isPageRequest(request)
      ? answerPage(findRefusal(error, request), request, reply, parts)
      : answer(findRefusal(error, request), request, reply);
  });
}

/** The client disconnected before its body was complete: that error must not be taken for one of the database. */
const isHalf = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** Maps an error to a refusal. Unexpected errors are logged. */
function findRefusal(error: FastifyError | PortalError, request: FastifyRequest): PortalError {
  if (error instanceof PortalError) return error;
  const errorCode = BY_FRAMEWORK_CODE[error.code];
  if (errorCode) return new PortalError(errorCode);
  const [misshapen] = ("validation" in error && error.validation) || [];
  if (misshapen && error.validationContext === "body") return nameMember(misshapen);
  if (misshapen?.keyword === "enum") return nameChoices(misshapen);
  if (isHalf(request)) return new PortalError("bad_request.half_file");
  const ofStorage = findStorageRefusal(error, request);
  if (ofStorage) return ofStorage;
  // From the static file plugin: a folder, a hidden file or a path outside its root answers as a file that does not exist.
  if (error.statusCode === 403 || error.statusCode === 404) return notFound();
  if (error.statusCode === 429) return new PortalError("too_many_requests");
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new PortalError("bad_request");
  request.log.error({ err: error }, "request failed");
  return new PortalError("internal");
}

/** The refusal when the database, a disk or the file store failed, by the table of failures. */
function findStorageRefusal(error: Error, { log }: FastifyRequest): PortalError | undefined {
  const kind = findKind(error);
  if (error instanceof PlaceFails && kind !== "full") {
    log.error({ err: error }, "the place of files cannot be used");
    return unavailable("unavailable.files");
  }
  if (!kind) return undefined;
  const { refusal, level, log: sentence, ...parts } = KINDS[kind];
  log[level]({ err: error }, sentence);
  return new PortalError(refusal, parts);
}

type ValidationFailure = Pick<FastifySchemaValidationError, "instancePath" | "keyword" | "params">;

const nameChoices = ({ instancePath, params }: ValidationFailure) =>
  new PortalError("bad_request.choice", {
    values: { name: instancePath.slice(1), choices: (params.allowedValues as unknown[]).join(", ") },
  });

/** The error for a body that schemas/api refuses, in the same shape as errors of the content's contracts. */
function nameMember({ instancePath, keyword, params }: ValidationFailure): PortalError {
  const member = params.missingProperty ?? params.additionalProperty;
  const pointer = member === undefined ? instancePath : `${instancePath}/${member}`;
  if (pointer === "") return new PortalError("bad_request.object");
  return new PortalError("invalid.field", {
    values: { name: pointer.slice(1) },
    errors: [{ pointer, keyword, params: params as JsonObject }],
  });
}

function answer(refusal: PortalError, request: FastifyRequest, reply: FastifyReply) {
  const { errors, extra } = refusal.parts;
  const body: ErrorAnswer = {
    success: false,
    code: refusal.code,
    message: refusal.text(findLanguage(request)),
    ...extra,
    ...(errors ? { errors } : {}),
    request_id: request.id,
  };
  return head(refusal, reply).type("application/json; charset=utf-8").send(JSON.stringify(body));
}

/** The page contains what happened, what to do now, and the request id for finding it in the log. */
function answerPage(
  refusal: PortalError,
  request: FastifyRequest,
  reply: FastifyReply,
  { styleSheets, support }: PageParts,
) {
  const language = findLanguage(request);
  const { error_page: words, login_refused: login } = serverTexts[language];
  const now = (login.now as Record<string, string>)[refusal.refusal];
  const missing = refusal.status === 404;
  const title = now ? login.title : missing ? words.not_found.title : words.title;
  const { phone, email } = support[language];
  const help = now && fillText(now, { phone: phone.replaceAll(" ", "\u00a0"), email });
  const paragraphs = [
    `<div><h1>${escapeHtml(title)}</h1><p role="alert">${escapeHtml(missing ? words.not_found.text : refusal.text(language))}</p></div>`,
    ...(help ? [`<p>${escapeHtml(help)}</p>`] : []),
    `<p class="small muted">${escapeHtml(fillText(words.reference, { reference: request.id }))}</p>`,
  ];
  const again = now ? link("/auth/login", login.again, "primary") : "";
  const begin = link("/", words.begin, now ? "secondary" : "primary");
  const body = `${paragraphs.join("")}<div class="actions">${again}${begin}</div>`;
  return head(refusal, reply)
    .type("text/html; charset=utf-8")
    .send(page({ title, body, styleSheets: styleSheets(), language }));
}

const link = (to: string, words: string, kind: "primary" | "secondary") =>
  `<a class="button button-${kind}" href="${to}">${escapeHtml(words)}</a>`;

function head({ status, parts }: PortalError, reply: FastifyReply): FastifyReply {
  if (parts.retryAfter) reply.header("retry-after", String(parts.retryAfter));
  return reply.code(status).header("cache-control", "no-store");
}
