// Serves a document of the archive. Its name, type and location come from the database, so no part of the address reaches a path.
import type { FastifyReply } from "fastify";
import { notFound } from "../http/errors/portalError.ts";
import { attachmentHeaders } from "./attachment.ts";
import type { PortfolioContext } from "./viewer.ts";

export async function sendStoredDocument(
  { db, files }: Pick<PortfolioContext, "db" | "files">,
  reply: FastifyReply,
  { id, office }: { id: number; office: number },
) {
  const document = await db
    .selectFrom("documents as d")
    .leftJoin("document_contents as c", "c.id", "d.id")
    .select(["d.name", "d.media_type", "d.location", "c.content"])
    .where("d.id", "=", id)
    .where("d.intermediary_number", "=", office)
    .executeTakeFirst();
  if (!document) throw notFound();
  return reply.headers(attachmentHeaders(document.name, document.media_type)).send(await files.read(document));
}
