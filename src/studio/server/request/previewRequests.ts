// Whole requests in which the preview can show a step: the testers' journeys and the quotations of the sample portfolio, each with
// all its answers and with the field meta that the portal's own code makes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BASE, indexBases, withBases } from "#content/cases/journeys/bases.ts";
import { Portfolio } from "#content/cases/journeys/portfolio.ts";
import { readFixtures, readJourneys } from "#content/cases/journeys/record.ts";
import { allSteps, FIXTURE_DAY, type Fixture } from "#content/cases/steps/fixtures.ts";
import { Memory } from "#content/read/files/memory.ts";
import type { FlowName, RequestAnswers, StepMeta } from "#engine/schema/types.ts";
import { inEachLanguage, LANGUAGES, type Language } from "#engine/values/languages.ts";
import type { CompanyRegister, RegisteredCompany } from "#server/external/companyRegister.ts";
import type { RelationRecord } from "#server/portfolio/portfolioPort.ts";
import type { LoadedProduct } from "#server/products/products.ts";
import { evaluate } from "#server/requests/evaluate.ts";
import { formsFor } from "#server/requests/forms.ts";
import { toJourneyProduct } from "./planRequest.ts";

export interface RequestName {
  kind: "journey" | "quotation";
  name: string;
  title: string;
}

export interface PreviewRequest extends RequestName {
  flow: FlowName;
  today: string;
  answers: RequestAnswers;
  /** Expected errors, by step. */
  errors: Record<string, [string, string][]>;
  meta: Record<Language, Record<string, StepMeta>>;
}

interface SampleQuotation {
  number: number;
  relation_name: string;
  relation_number: number;
  answers: RequestAnswers;
}
type RegisterEntry = RegisteredCompany & { kvk: string };

/** Reads the fixtures again each time: only names for the list, and a request in full when it is chosen. */
export class PreviewRequests {
  readonly #fixturesDir: string;
  readonly #memory = new Memory();

  constructor(fixturesDir: string) {
    this.#fixturesDir = fixturesDir;
  }

  names(product: LoadedProduct): RequestName[] {
    const journeys = readJourneys(this.#fixturesDir, toJourneyProduct(product)).map(
      ([name, { name: title, flow }]): RequestName => {
        return { kind: "journey", name, title: `${flow}: ${title}` };
      },
    );
    const quotations = this.#quotations(product.key).map(({ number, relation_name }): RequestName => {
      return { kind: "quotation", name: String(number), title: `${number}, ${relation_name}` };
    });
    return [...journeys, ...quotations];
  }

  async find(product: LoadedProduct, kind: string, name: string): Promise<PreviewRequest | undefined> {
    const listed = this.names(product).find((request) => request.kind === kind && request.name === name);
    if (!listed) return undefined;
    const stored = kind === "journey" ? this.#journey(product, name) : this.#quotation(product.key, Number(name));
    const relationRow = this.#portfolio.relations.find((row) => row.relation_number === stored.relation);
    const relation = (relationRow as RelationRecord | undefined) ?? null;
    const meta = await this.#meta(product, stored.answers, { today: stored.today, relation });
    const { relation: _relation, ...request } = stored;
    return { ...listed, ...request, meta };
  }

  #journey(product: LoadedProduct, name: string) {
    const written = readJourneys(this.#fixturesDir, toJourneyProduct(product)).find(
      ([journeyName]) => journeyName === name,
    )![1];
    const bases = indexBases(this.#fixtures(product));
    const journey = withBases(written, bases);
    const { flow, today, quotation, relation, submit, expect } = journey;
    const stored = this.#quotations(product.key).find(({ number }) => number === quotation)?.answers ?? {};
    const findBase = (step: string) => bases(step, BASE) ?? {};
    const answers: RequestAnswers = { ...stored, request: submit.answers };
    const errors: PreviewRequest["errors"] = Object.fromEntries(Object.keys(stored).map((step) => [step, []]));
    if (expect.errors || expect.outcome !== "refused") errors.request = expect.errors ?? [];
    for (const journeyStep of allSteps(journey, product.bundle.manifest, findBase, stored)) {
      answers[journeyStep.step] = { ...answers[journeyStep.step], ...journeyStep.answers };
      errors[journeyStep.step] = "expect" in journeyStep ? (journeyStep.expect?.errors ?? []) : [];
    }
    return { flow: flow as FlowName, today, relation, answers, errors };
  }

  #quotation(product: string, wanted: number) {
    const { answers, relation_number: relation } = this.#quotations(product).find(({ number }) => number === wanted)!;
    return { flow: "editQuote" as const, today: FIXTURE_DAY, relation, answers, errors: {} };
  }

  /** The meta that a broker who opens this request would get. */
  async #meta(
    product: LoadedProduct,
    answers: RequestAnswers,
    { today, relation }: { today: string; relation: RelationRecord | null },
  ): Promise<PreviewRequest["meta"]> {
    const register = this.#register();
    const made = await Promise.all(
      LANGUAGES.map(async (language) => {
        const steps = new Map(Object.entries(answers).map(([step, data]) => [step, { data, finished: true } as never]));
        const asking = { open: { product }, steps, register, language };
        const { data } = await formsFor(asking, evaluate(product, steps, { today, language }), relation);
        return Object.fromEntries(Object.entries(data).map(([step, { meta }]) => [step, meta]));
      }),
    );
    return inEachLanguage((language) => made[LANGUAGES.indexOf(language)]!);
  }

  #fixtures(product: LoadedProduct): Fixture[] {
    return readFixtures(this.#fixturesDir, product.key, toJourneyProduct(product));
  }

  #quotations = (product: string): SampleQuotation[] =>
    this.#portfolio.quotations.filter(
      (quotation) => quotation.product_key === product && quotation.answers,
    ) as unknown as SampleQuotation[];

  get #portfolio(): Portfolio {
    return new Portfolio(this.#fixturesDir, this.#memory);
  }

  /** Throws for a file that cannot be read, as a register that does not answer. */
  #register(): CompanyRegister {
    const text = () => readFileSync(join(this.#fixturesDir, "portfolio/register.json"), "utf8");
    return { find: async (kvk) => (JSON.parse(text()) as RegisterEntry[]).find((company) => company.kvk === kvk) };
  }
}
