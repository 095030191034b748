// Other products than that of `loss.spec.ts`. Together they show every control, and each meets every fault. `npm run prove -- losses`
// (LOSS=all) strikes every step of every product with every fault.
import { join } from "node:path";
import { readCatalogue } from "#content/read/catalogue.ts";
import { findJourney, findManifest, journeys, root } from "../journeys/support/journey.ts";
import { pageFaults, saveFaults } from "./support/faults.ts";
import { ALL, inTurn, story, strikeProduct, WHOLE } from "./support/loss.ts";
import { EVERY_CONTROL } from "./support/screens.ts";
import { expect, test } from "./support/stories.ts";

test("each story strikes every step of its product, with every fault, and together they show every control", () => {
  const { products } = readCatalogue(join(root, "schemas"));
  const controls = (shown: typeof products) => {
    const layouts = JSON.stringify(shown.flatMap(({ steps }) => steps.map(({ ui }) => ui.content)));
    return new Set([...layouts.matchAll(/"ui:widget":"([\w-]+)"/g)].map(([, control]) => control));
  };
  expect(controls(products.filter(({ key }) => EVERY_CONTROL.includes(key)))).toEqual(controls(products));
  for (const [first, product] of EVERY_CONTROL.entries()) {
    const steps = findJourney(`${product}-${WHOLE}`).steps.map(({ step }) => step);
    expect(steps).toEqual(findManifest(product).steps.map(({ key }) => key));
    for (const faults of [pageFaults, saveFaults]) {
      const struck = steps.flatMap((_step, index) => Object.keys(inTurn(faults, first)(index)));
      expect(new Set(struck)).toEqual(new Set(Object.keys(faults)));
    }
  }
});

for (const product of ALL ? new Set(journeys.map(({ product }) => product)) : EVERY_CONTROL.slice(1))
  strikeProduct(product);

// Controls that those journeys leave alone: more professions than one, and questions that only one sector gets.
for (const [file, faults] of [
  ["newRequest-three-professions", pageFaults],
  ["newRequest-sector-190-with-terms-of-delivery", saveFaults],
] as const) {
  const journey = findJourney(`beroepsaansprakelijkheid-${file}`);
  story(`the first step: ${file}`, { journey, faults, draw: () => faults, last: "general-data" });
}
