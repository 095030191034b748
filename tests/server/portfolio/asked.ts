// Shared by the tests of the portal's calls: one server, and how to call it and read its answers.
import { expect } from "vitest";
import type { JsonObject } from "#engine/schema/types.ts";
import { apiValidator } from "#server/http/apiSchemas.ts";
import type { Answer, PortfolioServer } from "../../support/portfolioServer.ts";

/** The broker by default. */
export const OFFICE = "v.voorbeeld";

export interface Asked {
  /** Set from the first test on. */
  server(): PortfolioServer;
  get(url: string, language?: "nl" | "fr"): Promise<Answer>;
}

export const readRows = (answer: Answer) => answer.body.data as JsonObject[];
export const buildMeta = (answer: Answer) => answer.body.meta as Record<string, number>;
export function expectShape(call: string, answer: Answer) {
  expect(answer.status, answer.text).toBe(200);
  const fits = apiValidator(call);
  fits(String(answer.headers["content-type"]).startsWith("application/json") ? answer.body : answer.text);
  expect(fits.errors ?? []).toEqual([]);
}
