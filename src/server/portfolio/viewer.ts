// Who asks, as far as the portfolio needs to know. The office comes from the session only, never from an address.
import type { FastifyRequest } from "fastify";
import type { Language } from "#engine/types.ts";

export interface Viewer {
  login: string;
  /** 0: belongs to no office; every list is empty and every number unknown. */
  intermediary: number;
  language: Language;
}

export type ViewerOf = (request: FastifyRequest) => Viewer | Promise<Viewer>;
