// Files at questions that do not arrive (`fileFields.spec.ts` has those that do).
import { add, begin } from "./support/fileQuestions.ts";
import { withRecipes, writeRecipes } from "./support/recipes.ts";
import { expect, test } from "./support/stories.ts";

const copy = writeRecipes();

test("files at questions that do not arrive hold the step, with a link to their question, until an answer takes it away", async ({
  broker,
  page,
  portal,
  guard,
}) => {
  guard.expectNoNetwork();
  await withRecipes(copy, portal, async () => {
    const { form, yes, label } = await begin(broker, copy);
    await form.typeAnswer("alarm.present", yes);
    await page.route("**/uploads?*", (route) => route.abort());
    await add(page, "alarm_certificate", "alarm.pdf");
    const link = page.getByRole("link", { name: `${label("alarm")} – ${label("alarm.certificate")}` });
    await expect(link).toBeVisible();
    await link.click();
    await expect(form.answer("alarm.certificate").locator(":focus")).toHaveCount(1);
    await form.typeAnswer("alarm.present", `☑ ${broker.say("common.answer.no")}`);
    await expect(link).toHaveCount(0);
    await form.typeAnswer("alarm.present", yes);
    await expect(link).toBeVisible();
  });
});
