// Who asks, as far as the portfolio needs to know, and what the portfolio needs of the server. The office comes from the
// session only, never from an address; login and consent are the guard's business.

import type { FastifyRequest } from "fastify";
import type { FieldError, JsonObject, Language } from "#engine/types.ts";
import type { Clock } from "../clock.ts";
import type { Db } from "../db/open.ts";
import type { FileStore } from "../files/fileStore.ts";
import { notFound } from "../portalError.ts";
import type { Wording } from "./wording.ts";

export interface Viewer {
  login: string;
  /** 0: belongs to no office; every list is empty and every number unknown. */
  intermediary: number;
  language: Language;
  /** The cookie statement in force is accepted: events of use may be counted (decisions 59). */
  consent: boolean;
}

export interface PortfolioContext {
  db: Db;
  /** Name of the insurer, for the placeholder in the sample data. */
  provider: string;
  clock: Clock;
  files: FileStore;
  viewer(request: FastifyRequest): Viewer;
  /** The published contract of the relation form (schemas/portal). */
  relationRules(data: JsonObject): FieldError[] | Promise<FieldError[]>;
}

export const buildWording = (context: PortfolioContext, viewer: Viewer): Wording => ({
  language: viewer.language,
  provider: context.provider,
});

/** The number of an address; what is no number exists just as little. */
export function numberIn(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw notFound();
  return Number(text);
}
