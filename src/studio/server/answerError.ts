// Answers what a call refuses, with its reason. Any other error is a fault of the studio.
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { RecordingError } from "#content/cases/journeys/record.ts";
import { UnknownContent } from "#content/compare/revision.ts";
import { t } from "#content/read/findings/translate.ts";
import { NoContentFile } from "./edit/contentFiles.ts";
import { PatchRefused } from "./edit/patch.ts";
import { RequestStartError } from "./request/findPlace.ts";

/** Status of the answer to a patch that is not written. */
const REFUSED = { changed: 409, nothing: 409, shape: 422, unwritable: 507 } as const;

export function answerError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
  const { message } = error;
  if (error instanceof NoContentFile)
    return reply.code(404).send({ code: "not_found", message: t`The content has no such file.` });
  if (error instanceof UnknownContent) return reply.code(404).send({ code: "not_found", message });
  if (error instanceof RequestStartError || error instanceof RecordingError)
    return reply.code(409).send({ code: "refused", message });
  if (!(error instanceof PatchRefused)) throw error;
  const { reason: code, file, place } = error;
  return reply.code(REFUSED[code]).send({ code, message, file, place });
}
