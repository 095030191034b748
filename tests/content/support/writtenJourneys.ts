// The journeys that `check --write-journeys` begins for a product without any.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeJourneys } from "#content/cases/journeys/write.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy, FIXTURES } from "./content.ts";

export function tellWritten(products: readonly string[]): void {
  it.each(products)("the journeys that are written for %s pass the check", async (product) => {
    const written = new ContentCopy(product);
    if (existsSync(join(FIXTURES, "products", product))) written.moveExamples();
    rmSync(written.path("fixtures/journeys"), { recursive: true });
    const quotations = written.read("fixtures/portfolio/quotations.json") as unknown as JsonObject[];
    const others = quotations.filter(({ product_key }) => product_key !== product);
    written.write("fixtures/portfolio/quotations.json", JSON.stringify(others));
    expect(writeJourneys(written.schemas, written.fixtures, product)).not.toEqual([]);
    const found = await written.errors();
    written.remove();
    expect(found.filter((line) => !/amounts are not worked out yet|no journey (expects|shows)/.test(line))).toEqual([]);
  });
}
