// Hands out a stored document. Its bytes and its type are ours; nothing of the address reaches a path.
import type { FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../portalError.ts";
import { attachmentHeaders } from "./attachment.ts";
import { numberIn, type PortfolioContext } from "./viewer.ts";

export async function downloadDocument(context: PortfolioContext, request: FastifyRequest, reply: FastifyReply) {
  const viewer = context.viewer(request);
  const id = numberIn((request.params as { id: string }).id);
  const found = await context.db
    .selectFrom("documents as d")
    .innerJoin("document_contents as c", "c.id", "d.id")
    .select(["d.name", "d.media_type", "c.content"])
    .where("d.id", "=", id)
    .where("d.intermediary_number", "=", viewer.intermediary)
    .executeTakeFirst();
  if (!found) throw notFound();
  return reply.headers(attachmentHeaders(found.name, found.media_type)).send(Buffer.from(found.content));
}
