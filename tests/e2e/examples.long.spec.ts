// The example products that `examples.spec.ts` leaves out, and all of them in French.
import { examples, tellExample } from "./support/examples.ts";
import { test } from "./support/stories.ts";

for (const journey of examples.slice(1)) tellExample(journey);

test.describe("in French", () => {
  test.use({ language: "fr" });
  for (const journey of examples) tellExample(journey);
});
