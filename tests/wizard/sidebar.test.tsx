// The position of the sidebar: it never scrolls inside itself and sticks only while it fits, and on a telephone there is no bar on a step that hides the premium (spec: wizard 2).
import { afterEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { JsonObject, StepSidebar } from "#engine/schema/types.ts";
import { formatMoney } from "#engine/values/formats.ts";
import type { FailedFile } from "#widgets/runtime/runtime.ts";
import type { Opened } from "#wizard/model/core.ts";
import { PremiumBar } from "#wizard/sidebar/PremiumBar.tsx";
import { PremiumBlock } from "#wizard/sidebar/PremiumBlock.tsx";
import { SendButtons } from "#wizard/sidebar/SendButtons.tsx";
import { WizardProvider } from "#wizard/WizardContext.ts";
import { TOLD_IN } from "../support/toldIn.ts";
import { answers } from "./support/answers.ts";
import { inPortal, openWizard, showWizard, wordsIn } from "./support/screen.tsx";

const say = wordsIn("nl");

afterEach(() => page.viewport(1280, 900));

/** Every step with another sidebar, and a request block of thirty agreements. */
const withSidebar =
  (sidebar: Partial<StepSidebar>) =>
  ({ bundle }: Opened): Partial<Opened> => {
    const names = Array.from({ length: 30 }, (_, index) => `agreement_${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: "boolean", const: true }]));
    const ui = Object.fromEntries(names.map((name) => [name, { "ui:widget": "agreement" }]));
    const request = { schema: { type: "object", properties } as JsonObject, ui };
    const missing = (name: string) => ({ id: `request_${name}`, pointer: `/${name}`, keyword: "required", params: {} });
    const steps = bundle.manifest.steps.map((step) => ({ ...step, sidebar: { ...step.sidebar, ...sidebar } }));
    const changed = {
      ...bundle,
      manifest: { ...bundle.manifest, steps },
      steps: { ...bundle.steps, request },
      contracts: { ...bundle.contracts, request: () => names.map(missing) },
    };
    return { bundle: changed };
  };

const side = () => page.getByRole("complementary").element();
const scrollsInside = () => {
  const { overflowY, maxBlockSize } = getComputedStyle(side());
  return overflowY !== "visible" || maxBlockSize !== "none" || side().scrollHeight > side().clientHeight;
};

test("a sidebar that is longer than the window is as long as its content and moves with the page", async () => {
  await page.viewport(1440, 900);
  const open = withSidebar({ send: ["quotation"], why: "open", premium: "open" });
  await showWizard({ at: "additional-explanation", opened: open });
  await page
    .getByRole("complementary")
    .getByRole("button", { name: say("wizard.button.request_quote") })
    .click();
  await expect.poll(() => document.querySelectorAll("aside form [aria-invalid=true]").length).toBe(30);
  expect(scrollsInside()).toBe(false);
  expect(side().getBoundingClientRect().height).toBeGreaterThan(innerHeight);
  // Its errors at the top and its buttons at the end can both be reached.
  window.scrollTo({ top: 0 });
  await expect.poll(() => side().getBoundingClientRect().top).toBeGreaterThan(0);
  const { top } = side().getBoundingClientRect();
  window.scrollTo({ top: 300 });
  await expect.poll(() => Math.round(top - side().getBoundingClientRect().top)).toBe(300);
});

test("a sidebar that fits in the window stays in sight while the steps scroll, and no longer than it fits", async () => {
  await page.viewport(1440, 900);
  await showWizard({ at: "company-data", opened: withSidebar({ why: "closed", premium: "closed" }) });
  await expect.element(page.getByRole("complementary")).toBeInTheDocument();
  const space = document.createElement("div");
  space.style.blockSize = "300px";
  document.body.prepend(space);
  onTestFinished(() => space.remove());
  document.querySelector<HTMLElement>("ol")!.style.paddingBlockEnd = "2000px";
  const top = () => Math.round(side().getBoundingClientRect().top);
  window.scrollTo({ top: 800 });
  await expect.poll(top).toBe(20);
  await page.viewport(1440, side().clientHeight);
  window.scrollTo({ top: 800 });
  await expect.poll(top).toBeLessThan(0);
  expect(scrollsInside()).toBe(false);
});

test("a closed premium marks the old total while a newer one is on its way, as the open one does", async () => {
  const wizard = await openWizard({ at: "acceptance" });
  const { premium } = await wizard.core.api.premium({}, new AbortController().signal);
  wizard.core.dispatch({ type: "priced", premium });
  await render(
    inPortal(
      "nl",
      <WizardProvider value={wizard}>
        <PremiumBlock open={false} onToggle={() => undefined} />
      </WizardProvider>,
    ),
  );
  const busy = () => document.querySelector("h2 [aria-busy]")?.getAttribute("aria-busy");
  await expect.poll(busy).toBe("false");
  wizard.core.dispatch({ type: "pricing" });
  await expect.poll(busy).toBe("true");
  await expect.poll(() => document.querySelector("h2 [data-spinner]")).not.toBeNull();
});

test.each(["tried again", "taken out"])(
  "the focus goes to the first way of sending when a failed file is %s",
  async (act) => {
    const sendButtons = () => [{ action: "quotation", allowed: false, reason: "file-failed" } as const];
    const wizard = { ...(await openWizard({ at: "acceptance" })), sendButtons };
    const change = (failed: FailedFile[]) =>
      wizard.core.dispatch({
        type: "filesChanged",
        field: "letter",
        files: { step: "acceptance", uploading: [], path: [], failed },
      });
    const leave = () => change([]);
    change([{ key: "k", name: "brief.pdf", retry: leave, remove: leave }]);
    await render(
      inPortal(
        "nl",
        <WizardProvider value={wizard}>
          <SendButtons />
        </WizardProvider>,
      ),
    );
    await page
      .getByRole("button", { name: act === "tried again" ? /brief.pdf opnieuw/ : /brief.pdf verwijderen/ })
      .click();
    await expect.poll(() => document.body.textContent).not.toContain("brief.pdf");
    expect(document.activeElement).toBe(page.getByRole("button").first().element());
  },
);

test.each(TOLD_IN)("the bar of a telephone says in words that the total is calculated anew (%s)", async (language) => {
  await page.viewport(390, 844);
  const wizard = await openWizard({ language, at: "acceptance" });
  const { premium } = await wizard.core.api.premium({}, new AbortController().signal);
  const nothing = () => undefined;
  const bar = <PremiumBar open={false} onOpen={nothing} onCheck={nothing} />;
  await render(inPortal(language, <WizardProvider value={wizard}>{bar}</WizardProvider>));
  const figure = () => document.querySelector("section p")?.textContent;
  const calculated = wordsIn(language)("wizard.sidebar.summary.loading");
  wizard.core.dispatch({ type: "pricing" });
  await expect.poll(figure, { message: "before there is any total" }).toBe(calculated);
  wizard.core.dispatch({ type: "priced", premium });
  const total = formatMoney(premium.total_amount ?? Number.NaN, language);
  await expect.poll(figure).toContain(total);
  expect(figure()).not.toContain(calculated);
  wizard.core.dispatch({ type: "pricing" });
  await expect.poll(figure).toBe(total + calculated);
});

test.each([
  ["hidden", 0],
  ["open", 1],
] as const)("at 390 px a step whose premium is %s has %i bars", async (premium, bars) => {
  await page.viewport(390, 844);
  await showWizard({ opened: withSidebar({ premium }) });
  await expect.poll(() => document.querySelector("#general-data_kvk")).not.toBeNull();
  const bar = page.getByRole("region", { name: say("wizard.sidebar.summary.title") });
  await expect.poll(() => page.getByRole("complementary").elements()).toHaveLength(1 - bars);
  await expect.poll(() => bar.elements()).toHaveLength(bars);
});

test("at 390 px the bar shows that an answer leads to decline, where otherwise only the sheet would", async () => {
  await page.viewport(390, 844);
  const valid = answers.acceptance.questions_of_acceptance;
  const wrong = { questions_of_acceptance: { ...valid, 4103: true } };
  await showWizard({ at: "final-questions", given: { acceptance: wrong } });
  const bar = page.getByRole("region", { name: say("wizard.sidebar.summary.title") });
  await expect.element(bar.getByText(say("error.dropout"))).toBeVisible();
  await bar.getByRole("button", { name: say("wizard.sidebar.summary.open_sending") }).click();
  await expect
    .element(page.getByRole("dialog").getByText(say("error.dropout_explanation"), { exact: false }))
    .toBeVisible();
});

test("the form comes first: the sidebar moves nothing, and the screen is busy until it is there", async () => {
  const find = (selector: string) => document.querySelector(selector);
  const look = () => ({
    sidebar: find("aside") !== null,
    busy: find("div:has(> div > ol)")?.getAttribute("aria-busy"),
    width: find("#general-data_kvk")?.getBoundingClientRect().width,
  });
  let first: ReturnType<typeof look> | undefined;
  const watch = new MutationObserver(() => {
    if (find("#general-data_kvk")) first ??= look();
  });
  watch.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => watch.disconnect());
  await showWizard();
  await expect.poll(() => look().sidebar).toBe(true);
  expect(first).toMatchObject({ sidebar: false, busy: "true" });
  expect(look()).toEqual({ sidebar: true, busy: null, width: first?.width });
});
