// A broker who saves and sends without pause and records what was acknowledged. After a kill and restart everything
// acknowledged must be stored, calls in progress wholly or not at all, and a request that is sent again under its key keeps
// its number.
import { isDeepStrictEqual } from "node:util";
import type { ExistsAnswer, FormsAnswer, SubmitAnswer } from "#api/wire/wireTypes.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { type Connection, Refused } from "./connection.ts";
import type { Broker } from "./offices.ts";
import { BLOCK, buildPlace, STEPS } from "./rounds.ts";

export interface Counts {
  saves: number;
  submits: number;
  /** Quotations that were sent again, changed. */
  changes: number;
  /** Ids of files. */
  uploads: string[];
  /** Under way when the portal died: found done afterwards, found not done. */
  done: number;
  undone: number;
  lost: string[];
}
export const noCounts = (): Counts => ({ saves: 0, submits: 0, changes: 0, uploads: [], done: 0, undone: 0, lost: [] });

interface Save {
  step: string;
  data: JsonObject;
  revision: number;
}
interface Sent {
  relation: number;
  key: string;
  number: string;
}

const FILE = "%PDF-1.4\n%%EOF\n";
const SAVES_OF_FIRST_STEP = 2;
const REMEMBERED = 3;

export class CrashBroker {
  readonly #connection: Connection;
  readonly #broker: Broker;
  readonly #counts: Counts;
  #relation: number;
  #unique = 0;
  #files = 0;
  #stored = new Map<string, Save>();
  #saving: Save | undefined;
  #sending: { relation: number; key: string } | undefined;
  #changing: (Sent & { saved: boolean }) | undefined;
  #sent: Sent[] = [];
  readonly #changes: boolean;

  /** `changes`: each quotation is changed once more, so that it has more than one event. */
  constructor(connection: Connection, broker: Broker, counts: Counts, { changes = false } = {}) {
    this.#changes = changes;
    this.#connection = connection;
    this.#broker = broker;
    this.#counts = counts;
    this.#relation = broker.relations[0];
  }

  /** Until the connection breaks, or a request was sent and it is `over`. */
  async work(over = () => false): Promise<void> {
    const [first = STEPS[0], ...others] = STEPS;
    const again = Array.from({ length: SAVES_OF_FIRST_STEP }, () => first);
    while (!over()) {
      await this.#connection.ok("GET", this.#place().opening);
      for (const { step, answers } of [...again, ...others].flatMap((steps) => steps ?? []))
        await this.#save(step, answers);
      await this.#upload();
      this.#sending = { relation: this.#relation, key: crypto.randomUUID() };
      await this.#submit();
      this.#relation += 1;
      if (this.#relation > this.#broker.relations[1]) throw new Error("no relation left: ask for fewer cycles");
      await this.#change();
    }
  }

  /** After the restart. */
  async compare(): Promise<void> {
    if (this.#sending) await this.#finishSending();
    await this.#change();
    for (const { relation, key, number } of this.#sent.slice(-REMEMBERED)) {
      const again = await this.#send(relation, key);
      if (again !== number) this.#counts.lost.push(`${relation} was sent as ${number} and again as ${again}`);
    }
    if (this.#stored.size === 0 && !this.#saving) return;
    const reply = await this.#connection.ok("POST", `${this.#place().base}/wizard/steps/forms`, { body: {} });
    const { data } = JSON.parse(reply.text) as FormsAnswer;
    for (const { step } of STEPS) this.#compareStep(step, data[step]);
    this.#saving = undefined;
  }

  async #save(step: string, answers: JsonObject): Promise<void> {
    const stored = this.#stored.get(step);
    const revision = stored?.revision ?? 0;
    this.#unique += 1;
    const data = "revenue" in answers ? { ...answers, revenue: 1_000 + this.#unique } : answers;
    // What is stored already is no new revision.
    this.#saving = { step, data, revision: isDeepStrictEqual(stored?.data, data) ? revision : revision + 1 };
    const path = `${this.#place().base}/wizard/step/${step}/save?action=next`;
    await this.#connection.ok("POST", path, { body: data, headers: { "if-match": `"${revision}"` } });
    this.#keep(this.#saving);
    this.#counts.saves += 1;
  }

  async #upload(): Promise<void> {
    // With a request of its own, from the other end of the relations: what is sent must name its files.
    const { opening, base } = buildPlace(this.#broker.office, this.#broker.relations[1] - this.#files);
    const path = `${base}/uploads`;
    this.#files += 1;
    const opened = JSON.parse((await this.#connection.ok("GET", opening)).text) as ExistsAnswer;
    const shown = { "x-draft": opened.data.draft_id ?? "" };
    const reply = await this.#connection.upload(path, "bijlage.pdf", FILE, shown);
    if (reply.status >= 300) throw new Refused(path, reply);
    this.#counts.uploads.push((JSON.parse(reply.text) as { id: string }).id);
  }

  #keep(save: Save): void {
    this.#stored.set(save.step, save);
    this.#saving = undefined;
  }

  async #submit(): Promise<void> {
    if (!this.#sending) return;
    const { relation, key } = this.#sending;
    const number = await this.#send(relation, key);
    this.#sent.push({ relation, key, number });
    if (this.#changes) this.#changing = { relation, key: crypto.randomUUID(), number, saved: false };
    this.#sending = undefined;
    this.#stored = new Map();
    this.#counts.submits += 1;
  }

  /** Continues where it was interrupted. Sending again with the same key counts as one change. */
  async #change(): Promise<void> {
    const [first] = STEPS;
    if (!this.#changing || !first) return;
    const { relation, key, number } = this.#changing;
    const { opening, base } = buildPlace(this.#broker.office, relation);
    if (!this.#changing.saved) {
      await this.#connection.ok("GET", `${opening}&quotation=${number}`);
      const save = `${base}/wizard/step/${first.step}/save?action=next&quotation=${number}`;
      await this.#connection.ok("POST", save, { body: first.answers });
      this.#changing.saved = true;
    }
    const again = { body: BLOCK, headers: { "idempotency-key": key } };
    await this.#connection.ok("POST", `${base}/wizard/submit/quotation?quotation=${number}`, again);
    this.#changing = undefined;
    this.#counts.changes += 1;
  }

  /** Was it sent before the portal died? Sending again must lead to one number either way. */
  async #finishSending(): Promise<void> {
    const { base } = this.#place();
    const open = await this.#connection.call("GET", `${base}/wizard/steps/progress`);
    const completed = (JSON.parse(open.text) as { completed_steps?: number }).completed_steps;
    const undone = completed === STEPS.length;
    if (!undone && completed !== 0) this.#counts.lost.push(`${base}: half sent, ${completed} steps complete`);
    this.#counts[undone ? "undone" : "done"] += 1;
    await this.#submit();
    this.#relation += 1;
  }

  async #send(relation: number, key: string): Promise<string> {
    const { base } = buildPlace(this.#broker.office, relation);
    const headers = { "idempotency-key": key };
    const reply = await this.#connection.ok("POST", `${base}/wizard/submit/quotation`, { body: BLOCK, headers });
    return (JSON.parse(reply.text) as SubmitAnswer).number ?? "";
  }

  #compareStep(step: string, form: FormsAnswer["data"][string] | undefined): void {
    const holds = (save: Save | undefined) =>
      form?.meta.revision === (save?.revision ?? 0) &&
      Object.entries(save?.data ?? {}).every(([name, value]) => isDeepStrictEqual(form?.data[name], value));
    const pending = this.#saving?.step === step ? this.#saving : undefined;
    if (pending && holds(pending)) {
      this.#counts.done += 1;
      this.#keep(pending);
    } else if (holds(this.#stored.get(step))) {
      if (pending) this.#counts.undone += 1;
    } else {
      const expected = this.#stored.get(step)?.revision ?? 0;
      this.#counts.lost.push(
        `${this.#place().base} ${step}: revision ${expected} expected, ${form?.meta.revision} found`,
      );
    }
  }

  #place() {
    return buildPlace(this.#broker.office, this.#relation);
  }
}
