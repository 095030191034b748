// The pages of a request: the browser tab names the relation, so that one request is found among others. The contact is
// shown as a link. A wizard that cannot open shows why (spec: wizard 8, decisions 53, 74).
import { afterEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { PortalError } from "#api/calls/errors.ts";
import type { SubmitAnswer } from "#api/wire/wireTypes.ts";
import { formatMoney, parseMoney } from "#engine/values/formats.ts";
import { paths } from "#routes/paths.ts";
import { LoadFailed } from "#wizard/LoadFailed.tsx";
import type { Opened } from "#wizard/model/core.ts";
import type { Outcome } from "#wizard/model/state.ts";
import { OutcomeScreen } from "#wizard/outcome/OutcomeScreen.tsx";
import { OutcomeView } from "#wizard/outcome/OutcomeView.tsx";
import { WrongQuestions } from "#wizard/steps/WrongAnswers.tsx";
import { WizardProvider } from "#wizard/WizardContext.ts";
import { TOLD_IN } from "../support/toldIn.ts";
import { inPortal, type Language, openWizard, showWizard, wordsIn } from "./support/screen.tsx";

const company = "Bakkerij Proef B.V.";
const opened = ({ exists }: Opened) => ({ exists: { ...exists, temporary_request: false, company } });
const request = { product: "cyber", intermediary: 100245 };
const sent: SubmitAnswer = {
  ...{ success: true, errors: [], type: "quotation", number: "50010667", accepted: "accepted", explanation: null },
  ...{ refusal_messages: [], wrong_acceptance_questions: [], wrong_final_questions: [] },
};
const title = () => document.title;
const fail = (error: PortalError, wrong: object) => (
  <LoadFailed error={error} retry={() => undefined} busy={false} place={{ ...request, ...wrong }} />
);

describe.each(TOLD_IN)("the title (%s)", (language) => {
  const say = wordsIn(language);
  const flow = say("wizard.flow.newRequest", { company });

  test("of a step and of the view of all answers", async () => {
    const step = say("wizard.step.general-data.title");
    await showWizard({ language, opened });
    await expect.poll(title).toContain(`${step} - ${say("title")} - ${flow} `);
    await showWizard({ language, opened, address: "/wizard?check" });
    await expect.poll(title).toContain(`${say("wizard.check_answers.title")} - ${flow} `);
  });

  test("of an outcome", async () => {
    const outcome = { product: "cyber", answer: sent, summary: { company } };
    await render(inPortal(language, <OutcomeScreen outcome={outcome} product="" place={request} />));
    await expect.poll(title).toContain(`${say("wizard.outcome.quotation_sent.title")} - ${company} `);
  });

  test("of an outcome shows that a quotation was changed", async () => {
    const outcome = { product: "cyber", answer: sent, summary: { company, changed: true as const } };
    await render(inPortal(language, <OutcomeScreen outcome={outcome} product="" place={request} />));
    const words = say("wizard.outcome.quotation_changed.title");
    await expect.element(page.getByRole("heading", { level: 1, name: words })).toBeInTheDocument();
    expect(title()).toContain(`${words} - ${company} `);
  });

  test("of a quotation shows before a policy is requested that an underwriter judges these answers, and only then", async () => {
    const words = say("wizard.outcome.quotation_sent.underwriter");
    const wrong = [{ id: 1, question: "?", answer: true, notice: null, effect: "refer" as const }];
    const show = (answer: SubmitAnswer) => (
      <OutcomeScreen outcome={{ product: "cyber", answer, summary: { company } }} product="" place={request} />
    );
    const screen = await render(inPortal(language, show(sent)));
    await expect.element(page.getByRole("heading", { level: 1 })).toBeInTheDocument();
    expect(document.querySelector("main")?.textContent).not.toContain(words);
    await screen.rerender(inPortal(language, show({ ...sent, wrong_final_questions: wrong })));
    await expect.element(page.getByText(words)).toBeInTheDocument();
  });

  test("of the explanation names beside a wrong answer what to explain, where its question says so", async () => {
    const wrong = [4202, 4203].map((id) => ({
      id,
      question: "?",
      answer: true,
      notice: null,
      effect: "refer" as const,
    }));
    const asked = { question: "?", refusal_yes: null, list_items: [], tooltip: null };
    const find = (id: number) => ({ ...asked, id, ...(id === 4202 && { explain: "Vertel welk werk het is." }) });
    await render(inPortal(language, <WrongQuestions questions={wrong} find={find} />));
    const items = () => [...document.querySelectorAll("main li")].map(({ textContent }) => textContent);
    await expect.poll(() => items().length).toBe(2);
    expect(items().map((item) => item?.includes("Vertel welk werk het is."))).toEqual([true, false]);
  });

  test.each<[string, Outcome]>([
    ["unconfirmed", { kind: "unconfirmed", action: "quotation", repeats: true }],
    ["error", { kind: "error", action: "quotation", code: "failed" }],
    ["already_sent", { kind: "sent", sent: null }],
  ])("of a request whose outcome is %s", async (kind, outcome) => {
    const wizard = await openWizard({ language, opened });
    await render(
      inPortal(
        language,
        <WizardProvider value={wizard}>
          <OutcomeView outcome={outcome} />
        </WizardProvider>,
      ),
    );
    await expect.poll(title).toContain(`${say(`wizard.outcome.${kind}.title`)} - ${flow} `);
  });

  test.each(["referred", "declined"] as const)("%s: whose request it was and what it costs", async (accepted) => {
    const answer: SubmitAnswer = { ...sent, type: "insurance-policy", accepted, files: ["brief.pdf"] };
    const summary = { company, total_amount: 1234.5, months: 3, one_off_total: 175.45 };
    const outcome = { product: "cyber", answer, summary };
    await render(inPortal(language, <OutcomeScreen outcome={outcome} product="Cyber" place={request} />));
    const readSummary = () => document.querySelector("main dl")?.textContent ?? "";
    await expect.poll(readSummary).toContain(company);
    expect(readSummary()).toContain(formatMoney(1234.5, language));
    expect(readSummary(), "what is paid once stands beside it").toContain(formatMoney(175.45, language));
    expect(document.querySelector("main")?.textContent?.split("brief.pdf")).toHaveLength(2);
  });

  test.each(["error", "declined"] as const)("%s comes with a link to write to", async (kind) => {
    const wizard = await openWizard({ language });
    const failed = <OutcomeView outcome={{ kind: "error", action: "insurance-policy", code: "failed" }} />;
    const declined = { ...sent, type: "insurance-policy", accepted: "declined", number: null } as const;
    const outcome = { product: "cyber", answer: declined, summary: null };
    const content = kind === "error" ? failed : <OutcomeScreen outcome={outcome} product="" place={request} />;
    await render(inPortal(language, <WizardProvider value={wizard}>{content}</WizardProvider>));
    await expect
      .poll(() => document.querySelector("main a[href^=mailto]")?.getAttribute("href"))
      .toMatch(/^mailto:hulp@example\.nl/);
  });

  test.each([
    ["P", "portal.quote.is_converted"],
    ["V", "portal.quote.not_open"],
  ])(
    "of a quotation that is closed (%s) gives the reason and the way there, and nothing to try again",
    async (status, reason) => {
      const error = new PortalError({ code: "quotation_not_open", status: 409, body: { status }, requestId: "r-7" });
      await render(inPortal(language, fail(error, { relation: 300101, quotation: 50010414 })));
      await expect.poll(() => document.querySelector("h1 + p")?.textContent).toBe(say(reason));
      expect(document.activeElement?.textContent).toBe(say("wizard.refused.title"));
      expect(document.querySelector("main")?.textContent).toContain(
        say("portal.failure.reference", { reference: "r-7" }),
      );
      expect([...document.querySelectorAll("main a")].map((link) => link.getAttribute("href"))).toEqual([
        paths(language).quote(50010414, 300101),
        paths(language).relation(300101),
        "/",
      ]);
      expect(document.querySelectorAll("main button")).toHaveLength(0);
    },
  );

  // Each way in which an address may be wrong: another office, and no such quotation, relation or request of the own office.
  test.each([
    [{ intermediary: 1 }, "wizard.refused.office", (lang: Language) => paths(lang).wizard(request)],
    [{ intermediary: 1, relation: 300101 }, "wizard.refused.office", (lang: Language) => paths(lang).wizard(request)],
    [{ relation: 1 }, "wizard.refused.relation", (lang: Language) => paths(lang).relations()],
    [{ relation: 300101, quotation: 1 }, "wizard.refused.quotation", (lang: Language) => paths(lang).quotes()],
    [{}, "portal.not_found.item", null],
  ] as const)(
    "of an address that is wrong (%o) gives the reason, and leads to what exists",
    async (wrong, reason, way) => {
      const error = new PortalError({ code: "not_found", status: 404 });
      await render(inPortal(language, fail(error, wrong)));
      const wrongOffice = String("intermediary" in wrong ? wrong.intermediary : 0);
      await expect
        .poll(() => document.querySelector("h1 + p")?.textContent)
        .toBe(say(reason, { asked: wrongOffice, own: String(request.intermediary) }));
      expect(document.querySelector("h1")?.textContent).toBe(say("wizard.refused.title"));
      const links = [...document.querySelectorAll("main a")].map((link) => link.getAttribute("href"));
      expect(links).toEqual([...(way ? [way(language)] : []), "/"]);
      expect(document.querySelectorAll("main button")).toHaveLength(0);
    },
  );
});

describe.each(TOLD_IN)("the page of all answers (%s)", (language) => {
  const say = wordsIn(language);
  const heading = (key: string) =>
    [...document.querySelectorAll("main h2")].find(({ textContent }) => textContent === say(key))?.parentElement;

  test("has the premium that the sidebar has", async () => {
    const { loaded } = await showWizard({ language, opened, at: "acceptance", address: "/wizard?check" });
    const { total_amount: total } = (await loaded.api.premium({}, new AbortController().signal)).premium;
    const shown = () => heading("wizard.sidebar.summary.title")?.parentElement?.textContent;
    await expect.poll(shown).toContain(formatMoney(total ?? Number.NaN, language));
  });

  test("has none where the sidebar has none", async () => {
    await showWizard({ language, opened, address: "/wizard?check" });
    await expect.poll(() => heading("wizard.step.general-data.title")).toBeDefined();
    expect(heading("wizard.sidebar.summary.title")).toBeUndefined();
  });
});

describe.each(TOLD_IN)("on a telephone with letters at 200 % (%s)", (language) => {
  /** What 390 px less the page's edges are then, in letters. */
  const narrow = () => page.viewport(168, 800);
  const over = () =>
    [...document.querySelectorAll("main *")]
      .filter((part) => getComputedStyle(part).position !== "absolute")
      .filter((part) => part.getBoundingClientRect().right > innerWidth + 1 && part.clientWidth > 1)
      .map((part) => `${part.tagName} ${part.textContent}`);
  afterEach(() => page.viewport(1280, 900));

  test.each(["/wizard", "/wizard?check"])("%s stays within the window", async (address) => {
    await narrow();
    await showWizard({ language, opened, at: "additional-explanation", address });
    await expect.poll(() => document.querySelectorAll("main h2").length).toBeGreaterThan(4);
    await expect.poll(over).toEqual([]);
  });

  test("the head of a closed block holds its amount", async () => {
    await narrow();
    await showWizard({ language, opened, at: "additional-explanation" });
    await page.getByRole("button", { name: wordsIn(language)("wizard.sidebar.summary.open_sending") }).click();
    await expect.poll(() => document.querySelectorAll("dialog h2 button").length).toBeGreaterThan(1);
    await expect
      .poll(() =>
        [...document.querySelectorAll("dialog h2 button")].filter((head) => head.scrollWidth > head.clientWidth),
      )
      .toEqual([]);
  });
});

describe.each(TOLD_IN)("a resumed request (%s)", (language) => {
  const say = wordsIn(language);

  test("shows where it was saved last, also after it was saved here", async () => {
    const resumed = { saved_at: "2026-11-18T10:00:00.000Z", step: "general-data" };
    const change = (loaded: Opened) => ({ exists: { ...opened(loaded).exists, resumed } });
    await showWizard({ language, at: "acceptance", opened: change });
    const readTexts = () => [...document.querySelectorAll("main p")].map(({ textContent }) => textContent).join("\n");
    await expect.poll(readTexts).toContain(say("wizard.step.general-data.title"));
    await page.getByRole("button", { name: say("wizard.button.continue_later") }).click();
    await expect.poll(readTexts).toContain(say("wizard.step.acceptance.title"));
    expect(readTexts()).not.toContain(say("wizard.step.general-data.title"));
  });
});

describe.each(TOLD_IN)("custom work (%s)", (language) => {
  const say = wordsIn(language);

  test.each([
    ["a relation", false],
    ["nobody yet", true],
  ])("of %s: that it can be saved is said only where it can be", async (_, temporary_request) => {
    const draft = { "general-data": { data: { turnover: 10_000_001 } } };
    const change = ({ exists }: Opened) => ({ exists: { ...exists, temporary_request } });
    await showWizard({ language, draft, opened: change });
    const reason = say("wizard.step_blocked", { later: String(!temporary_request) });
    await expect.poll(() => document.querySelector(".reason")?.textContent).toBe(reason);
    const later = [...document.querySelectorAll("button")].filter(
      ({ textContent }) => textContent === say("wizard.button.continue_later"),
    );
    expect(later).toHaveLength(temporary_request ? 0 : 1);
    expect(reason.split(/(?<=[.])\s/)).toHaveLength(temporary_request ? 1 : 2);
  });
});

describe.each(TOLD_IN)("a quotation that is converted (%s)", (language) => {
  const say = wordsIn(language);
  const number = 50010667;
  const quoting = (total: number, once?: number) => {
    const quoted = { total, months: 12, ...(once !== undefined && { one_off: once }) };
    return showWizard({
      language,
      at: "acceptance",
      opened: ({ exists }) => ({ exists: { ...exists, quotation_number: number, quoted } }),
    });
  };
  const perYear = (euros: number) =>
    `${formatMoney(euros, language)} ${say("common.period.per_months", { months: "12" })}`;
  const sidebar = () => document.querySelector("aside")?.textContent ?? "";
  const title = say("wizard.sidebar.summary.title");
  const total = () => {
    const heads = [...document.querySelectorAll("aside h2")].map(({ textContent }) => textContent ?? "");
    return parseMoney(heads.find((head) => head.startsWith(title))?.slice(title.length) ?? "");
  };

  test("and costs something else than it states: both amounts are shown where it is sent", async () => {
    const { unmount } = await quoting(1);
    await expect.poll(total).not.toBeNull();
    const now = total() ?? 0;
    const values = { number: String(number), now: perYear(now), quoted: perYear(1) };
    await expect.poll(sidebar).toContain(say("wizard.request.other_premium", values));
    await unmount();
    const same = await quoting(now);
    await expect.poll(total).toBe(now);
    expect(sidebar()).not.toContain(perYear(now));
    await same.unmount();
    await quoting(now, 175.45);
    const withOnce = { term: perYear(now), once: formatMoney(175.45, language) };
    const words = { number: String(number), now: perYear(now), quoted: say("wizard.request.with_one_off", withOnce) };
    await expect.poll(sidebar).toContain(say("wizard.request.other_premium", words));
  });
});
