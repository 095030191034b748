// What a broker does, in the words of the trade. Stories are written with these verbs alone. Elements are found by the
// role and name that a screen reader reads, so that every story also proves those.
import { expect, type Locator, type Page } from "@playwright/test";
import type { SendAction } from "#engine/schema/types.ts";
import { formatMoney, parseMoney } from "#engine/values/formats.ts";
import { paths } from "#routes/paths.ts";
import { findBroker, type Journey } from "../../journeys/support/journey.ts";
import { Form } from "./form.ts";
import { marks, saveSteps } from "./session.ts";
import { type Language, productWords, type Words, words } from "./words.ts";

/** What the sums of the premium block are called. */
const SUMS = ["total_additional_coverages", "premium_per_year_with_surcharge", "one_off_total"];

export interface Request {
  product: string;
  relation?: number | undefined;
  quotation?: number | undefined;
  convert?: boolean;
}

export class Broker {
  readonly page: Page;
  readonly language: Language;
  readonly say: Words;
  private product = "";

  constructor(page: Page, language: Language) {
    this.page = page;
    this.language = language;
    this.say = words(language);
  }

  get form(): Form {
    return new Form(this.page, this.product, this.language);
  }

  /** From an address through the login screen and the development login. Ends at the statements or at the address. */
  async login(name: string, address = "/"): Promise<void> {
    await this.page.goto(address);
    await this.page
      .getByRole("link", { name: this.say("portal.login.button"), exact: true })
      .first()
      .click();
    await this.page.locator(`button[name="login"][value="${name}"]`).click();
  }

  async acceptStatements(): Promise<void> {
    const agree = this.page.getByRole("button", { name: this.say("portal.prerequisites.continue"), exact: true });
    await this.page.getByRole("checkbox", { name: this.say("portal.prerequisites.field.personal_data.label") }).check();
    await this.page.getByRole("checkbox", { name: this.say("portal.prerequisites.field.cookies.label") }).check();
    await agree.click();
  }

  /** To another screen by a link of the portal, without a new document. */
  async leaveForRelations(): Promise<void> {
    await this.page
      .getByRole("link", { name: this.say("portal.nav.relations"), exact: true })
      .first()
      .click();
    await expect(this.page.getByRole("heading", { level: 1, name: this.say("portal.relations.title") })).toBeVisible();
  }

  async expectDashboard(): Promise<void> {
    const welcome = new RegExp(`^${escaped(this.say("portal.dashboard.welcome", { name: "" }))}`);
    await expect(this.page.getByRole("heading", { level: 1, name: welcome })).toBeVisible();
  }

  /** Lays aside what an earlier story left open at this address. */
  async layAside({ product, relation, quotation }: Request): Promise<void> {
    this.product = product;
    const base = `/api/aanvraag/${product}/${findBroker({ relation }).office}/${relation}`;
    const query = quotation === undefined ? "" : `?quotation=${quotation}`;
    const headers = await marks(this.page.context());
    const answer = await this.page.request.post(`${base}/wizard/restart${query}`, { headers, data: {} });
    expect(answer.status(), "laying aside").toBe(200);
  }

  /** A request without anything of an earlier story for the same relation. */
  async startAnew(request: Request): Promise<void> {
    if (request.relation !== undefined) await this.layAside(request);
    await this.startRequest(request);
  }

  /** With its first steps done: they are saved by calls, for a story that is about what comes then. */
  async startAfter(journey: Journey, done: number): Promise<void> {
    await this.layAside(journey);
    await saveSteps(this.page.context(), { ...journey, steps: journey.steps.slice(0, done) });
    await this.startRequest(journey);
  }

  /** Types another value than the current one, whatever an earlier story saved. */
  async change(field: Locator, value: string, or: string): Promise<string> {
    const other = (await field.inputValue()) === value ? or : value;
    await field.fill(other);
    return other;
  }

  /** Opens the wizard at its address, as a link in the portal would. */
  async startRequest({ product, relation, quotation, convert = false }: Request): Promise<void> {
    this.product = product;
    const intermediary = findBroker(relation === undefined ? {} : { relation }).office;
    const address = paths(this.language).wizard({ product, relation, quotation, intermediary, policy: convert });
    await this.page.goto(address);
    await expect(this.steps).toBeVisible();
  }

  get steps(): Locator {
    return this.page.getByRole("list", { name: this.say("wizard.steps.label") });
  }

  /** The header of a step. Its name starts with its number and title. */
  stepHeader(step: string): Locator {
    return this.steps.getByRole("button", { name: new RegExp(`^\\d+\\. ${escaped(this.title(step))}`) });
  }

  title(step: string): string {
    return productWords(this.product, this.language)(`wizard.step.${step}.title`);
  }

  async openStep(step: string): Promise<void> {
    await this.stepHeader(step).click();
    await this.expectOpen(step);
  }

  /**
   * After the questions that save themselves the focus stays there. The extra step is opened by hand (decisions 30).
   */
  async arriveAt(step: string): Promise<void> {
    const closed = (await this.stepHeader(step).getAttribute("aria-expanded")) === "false";
    if (step === "additional-explanation" && closed) await this.stepHeader(step).click();
    await this.expectOpen(step);
  }

  async expectOpen(step: string): Promise<void> {
    await expect(this.stepHeader(step)).toHaveAttribute("aria-expanded", "true");
  }

  async next(): Promise<void> {
    await this.nextButton.click();
  }

  /** Whichever label it wears in the open step. */
  get nextButton(): Locator {
    return this.button("wizard.button.next").or(this.button("wizard.button.complete_application"));
  }

  async continueLater(options?: { timeout: number }): Promise<void> {
    await this.button("wizard.button.continue_later").click(options);
  }

  button(key: string, values?: Record<string, string>): Locator {
    return this.page.getByRole("button", { name: this.say(key, values), exact: true });
  }

  sendButton(action: SendAction): Locator {
    return this.button(action === "quotation" ? "wizard.button.request_quote" : "wizard.button.apply_policy");
  }

  async send(action: SendAction): Promise<void> {
    await this.sendButton(action).click();
  }

  /** Travels a journey's steps, one after the other, and waits for each to be taken. */
  async travel(journey: Journey, visit: (step: string) => Promise<void> = async () => {}): Promise<void> {
    for (const { step, answers } of journey.steps) await this.completeStep(journey, step, answers, visit);
  }

  async completeStep(
    journey: Journey,
    step: string,
    answers: Record<string, unknown>,
    visit: (step: string) => Promise<void> = async () => {},
  ): Promise<void> {
    await this.arriveAt(step);
    await visit(step);
    await this.form.fill(step, answers);
    if (step === "additional-explanation" && journey.uploads) await this.form.upload(step, journey.uploads);
    if (step === "additional-explanation") return; // sent along with the request (spec: wizard 4)
    if (step !== "final-questions") await this.next(); // the final questions save themselves (decisions 30)
    await this.expectCompleted(step);
  }

  async expectCompleted(step: string): Promise<void> {
    await expect(this.stepHeader(step)).toContainText(this.say("wizard.steps.status.completed"));
  }

  /** The amount shown largest: per term, including tax. */
  async expectTotal(total: number): Promise<void> {
    await expect(this.sidebar).toContainText(formatMoney(total, this.language));
  }

  /** In the sidebar: the amount that is shown largest. */
  get total(): Locator {
    return this.sidebar.locator("p > b");
  }

  /** A short word of success beside the screens. */
  toast(key: string): Locator {
    return this.page.getByRole("region", { name: this.say("common.notice.region") }).getByText(this.say(key));
  }

  /** What is wrong with the open step, after Next. */
  get summary(): Locator {
    return this.page.getByRole("region", { name: this.say("error.save_step") });
  }

  /** The panel beside a list is the one region of its page. */
  get panel(): Locator {
    return this.page.getByRole("main").getByRole("region");
  }

  get pager(): Locator {
    return this.page.getByRole("navigation", { name: this.say("common.pagination.label") });
  }

  /** Every sum in the premium block is that of the lines above it, and the total that of premium and tax. */
  async expectLinesAddUp(): Promise<void> {
    await expect(this.total).toBeVisible();
    const total = this.sidebar.locator("div:has(> p > b)");
    const summed = SUMS.map((key) =>
      this.sidebar.locator("dl", { hasText: this.say(`wizard.sidebar.summary.${key}`) }),
    );
    const sums = await Promise.all(summed.map((group) => group.all()));
    for (const group of [total, ...sums.flat()]) {
      const amounts = await group.locator("dd, p > b").allInnerTexts();
      const cents = amounts.map((amount) => Math.round((parseMoney(amount) ?? Number.NaN) * 100));
      const sum = cents.pop();
      expect(
        cents.reduce((all, amount) => all + amount, 0),
        amounts.join(" + "),
      ).toBe(sum);
    }
  }

  get sidebar(): Locator {
    return this.page.getByRole("complementary", { name: this.say("wizard.sidebar.label") });
  }

  /** Fills the request block. The first day of cover is ten days ahead whatever the day of the test is. */
  async agree(answers: Record<string, unknown>): Promise<void> {
    await this.form.fill("request", { ...answers, effective_date: this.firstDay() });
  }

  firstDay(): string {
    return new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  }

  /** The message that answers were restored from this device. */
  get restored(): Locator {
    return this.page.getByRole("status").filter({ hasText: this.say("wizard.resume.restored") });
  }

  get notSaved(): Locator {
    const words = [this.say("wizard.save_state.not_saved"), this.say("wizard.save_state.retrying")];
    return this.page.getByRole("status").filter({ hasText: new RegExp(words.map(escaped).join("|")) });
  }

  /** Checks that an unavailable action stays focusable and shows the reason. */
  async expectUnavailable(action: SendAction, reason: string): Promise<void> {
    const button = this.sendButton(action);
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveAccessibleDescription(new RegExp(escaped(this.say(reason))));
  }

  /** A referral shows what was answered and explained, and a mail link that carries its number. */
  async expectReferral(number: string, journey: Journey): Promise<void> {
    const main = this.page.getByRole("main");
    const explained = journey.steps.find(({ step }) => step === "additional-explanation")?.answers.explanation;
    if (explained) await expect(main).toContainText(String(explained));
    const links = main.locator('a[href^="mailto:"]');
    await expect(links.first()).toHaveAttribute("href", new RegExp(`subject=[^&]*${number}`));
  }

  async expectOutcome(key: string): Promise<string> {
    await expect(
      this.page.getByRole("heading", { level: 1, name: this.say(`wizard.outcome.${key}.title`) }),
    ).toBeVisible();
    return (await this.page.getByRole("main").innerText()).match(/\b[57]\d{7}\b/)?.[0] ?? "";
  }
}

export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
