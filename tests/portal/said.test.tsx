// Screens that a story reaches only with another kind of back end, as a screen reader reads them: every outcome of a
// request, the login without a connection, and the rare questions. Tables as in tests/widgets/said. `vitest -u`
// rewrites them.
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { SubmitAnswer, WrongQuestion } from "#api/wire/wireTypes.ts";
import { Gate } from "#app/gate/Gate.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { ConflictChoices } from "#widgets/ui/notice/ConflictChoices.tsx";
import type { Opened } from "#wizard/model/core.ts";
import { OutcomeScreen } from "#wizard/outcome/OutcomeScreen.tsx";
import { listen } from "../support/heard.ts";
import { TOLD_IN } from "../support/toldIn.ts";
import { inPortal, type Language, showWizard, wordsIn } from "../wizard/support/screen.tsx";

const wrong: WrongQuestion = {
  ...{ id: 7, question: "Is er eerder een verzekering geweigerd?", answer: true, effect: "refer" },
  notice: "Een acceptant kijkt hiernaar.",
};
const sent: SubmitAnswer = {
  ...{ success: true, errors: [], type: "insurance-policy", number: "50010667", relation_number: 300101 },
  ...{ accepted: "accepted", explanation: null, refusal_messages: [], files: ["brief.pdf"] },
  ...{ wrong_acceptance_questions: [], wrong_final_questions: [] },
};
const summary = {
  ...{ company: "Bakkerij Proef B.V.", effective_date: "2026-12-01", insured_amount: 500_000, own_risk: 1000 },
  ...{ additional_coverages: ["Bereddingskosten"], total_amount: 1234.5, months: 1 as const, document: 42 },
};
const referred = {
  ...{ explanation: "De weigering is ingetrokken.", refusal_messages: ["De omzet is hoger dan 2.500.000."] },
  wrong_final_questions: [wrong],
};
const outcomes: [string, Partial<SubmitAnswer>][] = [
  ["accepted", {}],
  ["referred", { accepted: "referred", ...referred }],
  ["pending", { accepted: "pending" }],
  ["declined", { accepted: "declined", number: null, ...referred }],
];

/** The visible words, in reading order. A live region contains its message until the next one. */
function readWords(part: string): string[] {
  const whole = document.querySelector<HTMLElement>(part)!;
  const regions = [...whole.querySelectorAll<HTMLElement>(":is([role=status], [role=alert])")];
  for (const region of regions) region.hidden = true;
  const words = whole.innerText.split(/\s*\n\s*/).filter(Boolean);
  for (const region of regions) region.hidden = false;
  return words;
}

/** Where the focus is, and the words in reading order. */
async function read(screen: string, part: string): Promise<string> {
  await expect.poll(() => document.querySelector(`${part} h1, ${part} h2, ${part} legend`)).not.toBeNull();
  const focus = document.activeElement;
  const focused =
    focus === document.body ? "nowhere" : `${focus?.localName}: ${focus?.ariaLabel ?? focus?.textContent}`;
  const words = readWords(part);
  return [`## ${screen}`, "", `Focus on ${focused}`, "", ...words.map((line) => `- ${line}`), ""].join("\n");
}

async function readOutcomes(language: Language): Promise<string[]> {
  const parts: string[] = [];
  for (const [name, fields] of outcomes) {
    const request = { product: "cyber", intermediary: 100245, relation: 300101 };
    const outcome = { product: "cyber", answer: { ...sent, ...fields }, summary };
    const screen = <OutcomeScreen outcome={outcome} product="Beroepsaansprakelijkheid" place={request} />;
    const { unmount } = await render(inPortal(language, screen));
    parts.push(await read(`outcome: ${name}`, "main"));
    await unmount();
  }
  return parts;
}

async function readGate(language: Language): Promise<string> {
  const noConnection = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("no connection"));
  listen();
  const { unmount } = await render(inPortal(language, <Gate>inside</Gate>));
  const part = await read("the login without a connection", ".gate");
  const announcements = (globalThis.heard ?? [])
    .filter((words) => words.startsWith("assertive"))
    .map((words) => `Said ${words}`);
  await unmount();
  noConnection.mockRestore();
  return [part, ...[...announcements].map((words) => `Said ${words}`), ""].join("\n");
}

async function readConflict(language: Language): Promise<string> {
  const fields = [
    { key: "city", label: "Plaats", yours: "Zwolle", stored: "Deventer" },
    { key: "revenue", label: "Omzet", yours: "€ 180.000", stored: "€ 99.000" },
  ];
  const title = wordsIn(language)("wizard.conflict.title");
  const { unmount } = await render(
    inPortal(language, <ConflictChoices title={title} fields={fields} asked={fields} onApply={() => undefined} />),
  );
  const part = await read("someone else was first: a choice per field", "form[aria-label]");
  await unmount();
  return part;
}

async function readStartAnew(language: Language): Promise<string> {
  const resumed = { saved_at: "2026-11-20T10:00:00.000Z", step: "general-data" };
  const opened = ({ exists }: Opened) => ({ exists: { ...exists, resumed } });
  const { unmount } = await showWizard({ language, opened });
  await userEvent.click(page.getByRole("button", { name: wordsIn(language)("wizard.resume.start_anew") }));
  // As on a slow machine, where the form behind the dialog still waits for a control.
  announce(wordsIn(language)("common.loading"));
  const region = page.getByRole("dialog").getByRole("status");
  await expect.element(region).toHaveTextContent(wordsIn(language)("common.loading"));
  const part = await read("start anew?", "dialog");
  await unmount();
  return part;
}

beforeEach(() => page.viewport(1280, 900));

test.each(TOLD_IN)("rare screens in a screen reader (%s)", async (language) => {
  const parts = await readOutcomes(language);
  parts.push(await readGate(language), await readConflict(language), await readStartAnew(language));
  await expect(parts.join("\n")).toMatchFileSnapshot(`./said/seldom.${language}.md`);
});
