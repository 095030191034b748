// The example products in both languages. In ring 1 records.spec.ts, fileFields.spec.ts and wizard/conditionalSteps.test.ts have what
// their forms are made of, and content/examples.test.ts has their journeys.
import { examples, tellExample } from "./support/examples.ts";
import { test } from "./support/stories.ts";

for (const language of ["nl", "fr"] as const)
  test.describe(`an example product in ${language}`, () => {
    test.use({ language });
    for (const journey of examples) tellExample(journey);
  });
