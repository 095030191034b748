// The types of the calls are those of schemas/api. After a change there: `npm run api-types`.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { API_TYPES, compileApiTypes } from "#content/publish/apiTypes.ts";

test("src/api/wireTypes.ts matches schemas/api (if not: npm run api-types)", async () => {
  expect(readFileSync(API_TYPES, "utf8")).toBe(await compileApiTypes());
});
