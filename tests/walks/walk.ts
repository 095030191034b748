// A walk: what a broker does in one or two windows on a request.
import { expect, vi } from "vitest";
import { withoutComputed } from "#engine/answers/computedAnswers.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Answers, JsonObject, RequestAnswers, SendAction } from "#engine/schema/types.ts";
import { openKey, requestForm } from "#wizard/model/state.ts";
import type { BackEnd } from "./backEnd.ts";
import { type Base, NUMBER } from "./bases.ts";
import { checkSent } from "./checks.ts";
import { Held } from "./held.ts";
import { Known } from "./known.ts";
import { createWire, openTab, type Tab, type Wire } from "./tab.ts";

export class Walk {
  readonly backEnd: BackEnd;
  readonly base: Base;
  readonly wire: Wire;
  readonly held: Held;
  readonly known = new Known();
  tab: Tab;
  private other: Tab | null = null;
  /** Answers to the final questions before all of them were answered with no. */
  before: Answers | null = null;

  private constructor(backEnd: BackEnd, base: Base, wire: Wire, tab: Tab) {
    this.backEnd = backEnd;
    this.base = base;
    this.wire = wire;
    this.tab = tab;
    this.held = new Held(backEnd, wire);
  }

  static async begin(backEnd: BackEnd, base: Base, keeps: boolean): Promise<Walk> {
    const wire = createWire(keeps);
    const walk = new Walk(backEnd, base, wire, await openTab(backEnd, wire));
    for (const { data } of Object.values(await walk.held.stored())) walk.known.remember(data);
    await walk.meet();
    return walk;
  }

  end(): void {
    this.tab.close();
    this.other?.close();
  }

  /** Until no call is under way and no timer waits. */
  async settle(): Promise<void> {
    const { running } = this.wire;
    for (let quiet = 0; quiet < 2; ) {
      await Promise.allSettled(running);
      await new Promise((resolve) => setImmediate(resolve));
      if (running.size > 0) continue;
      if (vi.getTimerCount() === 0) return;
      await vi.advanceTimersByTimeAsync(20_000);
      quiet = running.size > 0 ? 0 : quiet + 1;
    }
  }

  get open(): string | null {
    return openKey(this.tab.wizard.core.state.get().progress);
  }

  /** Back to the step, if its header opens it. */
  goTo(step: string): boolean {
    if (this.open !== step) this.tab.wizard.open(step);
    return this.open === step;
  }

  /** As on the screen, or as the server filled it when the step was not opened yet. */
  data(step: string): JsonObject {
    const { core } = this.tab.wizard;
    return core.sessions().get(step)?.data() ?? core.form(step).data;
  }

  isLocked(step: string, field: string): boolean {
    return this.tab.wizard.core.form(step).meta.disabled?.includes(field) === true;
  }

  number(): unknown {
    const { step, field } = NUMBER(this.backEnd.product);
    return this.data(step)[field];
  }

  isSent(): boolean {
    return this.known.numbers.has(this.tab.draft);
  }

  /** The outcome has taken the wizard's place. */
  get isOver(): boolean {
    const { outcome } = this.tab.wizard.core.state.get();
    return outcome?.kind === "answered" || outcome?.kind === "sent";
  }

  async type(step: string, values: Answers): Promise<void> {
    if (this.isOver) return;
    const unlocked = Object.entries(values).filter(([field]) => !this.isLocked(step, field));
    const changes = Object.fromEntries(unlocked);
    this.known.remember(changes);
    const session = this.tab.wizard.core.session(step);
    session.commit({ ...session.data(), ...changes });
    await this.settle();
    if (!this.isOver) expect(this.open, "typing opens no other step").toBe(step);
  }

  /** Fills what is missing in the open step and presses Next. */
  async goOn(): Promise<void> {
    const step = this.open;
    if (step === null) return;
    const missing = Object.entries(this.base.answers[step] ?? {}).flatMap(([field, value]): [string, unknown][] => {
      const stands = this.data(step)[field];
      if (isObject(stands) && isObject(value)) return [[field, { ...value, ...stands }]];
      return stands === undefined || stands === "" ? [[field, value]] : [];
    });
    await this.type(step, Object.fromEntries(missing));
    await this.save("next", step);
  }

  async save(action: "next" | "save", step = this.open): Promise<void> {
    if (step === null || this.isOver) return;
    const saving = this.tab.wizard.saving.save(step, action);
    await this.settle();
    const result = await saving;
    if (result === "saved" && action === "next") await this.confirm(step);
    await this.confirmCompleted();
  }

  /** A step that saves itself was confirmed by its answers. */
  async confirmCompleted(): Promise<void> {
    const step = this.open;
    if (this.isSent() || step === null || !this.tab.wizard.core.step(step)?.autoNext) return;
    if ((await this.held.completed()).includes(step)) await this.confirm(step);
  }

  /** A draft that was not seen before: a quotation's answers were made with each other. */
  private async meet(): Promise<void> {
    await this.settle();
    const { draft } = this.tab;
    if (this.known.confirmed.has(draft)) return;
    this.known.confirmed.set(draft, new Map());
    for (const step of await this.held.completed()) await this.confirm(step);
  }

  async confirm(step: string): Promise<void> {
    const price = this.base.isPriced(step) ? await this.held.price() : null;
    this.known.confirmed.get(this.tab.draft)?.set(step, { number: await this.held.number(), price });
  }

  /** Up to the step that saves itself, which is still to be answered. */
  async advance(): Promise<void> {
    for (let round = 0; round < 6; round += 1) {
      const step = this.open;
      if (step === null || this.tab.wizard.core.step(step)?.autoNext) return;
      await this.goOn();
    }
  }

  async complete(): Promise<void> {
    for (let round = 0; round < 8 && !this.isSent(); round += 1) {
      if ((await this.held.progress()).can_send_quotation_request && this.canSend("quotation")) return;
      await this.goOn();
    }
  }

  private canSend(action: SendAction): boolean {
    return this.tab.wizard.sendButtons().some((button) => button.action === action && button.allowed);
  }

  /** Sends. `word`: the broker confirms another company where that is asked. */
  async send(action: SendAction, word: boolean): Promise<void> {
    const { wizard, draft } = this.tab;
    const number = this.number();
    wizard.core.session(requestForm).commit(this.base.request);
    wizard.core.dispatch({ type: "companyConfirmed", number: word && typeof number === "string" ? number : null });
    if (this.isOver || !this.canSend(action)) return;
    const losing = this.wire.lose?.call === "submit";
    const sentBefore = await this.backEnd.sent();
    const screen = this.screen();
    const sending = wizard.submitting.send(action);
    await this.settle();
    await sending;
    const sent = (await this.backEnd.sent()) - sentBefore;
    await checkSent(this, { action, word, losing, draft, number, screen, sent });
  }

  /** The answers that count, as the broker gave them. */
  private screen(): RequestAnswers {
    const { core } = this.tab.wizard;
    const shown = Object.keys(core.state.get().progress);
    const answers = core.answers();
    const { steps } = this.backEnd.product.bundle;
    const typed = (step: string) => withoutComputed(steps[step]?.schema ?? {}, answers[step] ?? {});
    return Object.fromEntries(shown.map((step) => [step, typed(step)]));
  }

  /** Opens the wizard again without the local draft: a new request after sending, otherwise the same one. */
  async reopen(): Promise<void> {
    this.tab.close();
    this.tab = await openTab(this.backEnd, this.wire);
    await this.meet();
  }

  /** The other window comes to the front. */
  async switch(): Promise<void> {
    this.other ??= await openTab(this.backEnd, this.wire);
    [this.tab, this.other] = [this.other, this.tab];
    await this.meet();
  }
}
