// Requests without a database: the quotations of the sample portfolio that have answers, or generated ones.
import { join, resolve } from "node:path";
import type { RequestAnswers } from "#engine/types.ts";
import { jsonFiles } from "../catalogue.ts";
import type { Fixture } from "../fixtures.ts";
import { Memory } from "../memory.ts";
import { Portfolio } from "../portfolio.ts";
import { readJson } from "../readJson.ts";
import { type Generating, generateRequests } from "./generate.ts";
import type { ReplayRequest } from "./judge.ts";

export function sampleRequests(fixturesDir: string): ReplayRequest[] {
  const { quotations } = new Portfolio(resolve(fixturesDir), new Memory());
  return quotations.flatMap(({ number, product_key, answers, date, start_date }) =>
    typeof product_key === "string" && answers
      ? [
          {
            number: String(number),
            product: product_key,
            answers: answers as RequestAnswers,
            today: String(date),
            day: String(start_date),
          },
        ]
      : [],
  );
}

export function generateFrom(fixturesDir: string, generating: Omit<Generating, "fixtures">): ReplayRequest[] {
  const base = resolve(fixturesDir, "..");
  const files = jsonFiles(join(resolve(fixturesDir), "steps"));
  const fixtures = files.flatMap((file) => (readJson(file, base, [])?.content as unknown as Fixture) ?? []);
  return generateRequests({ ...generating, fixtures });
}
