// A walk: what a broker does in one or two windows, and the small model that says what may be locked, completed, priced and
// sent afterwards. The model knows the register, what was typed, and what each step was last confirmed with; no more.
import { expect, vi } from "vitest";
import { matches } from "#engine/conditions.ts";
import { isObject, propertySchemas } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import { openKey } from "#wizard/model/steps.ts";
import { requestForm } from "#wizard/model/submitting.ts";
import type { BackEnd } from "./backEnd.ts";
import { type Base, NUMBER } from "./bases.ts";
import { openTab, type Tab, type Wire } from "./tab.ts";

const REGISTERED = ["company", "legalform", "incorporation_date", "street", "housenumber", "postalcode", "city"];

interface Confirmed {
  number: unknown;
  price: unknown;
}

export class Walk {
  readonly backEnd: BackEnd;
  readonly base: Base;
  readonly wire: Wire;
  tab: Tab;
  private other: Tab | null = null;
  /** Values that a broker typed, by field: they belong to no number. */
  private readonly typed = new Map<string, Set<unknown>>();
  private readonly confirmed = new Map<string, Confirmed>();
  private readonly numbers = new Map<string, string>();
  /** Answers to the final questions before all of them were answered with no. */
  before: JsonObject | null = null;

  private constructor(backEnd: BackEnd, base: Base, wire: Wire, tab: Tab) {
    this.backEnd = backEnd;
    this.base = base;
    this.wire = wire;
    this.tab = tab;
  }

  static async begin(backEnd: BackEnd, base: Base): Promise<Walk> {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    };
    const wire: Wire = { running: 0, lose: null, storage };
    const walk = new Walk(backEnd, base, wire, await openTab(backEnd, wire));
    for (const { data } of Object.values(await backEnd.stored())) walk.remember(data);
    await walk.settle();
    await walk.confirmAll();
    return walk;
  }

  end(): void {
    this.tab.close();
    this.other?.close();
  }

  /** Until no call is under way and no timer waits. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 2; ) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.wire.running > 0) continue;
      await vi.advanceTimersByTimeAsync(20_000);
      quiet = this.wire.running > 0 ? 0 : quiet + 1;
    }
  }

  // what the broker does

  get open(): string | null {
    return openKey(this.tab.wizard.core.state.get().progress);
  }

  data(step: string): JsonObject {
    return this.tab.wizard.core.session(step).data();
  }

  isLocked(step: string, field: string): boolean {
    return this.tab.wizard.core.form(step).meta.disabled?.includes(field) === true;
  }

  has(step: string, field: string): boolean {
    return propertySchemas(this.backEnd.product.bundle.steps[step]?.schema ?? {}).has(field);
  }

  remember(data: JsonObject): void {
    for (const [field, value] of Object.entries(data)) {
      const values = this.typed.get(field) ?? new Set();
      this.typed.set(field, values.add(value));
    }
  }

  /** The outcome has taken the wizard's place. */
  get isOver(): boolean {
    const { outcome } = this.tab.wizard.core.state.get();
    return outcome?.kind === "answered" || outcome?.kind === "sent";
  }

  async type(step: string, values: JsonObject): Promise<void> {
    if (this.isOver) return;
    const own = Object.entries(values).filter(([field]) => !this.isLocked(step, field));
    const given = Object.fromEntries(own);
    this.remember(given);
    const session = this.tab.wizard.core.session(step);
    session.commit({ ...session.data(), ...given });
    await this.settle();
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
    if (this.isSent()) return;
    const { data } = await this.backEnd.progress();
    const step = this.open;
    if (step !== null && data[step]?.completed && this.tab.wizard.core.step(step)?.autoNext) await this.confirm(step);
  }

  /** A quotation's answers were made with each other. */
  private async confirmAll(): Promise<void> {
    const { data } = await this.backEnd.progress();
    const known = { number: await this.storedNumber(), price: await this.priceNow() };
    for (const [step, flags] of Object.entries(data)) if (flags.completed) this.confirmed.set(step, known);
  }

  async confirm(step: string): Promise<void> {
    this.confirmed.set(step, { number: await this.storedNumber(), price: await this.priceNow() });
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
    for (let round = 0; round < 8; round += 1) {
      if ((await this.backEnd.progress()).can_send_quotation_request && this.canSend("quotation")) return;
      await this.goOn();
    }
  }

  canSend(action: string): boolean {
    return this.tab.wizard.sendButtons().some((button) => button.action === action && button.allowed);
  }

  /** Sends; `word`: the broker confirms another company where that is asked. */
  async send(action: "quotation" | "insurance-policy", word: boolean): Promise<void> {
    const { wizard, draft } = this.tab;
    const { state } = wizard.core;
    const number = this.number();
    wizard.core.session(requestForm).commit(this.base.request);
    state.set({ confirmedCompany: word && typeof number === "string" ? number : null });
    if (this.isOver || !this.canSend(action)) return;
    const losing = this.wire.lose === "submit";
    const sentBefore = await this.backEnd.sent();
    const screen = this.screen();
    const sending = wizard.submitting.send(action);
    await this.settle();
    await sending;
    const { outcome } = state.get();
    const sent = (await this.backEnd.sent()) - sentBefore;
    const own = this.backEnd.relation?.kvk_number ?? null;
    if (sent > 0) {
      expect(sent, "numbers for one request").toBe(1);
      expect(this.numbers.get(draft), "a request is sent once").toBeUndefined();
      expect(own !== null && number !== own && !word, "sent for another company without the broker's word").toBe(false);
      const stored = await this.backEnd.stored();
      for (const [step, data] of Object.entries(screen))
        expect(stored[step]?.data, `what was sent of ${step}`).toMatchObject(data);
      this.numbers.set(draft, "sent");
    }
    if (!losing) expect(outcome?.kind, "what may be sent is sent, or refused with its reason").not.toBe("error");
    if (outcome?.kind !== "answered") return;
    const given = String(outcome.answer.number);
    expect(this.numbers.has(draft), "an answer for a request that was never sent").toBe(true);
    for (const [other, known] of this.numbers)
      if (other !== draft) expect(given, "number of another request").not.toBe(known);
    this.numbers.set(draft, given);
    if (outcome.answer.accepted === "accepted" && action === "insurance-policy")
      expect(this.base.mustRefer(screen), "accepted, though an underwriter has to see it").toBe(false);
  }

  /** The answers that count, as the broker sees them. */
  private screen(): Record<string, JsonObject> {
    const { core } = this.tab.wizard;
    const shown = Object.keys(core.state.get().progress);
    return Object.fromEntries(shown.map((step) => [step, core.session(step).active()]));
  }

  /** The wizard opened anew: after sending a new request, else the same one. */
  async reopen(): Promise<void> {
    const { draft } = this.tab;
    this.tab.close();
    this.tab = await openTab(this.backEnd, this.wire);
    await this.settle();
    if (this.tab.draft === draft) return;
    this.confirmed.clear();
    await this.confirmAll();
  }

  /** The other window comes to the front. */
  async switch(): Promise<void> {
    this.other ??= await openTab(this.backEnd, this.wire);
    [this.tab, this.other] = [this.other, this.tab];
    await this.settle();
  }

  isSent(): boolean {
    return this.numbers.has(this.tab.draft);
  }

  number(): unknown {
    const { step, field } = NUMBER(this.backEnd.product);
    return this.data(step)[field];
  }

  private async storedNumber(): Promise<unknown> {
    const { step, field } = NUMBER(this.backEnd.product);
    return (await this.backEnd.stored())[step]?.data[field];
  }

  /** Price and choices of what is stored. */
  private async priceNow(): Promise<unknown> {
    const { premium } = await this.backEnd.premium({});
    const { all_main_coverages, insured_amounts, lines } = premium;
    const choices = [...all_main_coverages, ...insured_amounts].map(({ value, subtitle }) => [value, subtitle]);
    return { year: lines ? lines.main + lines.additional.length : null, choices };
  }

  // what must hold after every step

  async check(): Promise<void> {
    this.checkNumber();
    this.checkChoices();
    if (this.isSent()) return;
    const { data } = await this.backEnd.progress();
    const completed = Object.keys(data).filter((step) => data[step]?.completed);
    await this.checkCompleted(completed);
    await this.checkStored(completed);
  }

  /** Locked and prefilled values are those of the number that stands there; offers too. */
  private checkNumber(): void {
    const { core } = this.tab.wizard;
    const number = this.number();
    const company = this.backEnd.register.get(String(number));
    for (const step of Object.keys(core.state.get().progress)) {
      const data = this.data(step);
      for (const field of REGISTERED.filter((name) => this.has(step, name))) {
        const registered = company?.[field as keyof typeof company] ?? undefined;
        const value = data[field] === "" ? undefined : data[field];
        const where = `${step} ${field} beside number ${String(number)}`;
        if (this.isLocked(step, field)) expect(value, `locked ${where}`).toBe(registered);
        if (value === undefined || value === registered) continue;
        expect(this.typed.get(field)?.has(value) === true, `${where}: ${String(value)} is of another company`).toBe(
          true,
        );
      }
    }
    for (const { field, value } of core.state.get().prefill.offers)
      expect(value, `offer for ${field}`).toBe(company?.[field as keyof typeof company]);
  }

  /** A single choice is made, and nothing is priced that is not on offer. */
  private checkChoices(): void {
    const { core } = this.tab.wizard;
    const { premium } = core.state.get();
    const answers = core.answers();
    for (const [name, source] of Object.entries(core.manifest.lists)) {
      if (!("rules" in source)) continue;
      const values = source.rules.find((rule) => rule.if === undefined || matches(rule.if, answers))?.values ?? [];
      for (const [step, field] of this.fieldsOf(name)) {
        const value = core.session(step).active()[field];
        if (value === undefined || values.includes(value as string | number)) continue;
        expect(values.length, `${step} ${field} is ${String(value)} though one choice is left`).toBeGreaterThan(1);
        expect(premium.status === "ready" && premium.premium?.total_amount, `a price for ${String(value)}`).toBeFalsy();
      }
    }
  }

  private fieldsOf(list: string): [step: string, field: string][] {
    return Object.entries(this.backEnd.product.bundle.steps).flatMap(([step, { schema }]) =>
      [...propertySchemas(schema)].flatMap(([field, schemas]): [string, string][] =>
        schemas.some(({ enumFrom }) => enumFrom === list) ? [[step, field]] : [],
      ),
    );
  }

  /** A completed step was confirmed by the broker for this number; a cover at this price. */
  private async checkCompleted(completed: string[]): Promise<void> {
    const number = await this.storedNumber();
    const priced = this.fieldsOf(this.base.priceList).map(([step]) => step);
    for (const step of completed) {
      const known = this.confirmed.get(step);
      expect(known, `${step} was completed by itself`).toBeDefined();
      if (step !== NUMBER(this.backEnd.product).step)
        expect(known?.number, `${step} was completed for another company`).toBe(number);
      if (priced.includes(step))
        expect(known?.price, `${step} was completed at another price`).toEqual(await this.priceNow());
    }
  }

  /** A step that saves itself is stored as it stands on the screen, whatever was taken back. */
  private async checkStored(completed: string[]): Promise<void> {
    const { core, saving } = this.tab.wizard;
    const stored = await this.backEnd.stored();
    for (const { key, autoNext } of core.manifest.steps) {
      if (!autoNext || !completed.includes(key) || saving.revision(key) !== stored[key]?.revision) continue;
      const shown = core.session(key).active();
      expect(shown, `${key} on the screen is not what is stored and completed`).toEqual(stored[key]?.data);
    }
  }
}
