// A referral that changes while the underwriter works on it: where the focus is then, and that what is typed or decided
// is neither lost nor left without a message. The calls of the underwriter are mocked. The quotation is one of the
// samples.
import { clear } from "idb-keyval";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { drafts } from "#api/drafts/store.ts";
import type { QuotationReferral, Referral } from "#api/wire/wireTypes.ts";
import { Item as QuotationPage } from "#portal/quotations/quotationKind.tsx";
import { Item as ReferralPage } from "#portal/referrals/referralKind.tsx";
import { TOLD_IN } from "../support/toldIn.ts";
import { inPortal, wordsIn } from "../wizard/support/screen.tsx";

// The application behind the page starts with the first call, and takes as long as it takes.
beforeAll(() => fetch("/api/profile/me"));
// The text of the test before may still be on its way to the device.
beforeEach(async () => {
  await expect.poll(() => document.body.hasAttribute("data-draft-waits")).toBe(false);
  await clear(drafts);
});
afterEach(() => vi.restoreAllMocks());

const NUMBER = 50010480;

const waiting: Referral = {
  number: NUMBER,
  quotation_number: NUMBER,
  status: "W",
  status_label: "Te beoordelen",
  product: "Cyber",
  relation_number: 300185,
  relation_name: "Makelaardij Voorbeeld",
  intermediary_number: 100245,
  intermediary_name: "Assurantiekantoor Voorbeeld",
  sent_at: "2026-11-17T09:12:00Z",
  waits_since: "2026-11-17T09:12:00Z",
  decided_by: null,
  policy_number: null,
  revision: 1,
  kvk_number: null,
  start_date: "2026-12-01",
  premium_total: 100,
  one_off_total: null,
  period: 12,
  insured_amount_per_claim: null,
  insured_amount_per_year: null,
  own_risk: 500,
  labels: { own_risk: "Eigen risico per schade" },
  background: null,
  screened: [],
  wrong_questions: [],
  reasons: [],
  explanation: null,
  answers: [],
  history: [],
};
const decided: Referral = { ...waiting, status: "A", status_label: "Afgewezen", decided_by: "Umar", waits_since: null };
const openQuestion: NonNullable<QuotationReferral> = {
  number: NUMBER,
  status: "V",
  status_label: "Wacht op antwoord",
  wrong_questions: [],
  reasons: [],
  question: "Wanneer was dat?",
  revision: 2,
  policy_number: null,
  files: [],
  history: [],
};

type Answer = { status?: number; body: unknown };
const json = ({ status = 200, body }: Answer) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

/** Answers reads at an address with this ending, and changes there. The real application answers the rest. */
function play(end: RegExp, read: () => Answer, change: () => Answer | Promise<Answer>): void {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) => {
    if (!end.test(String(address))) return fetch(address, init);
    return json(init?.method === "POST" ? await change() : read());
  });
}

const press = (name: string) => page.getByRole("button", { name, exact: true }).last().click();
const title = () => document.querySelector("main h1");
const alerted = () => document.querySelector("main [role=alert]")?.textContent;
const message = () => page.getByRole("textbox");

test("what the client pays once is shown with the premium, where there is any", async () => {
  const label = wordsIn("nl")("portal.contract.one_off");
  const show = async (one_off_total: number | null) => {
    play(
      /\/api\/referrals\//,
      () => ({ body: { data: { ...waiting, one_off_total } } }),
      () => ({ body: {} }),
    );
    const shown = await render(inPortal("nl", <ReferralPage id={NUMBER} />));
    await expect.element(message()).toBeVisible();
    return shown;
  };
  const facts = () => document.querySelector("main")?.textContent ?? "";
  const { unmount } = await show(175.45);
  expect(facts()).toMatch(new RegExp(`${label}\\s*€\\s*175,45`));
  await unmount();
  vi.restoreAllMocks();
  await show(null);
  expect(facts()).not.toContain(label);
  expect(facts(), "the words of the product").toMatch(/Eigen risico per schade\s*€\s*500/);
});

test("who decided is shown at the title, which contains the outcome", async () => {
  const say = wordsIn("nl");
  let stored: object = waiting;
  play(
    /\/api\/referrals\//,
    () => ({ body: { data: stored } }),
    () => {
      stored = decided;
      return { body: { data: stored } };
    },
  );
  await render(inPortal("nl", <ReferralPage id={NUMBER} />));
  await message().fill("Te weinig gegevens.");
  // The text for the broker is shown where it is confirmed, also with an acceptance.
  const dialog = page.getByRole("dialog");
  await press(say("portal.referral.decision.accept"));
  await expect.element(dialog.getByText("Te weinig gegevens.")).toBeVisible();
  await press(say("common.action.cancel"));
  await press(say("portal.referral.decision.decline"));
  await expect.element(dialog.getByText("Te weinig gegevens.")).toBeVisible();
  await press(say("portal.referral.decision.decline"));
  await expect.element(message()).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).toBe(title());
  await expect.poll(() => title()?.textContent).toContain("Afgewezen");
});

test.each(TOLD_IN)("who is second without a word of his own still reads who was first (%s)", async (language) => {
  const say = wordsIn(language);
  let now = waiting;
  const first = "Umar was eerder.";
  play(
    /\/api\/referrals\//,
    () => ({ body: { data: now } }),
    () => {
      now = decided;
      return { status: 409, body: { error: "conflict", message: first } };
    },
  );
  await render(inPortal(language, <ReferralPage id={NUMBER} />));
  await press(say("portal.referral.decision.accept"));
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await press(say("portal.referral.decision.accept"));
  await expect.poll(() => document.activeElement).toBe(title());
  await expect.poll(alerted).toBe(first);
});

test("while it is sent, the pressed button shows it, nothing else can be sent, and no letter is lost", async () => {
  const say = wordsIn("nl");
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const change = vi.fn(() => promise);
  play(/\/api\/referrals\//, () => ({ body: { data: waiting } }), change);
  await render(inPortal("nl", <ReferralPage id={NUMBER} />));
  await press(say("portal.referral.decision.ask"));
  const required = page.getByText(say("portal.referral.decision.required"));
  await expect.element(required).toBeVisible();
  await userEvent.keyboard("Wanneer?");
  await expect.element(required).not.toBeInTheDocument();
  await press(say("portal.referral.decision.ask"));
  const busy = () => [...document.querySelectorAll("[aria-busy=true]")].map(({ textContent }) => textContent);
  await expect.poll(busy).toEqual([say("portal.referral.decision.ask")]);
  await expect.element(message()).toHaveAttribute("readonly");
  await press(say("portal.referral.decision.decline"));
  await expect.poll(() => document.querySelector("dialog")).toBeNull();
  resolve({ body: { data: { ...waiting, status: "V", revision: 2 } } });
  await expect.element(message()).toHaveValue("");
  await expect.element(message()).not.toHaveAttribute("readonly");
  expect(change).toHaveBeenCalledOnce();
});

const doors = [
  ["underwriter", () => <ReferralPage id={NUMBER} />, `/api/referrals/${NUMBER}/files/7`],
  ["broker", () => <QuotationPage id={NUMBER} />, "/api/documents/7/download"],
] as const;
const asksIn = TOLD_IN.flatMap((language) => doors.map((door) => [language, ...door] as const));
test.each(asksIn)(
  "a file that cannot be fetched has a message beside its name (%s, %s)",
  async (language, _who, draw, address) => {
    const description = "toelichting.pdf";
    const sent = { at: waiting.sent_at, kind: "sent", name: "Vera", text: null, files: [{ id: 7, name: description }] };
    const history = [sent] as Referral["history"];
    const { fetch } = globalThis;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (called, init) => {
      const url = String(called);
      if (url.endsWith(address)) return json({ status: 500, body: {} });
      if (/\/api\/referrals\/\d+$/.test(url)) return json({ body: { data: { ...waiting, history } } });
      if (url.endsWith("/referral")) return json({ body: { data: { ...openQuestion, question: null, history } } });
      return fetch(called, init);
    });
    await render(inPortal(language, draw()));
    await page.getByText(description).click();
    await expect.poll(alerted).toBe(wordsIn(language)("portal.documents.failed"));
  },
);

test.each(TOLD_IN)(
  "of a converted quotation broker and underwriter read each other's number (%s)",
  async (language) => {
    const say = wordsIn(language);
    const referred = 50500001;
    const { fetch } = globalThis;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (called, init) => {
      const url = String(called);
      if (/\/api\/referrals\/\d+$/.test(url)) return json({ body: { data: { ...waiting, number: referred } } });
      if (url.endsWith("/referral")) return json({ body: { data: { ...openQuestion, number: referred } } });
      return fetch(called, init);
    });
    const broker = await render(inPortal(language, <QuotationPage id={NUMBER} />));
    const reference = page.getByText(say("portal.quote.referral.number", { number: String(referred) }));
    await expect.element(reference).toBeVisible();
    await broker.unmount();
    await render(inPortal(language, <ReferralPage id={referred} />));
    await expect.element(page.getByText(say("portal.quote.field.number"))).toBeVisible();
    await expect.element(page.getByText(String(NUMBER))).toBeVisible();
  },
);

test.each(TOLD_IN)(
  "a broker reads the cause, then what to expect while the underwriter is to act, and then the history (%s)",
  async (language) => {
    const say = wordsIn(language);
    const reasons = [{ message: "Een grote schade.", answers: ["Schade 2: 31.000"] }];
    const wrong_questions = [
      { id: 1, question: "Faillissement?", answer: true, notice: null, effect: "refer" as const },
    ];
    const history = [{ at: waiting.sent_at, kind: "sent" as const, name: "Vera", text: "Kort geleden.", files: [] }];
    let now = { ...openQuestion, status: "R", question: null, wrong_questions, reasons, history };
    play(
      /\/referral$/,
      () => ({ body: { data: now } }),
      () => ({ body: {} }),
    );
    const shown = await render(inPortal(language, <QuotationPage id={NUMBER} />));
    const meanwhile = say("portal.quote.referral.meanwhile");
    await expect.element(page.getByText(meanwhile)).toBeVisible();
    const parts = ["Faillissement?", "Schade 2: 31.000", meanwhile, "Kort geleden."];
    const words = () => document.querySelector("main")?.textContent ?? "";
    for (const part of parts) await expect.poll(words).toContain(part);
    expect(parts.toSorted((left, right) => words().indexOf(left) - words().indexOf(right))).toEqual(parts);
    await shown.unmount();
    now = { ...now, status: "A" };
    await render(inPortal(language, <QuotationPage id={NUMBER} />));
    await expect.element(page.getByText(/Faillissement/)).toBeVisible();
    await expect.element(page.getByText(meanwhile)).not.toBeInTheDocument();
  },
);

test.each(TOLD_IN)("a decision or an answer that cannot be sent says so, and keeps its text (%s)", async (language) => {
  const say = wordsIn(language);
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (called, init) => {
    const url = String(called);
    if (init?.method === "POST" && /\/decision$|\/referral$/.test(url)) throw new TypeError("offline");
    if (/\/api\/referrals\/\d+$/.test(url)) return json({ body: { data: waiting } });
    if (url.endsWith("/referral")) return json({ body: { data: openQuestion } });
    return fetch(called, init);
  });
  const underwriter = await render(inPortal(language, <ReferralPage id={NUMBER} />));
  await message().fill("Wanneer?");
  await press(say("portal.referral.decision.ask"));
  await expect.poll(alerted).toBe(say("error.network"));
  await expect.element(message()).toHaveValue("Wanneer?");
  await underwriter.unmount();
  await render(inPortal(language, <QuotationPage id={NUMBER} />));
  await message().fill("Op 3 maart.");
  await press(say("portal.quote.referral.send"));
  await expect.element(page.getByText(say("error.network"))).toBeVisible();
  await expect.element(message()).toHaveValue("Op 3 maart.");
});

test("who answered is shown at the title", async () => {
  const say = wordsIn("nl");
  let now = openQuestion;
  play(
    /\/referral$/,
    () => ({ body: { data: now } }),
    () => {
      now = { ...openQuestion, status: "R", question: null, revision: 3 };
      return { body: { data: now } };
    },
  );
  await render(inPortal("nl", <QuotationPage id={NUMBER} />));
  await press(say("portal.quote.referral.send"));
  const required = page.getByText(say("portal.quote.referral.required"));
  await expect.element(required).toBeVisible();
  await message().fill("Op 3 maart.");
  await expect.element(required).not.toBeInTheDocument();
  await press(say("portal.quote.referral.send"));
  await expect.element(message()).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).toBe(title());
});

test.each(TOLD_IN)(
  "an answer that an underwriter was ahead of is there to be read, also when the policy was issued (%s)",
  async (language) => {
    const say = wordsIn(language);
    const { fetch } = globalThis;
    let now: NonNullable<QuotationReferral> = openQuestion;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) => {
      const url = String(address);
      if (url.endsWith("/referral")) return json({ body: { data: now } });
      const answer = await fetch(address, init);
      if (now === openQuestion || !url.endsWith(`/quotations/${NUMBER}`)) return answer;
      const { data } = await answer.json();
      return json({ body: { data: { ...data, status: "P" } } });
    });
    const before = await render(inPortal(language, <QuotationPage id={NUMBER} />));
    await message().fill("Op 3 maart.");
    await expect.poll(() => document.body.hasAttribute("data-draft-waits")).toBe(false);
    await before.unmount();
    now = { ...openQuestion, status: "P", status_label: "Geaccepteerd", question: null, policy_number: 70030001 };
    await render(inPortal(language, <QuotationPage id={NUMBER} />));
    await expect.poll(alerted).toContain("Op 3 maart.");
    await expect.poll(() => alerted()).toContain(say("portal.quote.referral.closed"));
    await expect.element(page.getByText(say("portal.status.quotation.P")).first()).toBeVisible();
  },
);
