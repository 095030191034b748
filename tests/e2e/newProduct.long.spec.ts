// A product that did not exist before, as an analyst makes it: written by the command after another, changed in its files (a
// question with its bound, words, a price, an icon of its own), published, and applied for in a browser. No line of code.
import { createProduct } from "#content/newProduct.ts";
import { publish } from "#content/publish/publish.ts";
import { readCatalogue } from "#content/read/catalogue.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { paths } from "#routes/paths.ts";
import { ContentCopy } from "../content/support/content.ts";
import { findBroker, readJourney } from "../journeys/support/journey.ts";
import { Form } from "./support/form.ts";
import { whileOffered } from "./support/offered.ts";
import { expect, test } from "./support/stories.ts";

const MODEL = "cyber";
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><g id="i" fill="none" stroke="currentColor"><circle cx="10" cy="10" r="7"/></g></svg>';

const copy = new ContentCopy(MODEL).untilExit();

/** 100 drones at 25 euros each, on the cover of the journey. */
function edit(): void {
  const folder = "schemas/products/drones";
  const drones = readCatalogue(copy.schemas).products.find(({ key }) => key === "drones");
  if (drones) copy.writeStep(drones, "general-data");
  copy.change(`${folder}/general-data.schema.json`, ({ properties, required }) => {
    Object.assign(properties as JsonObject, { drones: { type: "integer", minimum: 1, maximum: 100 } });
    (required as string[]).push("drones");
  });
  copy.change(`${folder}/general-data.ui.json`, (ui) => Object.assign(ui, { drones: {} }));
  copy.change(`${folder}/texts.nl.json`, (texts) =>
    Object.assign(texts, {
      title: "Drones verzekeren",
      "field.drones.label": "Aantal drones",
      "unit.drones": "per drone",
    }),
  );
  copy.change(`${folder}/tariff.json`, (tariff) =>
    Object.assign(tariff, { per_unit: [{ name: "drones", answer: "general-data.drones", price: 25 }] }),
  );
  copy.change(`${folder}/product.json`, (manifest) => Object.assign(manifest, { icon: "icon.svg" }));
  copy.write(`${folder}/icon.svg`, DRAWING);
}

test("a new product is made, edited, published and applied for, in JSON alone", async ({ broker, page, portal }) => {
  const { schemas: schemasDir, fixtures: fixturesDir } = copy;
  expect(createProduct({ schemasDir, fixturesDir, key: "drones", like: MODEL })).toMatchObject({ like: MODEL });
  edit();
  copy.addPortalForms();
  const apply = async () => {
    const journey = readJourney("drones-newRequest-policy-accepted.json", copy.base);
    const { relation } = journey;
    const { office } = findBroker(journey);
    await page.goto(paths("nl").wizard({ product: "drones", relation, intermediary: office, policy: false }));
    await expect(page.getByRole("heading", { level: 1, name: "Drones verzekeren" })).toBeVisible();
    await expect(page.locator('main use[href^="/products/drones.icon."]')).toBeVisible();
    // Its fields are in the same places as those of the product that it was copied from.
    const form = new Form(page, MODEL, "nl");
    for (const { step, answers } of journey.steps) {
      await expect(page.locator(`[id="step-${step}"]`)).toBeVisible();
      await form.fill(step, answers);
      if (step === "general-data") {
        await form.type(form.field(step, "drones"), "101");
        await broker.next();
        await expect(page.getByText(broker.say("error.validation.maximum", { max: 100 })).first()).toBeVisible();
        await form.type(form.field(step, "drones"), "100");
      }
      if (step === "coverage-choice") await expect(page.getByText("plus € 25,00 per drone").first()).toBeVisible();
      if (step === "company-data") await expect(broker.sidebar).toContainText("100 × € 25,00 per drone");
      if (step !== "final-questions") await broker.next();
    }
    await form.fill("request", { ...journey.submit.answers, effective_date: broker.firstDay() });
    await broker.send(journey.submit.action);
    expect(await broker.expectOutcome("policy_accepted")).toMatch(/^7\d{7}$/);
  };
  await whileOffered(portal, (folder) => publish(schemasDir, folder), apply);
});
