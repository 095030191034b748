// Whole requests in which the preview can show a step: the testers' journeys and the quotations of the sample portfolio, each with
// all its answers and with the field meta that the portal's own code makes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { indexBases, withAllSteps } from "#content/cases/journeys/bases.ts";
import { Portfolio } from "#content/cases/journeys/portfolio.ts";
import { readFixtures, readJourneys } from "#content/cases/journeys/record.ts";
import { FIXTURE_DAY } from "#content/cases/steps/fixtures.ts";
import { Memory } from "#content/read/files/memory.ts";
import type { FlowName, RequestAnswers, StepMeta } from "#engine/schema/types.ts";
import { inEachLanguage, LANGUAGES, type Language } from "#engine/values/languages.ts";
import type { RegisteredCompany } from "#server/external/companyRegister.ts";
import type { RelationRecord } from "#server/portfolio/portfolioPort.ts";
import type { LoadedProduct } from "#server/products/products.ts";
import { evaluate } from "#server/requests/evaluate.ts";
import { formsFor } from "#server/requests/forms.ts";

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

export type ProductFixtures = ReturnType<typeof readProductFixtures>;

/** The journeys of a product by the name of their file, and the cases of its steps. */
export function readProductFixtures(fixturesDir: string, { bundle, back }: LoadedProduct) {
  const asking = { ...bundle.manifest, questions: back.questions };
  const fixtures = readFixtures(fixturesDir, bundle.manifest.key, asking);
  return { fixtures, bases: indexBases(fixtures), journeys: new Map(readJourneys(fixturesDir, asking)) };
}

/** Reads the fixtures again each time: only names for the list, and a request in full when it is chosen. */
export class PreviewRequests {
  readonly #fixturesDir: string;
  readonly #memory = new Memory();

  constructor(fixturesDir: string) {
    this.#fixturesDir = fixturesDir;
  }

  names(product: LoadedProduct): RequestName[] {
    const journeys = [...readProductFixtures(this.#fixturesDir, product).journeys].map(
      ([name, { name: title, flow }]): RequestName => ({ kind: "journey", name, title: `${flow}: ${title}` }),
    );
    const quotations = this.#quotations(product.key).map(
      ({ number, relation_name }): RequestName => ({
        kind: "quotation",
        name: String(number),
        title: `${number}, ${relation_name}`,
      }),
    );
    return [...journeys, ...quotations];
  }

  async find(product: LoadedProduct, kind: string, name: string): Promise<PreviewRequest | undefined> {
    const listed = this.names(product).find((request) => request.kind === kind && request.name === name);
    if (!listed) return undefined;
    const stored = this.#quotations(product.key).find(({ number }) => String(number) === name);
    const { relation, ...request } = stored
      ? {
          ...{ flow: "editQuote" as const, today: FIXTURE_DAY, errors: {} },
          ...{ relation: stored.relation_number, answers: stored.answers },
        }
      : this.#journey(product, name);
    return { ...listed, ...request, meta: await this.#meta(product, request, relation) };
  }

  #journey(product: LoadedProduct, name: string) {
    const { journeys, bases } = readProductFixtures(this.#fixturesDir, product);
    const written = journeys.get(name)!;
    const stored = this.#quotations(product.key).find(({ number }) => number === written.quotation)?.answers ?? {};
    const { manifest } = product.bundle;
    const { flow, today, relation, submit, expect, steps } = withAllSteps(written, { bases, manifest, stored });
    const answers: RequestAnswers = { ...stored, request: submit.answers };
    const errors: PreviewRequest["errors"] = Object.fromEntries(Object.keys(stored).map((step) => [step, []]));
    if (expect.errors || expect.outcome !== "refused") errors.request = expect.errors ?? [];
    for (const { step, answers: given, expect: expected } of steps) {
      answers[step] = { ...answers[step], ...given };
      errors[step] = expected?.errors ?? [];
    }
    return { flow, today, relation, answers, errors };
  }

  /** The meta that a broker who opens this request would get. */
  async #meta(
    product: LoadedProduct,
    { answers, today }: Pick<PreviewRequest, "answers" | "today">,
    relation: number | undefined,
  ): Promise<PreviewRequest["meta"]> {
    const row = this.#portfolio.relations.find(({ relation_number }) => relation_number === relation);
    const steps = new Map(Object.entries(answers).map(([step, data]) => [step, { data, finished: true } as never]));
    const made = await Promise.all(
      LANGUAGES.map(async (language) => {
        const asking = { open: { product }, steps, register: { find: this.#findCompany }, language };
        const known = (row as RelationRecord | undefined) ?? null;
        const { data } = await formsFor(asking, evaluate(product, steps, { today, language }), known);
        return Object.fromEntries(Object.entries(data).map(([step, { meta }]) => [step, meta]));
      }),
    );
    return inEachLanguage((language) => made[LANGUAGES.indexOf(language)]!);
  }

  #quotations = (product: string): SampleQuotation[] =>
    this.#portfolio.quotations.filter(
      (quotation) => quotation.product_key === product && quotation.answers,
    ) as unknown as SampleQuotation[];

  get #portfolio(): Portfolio {
    return new Portfolio(this.#fixturesDir, this.#memory);
  }

  /** Throws for a file that cannot be read, as a register that does not answer. */
  #findCompany = async (kvk: string) => {
    const text = readFileSync(join(this.#fixturesDir, "portfolio/register.json"), "utf8");
    return (JSON.parse(text) as RegisterEntry[]).find((company) => company.kvk === kvk);
  };
}
