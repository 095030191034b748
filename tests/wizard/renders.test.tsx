// What an act in the wizard renders: a key nothing, an answer its own field, and what comes beside the form none of the steps.

import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { memoryVault } from "./support/memory.ts";
import { takeRendered } from "./support/renders.ts";
import { showWizard, wordsIn } from "./support/screen.tsx";

const say = wordsIn("nl");
const count = (names: string[], name: string) => names.filter((each) => each === name).length;
/** Parts that an answer must leave alone. */
const WIZARD = ["WizardScreen", "Steps", "StepHead", "StepBody", "SchemaForm", "StepFoot", "Sidebar", "Blocks"];
const ofWizard = (names: string[]) => names.filter((name) => WIZARD.includes(name));

test("a key renders nothing, an answer its field, the sidebar no step", async () => {
  const vault = memoryVault();
  await showWizard({ at: "company-data", vault });
  await expect.poll(() => document.querySelector("aside")?.textContent).toContain("€");
  const opened = takeRendered();
  expect(count(opened, "StepHead")).toBe(document.querySelectorAll("ol > li").length);
  expect(count(opened, "SchemaForm")).toBe(1);

  const city = page.getByRole("textbox", { name: say("wizard.field.city.label"), exact: false });
  const type = async (text: string) => {
    await city.fill(text);
    await expect.poll(() => vault.kept ?? "").toContain(`"${text}"`);
  };
  // A text is committed when typing pauses, and its field then renders. On a slow machine that is before the end of
  // this test. While the pointer is down nothing is committed, so that only the effect of a key is counted.
  document.dispatchEvent(new PointerEvent("pointerdown"));
  await type("Utrecht");
  takeRendered();
  await type("Bunnik");
  expect(takeRendered(), "a key, and its text kept on the device").toEqual([]);
  document.dispatchEvent(new PointerEvent("pointerup"));
  await expect.poll(takeRendered, { message: "the text is committed" }).toContain("Field");

  await city.fill("");
  (city.element() as HTMLElement).blur();
  await expect.element(city).toHaveAttribute("aria-invalid", "true");
  const left = takeRendered();
  expect(ofWizard(left), "a field that was left").toEqual([]);
  expect(count(left, "Field")).toBeLessThanOrEqual(2);

  await page.getByRole("checkbox").click();
  await expect.poll(() => document.getElementById("company-data_email_finance")).not.toBeNull();
  const chosen = takeRendered();
  expect(ofWizard(chosen), "an answer that shows another field").toEqual([]);
  expect(count(chosen, "Field")).toBeLessThanOrEqual(3);
});

test.each(["nl", "fr"] as const)(
  "a step and its premium are written without Intl, whose first use loads every locale, %s",
  async (language) => {
    const spies = (["NumberFormat", "PluralRules", "DateTimeFormat"] as const).map((name) => vi.spyOn(Intl, name));
    onTestFinished(() => void vi.restoreAllMocks());
    const inTerms = { pay_in_terms: true, pay_in_terms_amount: 3 };
    await showWizard({ language, at: "company-data", given: { "coverage-choice": inTerms } });
    const surcharge = wordsIn(language)("wizard.sidebar.summary.premium_per_year_with_surcharge");
    await expect.poll(() => document.querySelector("aside")?.textContent).toContain(surcharge);
    for (const spy of spies) expect(spy.mock.calls, spy.getMockName()).toEqual([]);
  },
);
