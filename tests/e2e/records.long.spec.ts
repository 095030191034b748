// The list of records of `records.spec.ts` as a table.
import { expectAccessible, expectAccessibleHere } from "./support/accessible.ts";
import { addOwners } from "./support/owners.ts";
import { STEP, withRecipes, writeRecipes } from "./support/recipes.ts";
import { expect, test } from "./support/stories.ts";

const TABLE = writeRecipes();
TABLE.change(`schemas/products/recipes/${STEP}.ui.json`, (ui) => {
  ui.owners = { "ui:options": { layout: "table" } };
});

test("a table of records is filled in, mended from the summary and read on every screen", async ({
  broker,
  page,
  portal,
}) => {
  await withRecipes(TABLE, portal, async () => {
    const { form, owners, findShareLink } = await addOwners(broker, TABLE);
    const top = async (field: string) => (await form.answer(field).boundingBox())?.y;
    expect(await top("owners.2.share"), "a record is one line").toBe(await top("owners.2.name"));
    await owners.press("remove", "Anna de Vries");
    await owners.press("undo", "Anna de Vries");
    await expect.poll(() => owners.names()).toEqual(["Anna de Vries", "Bo Jansen"]);

    await broker.next();
    const mistake = findShareLink("Bo Jansen");
    await expect(mistake).toBeVisible();
    await expectAccessible(page, "an error in a table");
    // 320 px is a window of 1280 px at 400 %.
    await page.setViewportSize({ width: 320, height: 700 });
    await expectAccessibleHere(page, "an error in a table at 320");
    expect(await top("owners.2.share"), "a record is a card").toBeGreaterThan((await top("owners.2.name")) ?? 0);
    await mistake.click();
    await expect(form.answer("owners.2.share")).toBeFocused();
    await page.setViewportSize({ width: 1440, height: 900 });
    await form.typeAnswer("owners.2.share", "30");
    await broker.next();
    const header = broker.steps.getByRole("button", { name: /^1\. / });
    await expect(header).toContainText(broker.say("wizard.steps.status.completed"));
    await page.reload();
    await header.click();
    await expect(form.answer("owners.2.share")).toHaveValue("30");
    await expect.poll(() => owners.names()).toEqual(["Anna de Vries", "Bo Jansen"]);
  });
});
