// The end of a request: finishing the last step leads to the request block, and a refusal about several steps names all of them.
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { toPortalError } from "#api/calls/errors.ts";
import { wrong } from "./support/answers.ts";
import { showWizard, wordsIn } from "./support/screen.tsx";

const say = wordsIn("nl");
const saved = { "final-questions": wrong };

afterEach(() => page.viewport(1280, 900));

const isInBlock = () => document.activeElement?.querySelector("[id^=request_]") instanceof Element;

async function finish(): Promise<void> {
  await page.getByRole("textbox", { name: say("wizard.field.explanation.label") }).fill("Daarom");
  await page.getByRole("button", { name: say("wizard.button.complete_application") }).click();
}

test("finishing the last step opens the request block with the focus in it, at 1440 x 900", async () => {
  await page.viewport(1440, 900);
  await showWizard({ at: "additional-explanation", given: saved });
  await page.getByRole("button", { name: say("wizard.sidebar.request.title") }).click();
  await expect.poll(() => document.querySelector("[id^=request_]")).toBeNull();
  await finish();
  await expect.poll(isInBlock).toBe(true);
});

test("finishing the last step opens the sheet with the focus in the request block, at 390 x 844", async () => {
  await page.viewport(390, 844);
  await showWizard({ at: "additional-explanation", given: saved });
  await finish();
  await expect.element(page.getByRole("dialog")).toBeInTheDocument();
  await expect.poll(isInBlock).toBe(true);
});

test("a refusal about two other steps lists both at once, and a link opens the step with the focus in the field", async () => {
  const { fail } = await showWizard({ at: "additional-explanation", given: saved });
  const errors = { city: ["Onbekende plaats"], turnover: ["Te rond"] };
  fail(
    "save additional-explanation",
    toPortalError(422, { success: false, errors }, () => null),
  );
  await finish();
  const linked = (words: string) => page.getByRole("link").filter({ hasText: words });
  await expect.element(linked("Onbekende plaats")).toBeInTheDocument();
  await linked("Te rond").click();
  await expect.poll(() => document.activeElement?.id).toBe("general-data_turnover");
  await expect.element(linked("Onbekende plaats")).toBeInTheDocument();
});
