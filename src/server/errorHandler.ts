// Every refusal leaves through here in one shape (ErrorAnswer). An unexpected failure is logged with its request id; the
// answer says nothing about the inside.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorAnswer } from "#engine/wire.ts";
import { PortalError } from "./portalError.ts";

const BY_FRAMEWORK_CODE: Record<string, [number, string, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, "unsupported_media_type", "Dit soort inhoud wordt hier niet aangenomen."],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, "too_large", "De inhoud is te groot."],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, "bad_request", "De inhoud ontbreekt."],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, "bad_request", "De inhoud is geen geldige JSON."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, "bad_request", "De inhoud klopt niet met de opgegeven lengte."],
  FST_ERR_BAD_URL: [400, "bad_request", "Het adres is niet te lezen."],
  FST_ERR_MAX_PARAM_LENGTH: [404, "not_found", "Niet gevonden."],
  FST_ERR_HANDLER_TIMEOUT: [503, "unavailable", "Het duurt te lang. Probeer het zo meteen opnieuw."],
  FST_REQ_FILE_TOO_LARGE: [413, "too_large", "Het bestand is te groot, maximaal 2MB toegestaan."],
  FST_FILES_LIMIT: [413, "too_many_files", "Stuur een bestand tegelijk."],
  FST_PARTS_LIMIT: [413, "too_many_files", "Stuur een bestand tegelijk."],
  FST_FIELDS_LIMIT: [413, "too_many_files", "Stuur een bestand tegelijk."],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, "unsupported_media_type", "Stuur het bestand als multipart/form-data."],
};
/** What PostgreSQL refuses in a value: characters it cannot store, numbers out of range, text that is no number. */
const BAD_VALUE = new Set(["22021", "22P05", "22003", "22P02", "22007", "22008", "22026", "54000", "54001"]);

/** The database is away, stopping, out of connections or too slow: the same call may work in a moment. */
const AWAY =
  /^(08...|53...|57P0.|57014|55P03|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const isAway = ({ code, message }: { code?: string; message: string }) =>
  AWAY.test(code ?? "") ||
  /^Connection terminated|^timeout exceeded when trying to connect|^The database /.test(message);

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | PortalError, request, reply) => answerError(error, request, reply));
}

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  send(reply, request, 404, "not_found", "Niet gevonden.");

export function answerError(error: FastifyError | PortalError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof PortalError) {
    return send(reply, request, error.status, error.code, error.message, {
      ...error.extra,
      ...(error.errors ? { errors: error.errors } : {}),
    });
  }
  const known = BY_FRAMEWORK_CODE[error.code];
  if (known) return send(reply, request, ...known);
  if (error.validation) return send(reply, request, 400, "bad_request", "Het verzoek klopt niet.");
  if (BAD_VALUE.has(error.code))
    return send(reply, request, 400, "bad_value", "Een waarde kan niet worden opgeslagen.");
  if (isAway(error)) {
    request.log.error({ err: error }, "database not reachable");
    reply.header("retry-after", "5");
    return send(
      reply,
      request,
      503,
      "unavailable",
      "Het portaal is even niet bereikbaar. Probeer het zo meteen opnieuw.",
    );
  }
  // A folder, a hidden file, a path out of the folder: to whom asks, there is no such file.
  if (error.statusCode === 403) return answerNotFound(request, reply);
  if (error.statusCode === 429)
    return send(reply, request, 429, "too_many_requests", "Te veel verzoeken. Probeer het over een minuut opnieuw.");
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return send(reply, request, error.statusCode, "bad_request", "Het verzoek klopt niet.");
  }
  request.log.error({ err: error }, "request failed");
  return send(reply, request, 500, "internal", "Er is iets fout gegaan.");
}

function send(
  reply: FastifyReply,
  request: FastifyRequest,
  status: number,
  code: string,
  message: string,
  more: object = {},
) {
  const answer: ErrorAnswer = { success: false, code, message, ...more, request_id: request.id };
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(answer));
}
