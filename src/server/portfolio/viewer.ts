// The viewer of a portfolio call and the services that the portfolio needs. The office comes from the session, never
// from an address. The guard has checked login and consent before.
import type { FastifyRequest } from "fastify";
import type { FieldError, JsonObject, Language } from "#engine/schema/types.ts";
import type { Clock } from "../config/clock.ts";
import type { Db } from "../db/open.ts";
import type { FileStore } from "../files/fileStore.ts";
import { notFound } from "../http/errors/portalError.ts";
import type { Wording } from "./lists/wording.ts";

export interface Viewer {
  login: string;
  /** 0 for a user without an office, for whom every list is empty and every number unknown. */
  intermediary: number;
  language: Language;
  /** Whether the current cookie statement is accepted, so that usage may be counted (decisions 59). */
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

/** Parses a number in an address. Throws 404 for anything else: it is as unknown as a number that does not exist. */
export function numberIn(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw notFound();
  return Number(text);
}
