// An analyst makes a tariff of a later day, keeps a request that was walked and accepts its new amounts, and offers a product that was
// made after another. All of it by clicking; what is written is what an expert wrote by hand.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { paths } from "#routes/paths.ts";
import { findBroker, readJourney } from "../journeys/support/journey.ts";
import { expectAccessibleHere } from "./support/accessible.ts";
import { Form } from "./support/form.ts";
import { whileOffered } from "./support/offered.ts";
import { test } from "./support/stories.ts";
import { openStudio } from "./support/studio.ts";
import { expect, findFile, form, inStudio, region, story } from "./support/studioStories.ts";
import { expectClean, expectFiles, line, readWish, undoAll } from "./support/studioWishes.ts";
import { productWords } from "./support/words.ts";

const TARIFF = "schemas/products/cyber/tariff.json";
const NEW_YEAR = "schemas/products/cyber/tariff.2027-01-01.json";

/** A whole request to its policy, kept as a journey. Returns its file. */
async function walkAndKeep(page: Page, name: string, relation: number, firstDay?: string): Promise<string> {
  const text = productWords("cyber", "nl");
  await page.goto(`/request/cyber?step=request&case=base&relation=${relation}`);
  const portal = page.frameLocator('iframe[title="De aanvraag in het portaal"]');
  const day = portal.getByRole("textbox", { name: text("wizard.request.effective_date.label") });
  await expect(day).toHaveValue(/\d/, { timeout: 120_000 });
  if (firstDay) await day.fill(firstDay);
  await portal.getByRole("button", { name: text("wizard.button.apply_policy") }).click();
  await expect(region(page, "Wat wordt verstuurd")).toBeVisible();
  await page.getByLabel("Wat de aanvraag laat zien").fill(name);
  await page.getByRole("button", { name: "Bewaren" }).click();
  const file = `fixtures/journeys/cyber-newRequest-${name.toLowerCase().replaceAll(" ", "-")}.json`;
  await expect(page.getByText(`Bewaard: ${file}.`)).toBeVisible();
  return file;
}

inStudio(() => {
  story("a tariff from 1 January on has a band more, and the one of today stays", async ({ page }) => {
    const { before, after } = readWish("newBand");
    await page.goto("/product/cyber?view=tables");
    await page.getByLabel("Nieuw tarief vanaf").fill("2027-01-01");
    await page.getByRole("button", { name: "Maken", exact: true }).click();
    const bands = region(page, "Jaaromzet, vanaf 2027-01-01");
    await bands.getByRole("button", { name: "Rij 1 kopiëren" }).click();
    // The cell has another value until the copy is there, which would come between selecting and typing.
    await expect(bands.getByLabel("Factor, rij 2", { exact: true })).toHaveValue("1");
    for (const [label, value] of [
      ["Tot en met, rij 2", "1000000"],
      ["Factor, rij 2", "1,2"],
    ] as const) {
      await bands.getByLabel(label, { exact: true }).fill(value);
      await bands.getByLabel(label, { exact: true }).blur();
    }
    await expectFiles(new Map([[TARIFF, before.get(TARIFF)!]]));
    await expectFiles(new Map([[NEW_YEAR, after.get(TARIFF)!]]));
    await expectAccessibleHere(page, "the tariffs of two years");
    const journey = await walkAndKeep(page, "Cover of next year", 300129, "02-01-2027");
    await page.goto("/product/cyber?view=tables");
    await expectClean(page);
    await undoAll(page, 5, before);
    expect(existsSync(findFile(journey))).toBe(false);
    expect(existsSync(findFile(NEW_YEAR))).toBe(false);
  });

  story("the form of a step is kept as a case, with what the rules say of it", async ({ page }) => {
    const { before, after } = readWish("keptCase");
    await page.goto("/product/bestuurdersaansprakelijkheid?step=company-data");
    await form(page).getByLabel("Plaats").fill("");
    await form(page).getByLabel("Plaats").blur();
    await page.getByText("Bewaren als geval").click();
    await page.getByLabel("Wat het geval laat zien").fill("without a city");
    await page.getByRole("button", { name: "Bewaren", exact: true }).click();
    await expect(page.getByText("Geval bewaard: without a city").first()).toBeVisible();
    await expectFiles(after);
    await expectClean(page);
    await undoAll(page, 1, before);
  });

  story(
    "a request is walked and kept, comes out otherwise after a change of tariff, and is accepted",
    async ({ page }) => {
      const { after } = readWish("walked");
      const journey = await walkAndKeep(page, "Walked and kept", 300129);
      await expectFiles(after);
      const kept = after.get(journey)!;

      await page.goto("/product/cyber?view=tables");
      const price = region(page, "Verzekerd bedrag").getByLabel("Prijs, rij 1", { exact: true });
      await price.fill("395");
      await price.blur();
      await expect(line(page).getByRole("button", { name: "Wijzigingen: 2" })).toBeVisible();
      await page.getByRole("link", { name: "Wijzigingen en publiceren" }).click();
      const journeys = region(page, "Hele aanvragen");
      await expect(journeys.getByRole("row").filter({ hasText: "Walked and kept" })).toContainText("477.95");
      const others = region(page, "Bedragen die anders uitkomen dan verwacht");
      const accept = others.getByRole("button", { name: "Aanvaarden: cyber-newRequest-walked-and-kept" });
      await expect(others.getByText("€ 465,85 → € 477,95").first()).toBeVisible();
      await expectAccessibleHere(page, "what changes, and amounts to accept");
      await accept.click();
      const accepted = kept.replaceAll("385", "395").replace("80.85", "82.95").replace("465.85", "477.95");
      await expectFiles(new Map([[journey, accepted]]));
      await expect(accept).toHaveCount(0);
      await others.getByRole("button", { name: "Alle bedragen aanvaarden" }).click();
      await expect(others).toContainText("Alle bedragen zijn zoals verwacht.");
      await page.getByRole("link", { name: "Cyber", exact: true }).click();
      await expectClean(page);
    },
  );
});

test("a product is made after another, offered, published, and requested in the portal", async ({
  broker,
  page,
  portal,
}) => {
  const studio = await openStudio([], { DATA_DIR: portal.dataDir });
  const publish = async () => {
    await page.goto(studio.address);
    await page.getByLabel("Naam in de bestanden, zoals fietsen").fill("fietsen");
    await page.getByLabel("Gemaakt naar").selectOption("Cyber");
    await page.getByRole("button", { name: "Maken", exact: true }).click();
    await expect(page, "the new product opens").toHaveURL(/\/product\/fietsen/);
    await page.getByRole("link", { name: "Wijzigingen en publiceren" }).click();
    const release = region(page, "Publiceren");
    const offered = release.getByRole("checkbox", { name: "Tussenpersonen kunnen dit product aanvragen" });
    await offered.click();
    await expect(offered).toBeChecked();
    // An expert copies the folders of cyber and replaces this.
    const inCopy = (file: string) => join(studio.content, file);
    const { after } = readWish("newProduct", inCopy);
    const copied = [...after].map(([file, text]) => [file.replace("cyber", "fietsen"), text] as const);
    await expectFiles(new Map(copied), inCopy);
    await expectAccessibleHere(page, "publishing in the studio");
    await release.getByRole("button", { name: "Publiceren" }).click();
    await expect(release.getByRole("status")).toHaveText(/^Gepubliceerd als \d{4}-\d\d-\d\d-\d+\.$/);
    await expect(release.getByRole("row").nth(1)).toContainText("in gebruik");
  };
  const apply = async () => {
    const journey = readJourney("fietsen-newRequest-policy-accepted.json", studio.content);
    const { office } = findBroker(journey);
    const address = { product: "fietsen", relation: journey.relation, intermediary: office, policy: false };
    await page.goto(portal.url + paths("nl").wizard(address));
    await expect(page.getByRole("heading", { level: 1, name: "Fietsen" })).toBeVisible();
    const steps = new Form(page, "cyber", "nl");
    for (const { step, answers } of journey.steps) {
      await expect(page.locator(`[id="step-${step}"]`)).toBeVisible();
      await steps.fill(step, answers);
      if (step !== "final-questions") await broker.next();
    }
    await steps.fill("request", { ...journey.submit.answers, effective_date: broker.firstDay() });
    await broker.send(journey.submit.action);
    expect(await broker.expectOutcome("policy_accepted")).toMatch(/^7\d{7}$/);
  };
  await whileOffered(portal, publish, apply);
  await studio.close();
});
