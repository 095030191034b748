// Asks a running back end every specified call, goes through the fixtures' journeys, and collects the differences from
// schemas/api and from what the journeys expect. What is ours is used where it is there, and never asked for.
import { comparePlayed, playOver } from "#content/cases/journeys/play.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { dateAt } from "#engine/values/dates.ts";
import { BrokerClient, type Heard } from "../journeys/support/brokerClient.ts";
import { HttpTransport } from "../journeys/support/httpTransport.ts";
import { findBroker, findPlayed, type Journey, journeys } from "../journeys/support/journey.ts";
import type { Description, Difference } from "./description.ts";

export interface ContractOptions {
  url: string;
  /** Of the development login. */
  login?: { user: string; password: string } | undefined;
  /** For another login: the cookie of a session, and what else every call needs. */
  headers?: Record<string, string>;
  /** Reads alone: makes no request and changes nothing. */
  readOnly?: boolean | undefined;
  /** Part of the names of the journeys that are run. If absent, all of the office. */
  journeys?: string | undefined;
  /** The back end's day: dates of journeys move with it. */
  today?: string;
}

export interface ContractReport {
  /** How often each specified call was made. Calls that were not made are listed with 0. */
  calls: Record<string, number>;
  journeys: number;
  differences: (Difference & { times: number; journey?: string })[];
  /** Allowed differences (more members, other names for a list's numbers) and what could not be tried. */
  notes: (Difference & { times: number; journey?: string })[];
}

/** The member of a row that its own call takes. */
const LISTS = {
  relations: "relation_number",
  quotations: "number",
  policies: "number",
  damages: "claim_id",
  invoices: "offer_number",
};
const UNKNOWN = 99_999_999;
const PATIENCE_MS = 60_000;

export const runContract = (options: ContractOptions, description: Description): Promise<ContractReport> =>
  new ContractRun(options, description).run();

class ContractRun {
  readonly #options: ContractOptions;
  readonly #description: Description;
  readonly #client: BrokerClient;
  readonly #calls = new Map<string, number>();
  readonly #differences = new Map<string, ContractReport["differences"][number]>();
  readonly #notes = new Map<string, ContractReport["notes"][number]>();
  #wanted: readonly number[] | undefined;
  #journey: string | undefined;
  #walked = 0;

  constructor(options: ContractOptions, description: Description) {
    this.#options = options;
    this.#description = description;
    const { url, headers = {} } = options;
    this.#client = new BrokerClient(url.replace(/\/$/, ""), {
      headers,
      heard: (heard) => this.#hear(heard),
      patienceMs: PATIENCE_MS,
    });
  }

  async run(): Promise<ContractReport> {
    await this.#enter();
    const { body: profile } = await this.#client.get("/api/profile/me");
    await this.#client.get("/api/profile/details");
    await this.#readLists();
    if (!this.#options.readOnly) await this.#change();
    const office = Number(profile.userIntermediaryNumber);
    await this.#readWizard(office);
    if (!this.#options.readOnly) for (const journey of this.#ownJourneys(office)) await this.#travel(journey);
    for (const call of this.#description.specified)
      if (!this.#calls.has(call))
        this.#note({ call, at: "", expected: "to be tried", got: "no row or no journey to try it with" });
    const calls = this.#description.specified.map((call) => [call, this.#calls.get(call) ?? 0] as const);
    return {
      calls: Object.fromEntries(calls),
      journeys: this.#walked,
      differences: [...this.#differences.values()],
      notes: [...this.#notes.values()],
    };
  }

  #hear(heard: Heard): void {
    const call = this.#description.find(heard);
    if (call) this.#calls.set(call, (this.#calls.get(call) ?? 0) + 1);
    const { differences, notes } = this.#description.judge(heard, this.#wanted);
    for (const one of differences) this.#differ(one);
    for (const one of notes) this.#note(one);
  }

  #differ = (one: Difference) => keep(this.#differences, one, this.#journey);
  #note = (one: Difference) => keep(this.#notes, one, this.#journey);

  /** A call that is made to be refused. */
  async #refused(statuses: readonly number[], ask: () => Promise<unknown>): Promise<void> {
    this.#wanted = statuses;
    await ask();
    this.#wanted = undefined;
  }

  async #enter(): Promise<void> {
    const { login, readOnly } = this.#options;
    const { body } = await this.#client.get("/api/profile/me");
    if (login) {
      if (body.loggedIn !== false)
        this.#differ({
          call: "GET /api/profile/me",
          at: "/loggedIn",
          expected: "false before the login",
          got: String(body.loggedIn),
        });
      await this.#refused([401], () => this.#client.get("/api/quotations/?page=1&limit=1"));
      await this.#client.login(login.user, login.password);
    }
    await this.#client.refreshToken();
    const { body: profile } = await this.#client.get("/api/profile/me");
    if (profile.loggedIn !== true)
      throw new Error("The login failed: after it, /api/profile/me still returns loggedIn false.");
    if (readOnly && profile.acceptedCookieStatement !== true)
      throw new Error(
        "This user has not accepted the two statements, and --read-only changes nothing: accept them once.",
      );
    if (readOnly) return;
    await this.#refused([422], () => this.#client.post("/api/prerequisites", {}));
    await this.#client.post("/api/prerequisites", { personal_data: true, cookies: true });
  }

  async #readLists(): Promise<void> {
    const relations = await this.#rows("/api/relations?page=1&limit=7&detail=true");
    const relation = relations[0]?.relation_number;
    for (const [list, member] of Object.entries(LISTS)) {
      const own = relation === undefined ? "" : `?relation_id=${relation}`;
      if (list !== "relations") await this.#rows(`/api/${list}${own}`);
      const rows = await this.#rows(`/api/${list}/?page=1&limit=3`);
      if (this.#description.specified.includes(`GET /api/${list}/search/{term}`))
        await this.#rows(`/api/${list}/search/${encodeURIComponent(findTerm(rows[0]))}`);
      if (rows[0]) await this.#client.get(`/api/${list}/${rows[0][member]}`);
      await this.#refused([404], () => this.#client.get(`/api/${list}/${UNKNOWN}`));
    }
    await this.#rows("/api/relations");
    const [employee] = await this.#rows("/api/employees");
    if (employee) await this.#client.get(`/api/employees/${encodeURIComponent(String(employee.login_name))}`);
  }

  async #rows(path: string): Promise<JsonObject[]> {
    const { data } = (await this.#client.get(path)).body;
    return Array.isArray(data) ? data : [];
  }

  /** Saves the relation unchanged, and makes one change that is refused. */
  async #change(): Promise<void> {
    const [relation] = await this.#rows("/api/relations?page=1&limit=1&detail=true");
    if (!relation) return;
    const path = `/api/relations/edit/${relation.relation_number}`;
    await this.#refused([422], () => this.#client.post(path, { email: "no address" }));
    await this.#client.post(path, { city: relation.city });
  }

  async #readWizard(office: number): Promise<void> {
    const [product] = [...new Set(journeys.map((journey) => journey.product))];
    const place = `/api/aanvraag/${product}/${office}`;
    const { body } = await this.#client.get<{ data?: JsonObject }>(`${place}/prerequisites/exists/`);
    const base = `${place}/${body.data?.relation_number}`;
    for (const call of ["acceptance", "closing-questions", "professions", "wizard/steps/progress"])
      await this.#client.get(`${base}/${call}`);
    await this.#refused([404], () => this.#client.get("/api/aanvraag/no-such-product/1/prerequisites/exists/"));
  }

  #ownJourneys(office: number): Journey[] {
    const { journeys: part = "" } = this.#options;
    const named = journeys.filter(({ file }) => file.includes(part));
    const own = named.filter((journey) => findBroker(journey).office === office);
    if (own.length < named.length)
      this.#note({
        call: "journeys",
        at: "",
        expected: "to be tried",
        got: `${named.length - own.length} journeys are of another office than ${office}`,
      });
    return own;
  }

  async #travel(journey: Journey): Promise<void> {
    this.#journey = journey.file;
    this.#walked += 1;
    try {
      await this.#play(journey);
    } catch (error) {
      // Node reports the cause of a failed call in a member of its own.
      const { message, cause } = error as Error;
      this.#differ({
        call: "journey",
        at: "",
        expected: "to go on",
        got: cause instanceof Error ? cause.message : message,
      });
    }
    this.#journey = undefined;
  }

  async #play(written: Journey): Promise<void> {
    const product = findPlayed(written.product);
    const { submit } = written;
    const day = this.#move(written, String(submit.answers.effective_date));
    const journey = { ...written, submit: { ...submit, answers: { ...submit.answers, effective_date: day } } };
    const played = await playOver(journey, product, new HttpTransport(this.#client, journey, product, 1));
    for (const { place, wanted, given } of comparePlayed(journey, product.manifest, played))
      this.#differ({ call: "journey", at: place, expected: JSON.stringify(wanted), got: JSON.stringify(given) });
  }

  /** As far from the back end's day as the journey's is from its own. */
  #move({ today }: Journey, day: string): string {
    const days = Math.round((Date.parse(this.#options.today ?? today) - Date.parse(today)) / 86_400_000);
    return days === 0 ? day : dateAt(day, `${days < 0 ? "" : "+"}${days}d`);
  }
}

/** A word by which a row is found. */
const findTerm = ({ relation_name, company, title }: JsonObject = {}): string =>
  /\p{L}{3,}/u.exec([relation_name, company, title].join(" "))?.[0] ?? "e";

function keep(
  all: Map<string, ContractReport["differences"][number]>,
  one: Difference,
  journey: string | undefined,
): void {
  const name = `${one.call} ${one.at} ${one.expected}`;
  const known = all.get(name);
  if (known) known.times += 1;
  else all.set(name, { ...one, times: 1, ...(journey === undefined ? {} : { journey }) });
}
