// The read-only calls of the studio's pages: the server's answers for a product, the fixtures, the app's texts and the findings of
// the check. Without a login, as they serve content of the checkout to this machine only.
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { readerLanguage, t } from "#content/read/findings/translate.ts";
import { settleRequest } from "#engine/answers/computedAnswers.ts";
import type { Language, RequestAnswers } from "#engine/schema/types.ts";
import type { ListSources } from "#engine/steps/lists.ts";
import { DEFAULT_LANGUAGE, inEachLanguage } from "#engine/values/languages.ts";
import type { LoadedProduct, Products } from "#server/products/products.ts";
import { contextFor } from "#server/requests/evaluate.ts";
import { buildProfessions, buildQuestions } from "#server/requests/questions.ts";
import { type CheckRunner, type PlannedFinding, planEdits, type WholeCheck } from "./check.ts";
import { findPremiumFactors, type PricedAnswers } from "./premiumFactors.ts";
import type { createCaseReader } from "./previewCases.ts";
import { PreviewRequests } from "./request/previewRequests.ts";

/** The response of `/studio/check`. */
export interface CheckAnswer extends WholeCheck {
  findings: PlannedFinding[];
  /** False when the files on disk could not be published, so that the pages show an older state. */
  current: boolean;
}

/** The findings about files, before cases and journeys are tried. */
export type EarlyAnswer = Omit<CheckAnswer, "summary" | "others">;

interface StudioParts {
  /** Folder of the app's texts. */
  messagesDir: string;
  products: Products;
  productsDir: string;
  check: CheckRunner;
  fixturesDir: string;
  readCases: ReturnType<typeof createCaseReader>;
  today(): string;
  /** Whether the published release is that of the files on disk. */
  current(): boolean;
}

type Params = { Params: { product: string } };

export function addCalls(app: FastifyInstance, all: StudioParts): void {
  const { products, check, fixturesDir, messagesDir, ...parts } = all;
  addPreview(app, all);
  app.post<Params & { Body: { answers: RequestAnswers; day: string } }>(
    "/studio/products/:product/premium",
    { schema: { body: PRICED } },
    async ({ params, body: { answers, day } }, reply) => {
      const product = await products.current(params.product);
      if (!product) return answerUnknown(reply);
      try {
        const price = (language: Language) =>
          settleRequest(product.bundle, answers, (settled) => contextFor(product, settled, { today: day, language }))
            .terms;
        const factors = findPremiumFactors(params.product, price(DEFAULT_LANGUAGE).underwriting);
        const answered = inEachLanguage((language) => price(language).premium);
        return { ...factors, answered } satisfies PricedAnswers;
      } catch {
        const message = t`The tariff in the files cannot be used; the findings say what is wrong.`;
        return reply.code(422).send({ code: "tariff", message });
      }
    },
  );
  const requests = new PreviewRequests(fixturesDir);
  app.get<Params>("/studio/products/:product/requests", async ({ params }, reply) => {
    const product = await products.current(params.product);
    return product ? requests.names(product) : answerUnknown(reply);
  });
  app.get<Params & { Params: { kind: string; name: string } }>(
    "/studio/products/:product/requests/:kind/:name",
    async ({ params }, reply) => {
      const product = await products.current(params.product);
      try {
        const preview = product && (await requests.find(product, params.kind, params.name));
        return preview ?? reply.code(404).send({ code: "not_found", message: t`There is no request of that name.` });
      } catch {
        const message = t`The request cannot be read from its file; the findings say what is wrong.`;
        return reply.code(422).send({ code: "request", message });
      }
    },
  );
  app.get("/studio/texts", async () =>
    inEachLanguage((language) => readJsonFile(join(messagesDir, `${language}.json`))),
  );
  const plan = planEdits(dirname(fixturesDir));
  app.get("/studio/check", async () => {
    const { findings, ...whole } = await check.run(readerLanguage()).whole;
    return { ...whole, findings: findings.map(plan), current: parts.current() } satisfies CheckAnswer;
  });
  app.get(
    "/studio/check/files",
    async () =>
      ({
        findings: (await check.run(readerLanguage()).files).map(plan),
        current: parts.current(),
      }) satisfies EarlyAnswer,
  );
}

function addPreview(app: FastifyInstance, { products, productsDir, readCases, today }: StudioParts): void {
  const lists = new Map<string, Record<Language, ListSources>>();
  const readLists = async (key: string) => {
    const product = await products.current(key);
    if (!product) return { nl: {}, fr: {} };
    try {
      const sources = inEachLanguage((language) => buildSources(product, language, today()));
      lists.set(key, sources);
    } catch (reason) {
      // A price in a table may not be a number yet: the previous lists stay, and the findings report the fault.
      if (!lists.has(key)) throw reason;
    }
    return lists.get(key);
  };
  const readTexts = (address = "") => readJsonFile(join(productsDir, "public", basename(address)));
  /** All that a page needs of a product, apart from its code. */
  app.get<Params>("/studio/products/:product/preview", async ({ params: { product: key } }, reply) => {
    const { portal, releases } = products.index();
    const product = products.entry(key) ?? null;
    const { release = "" } = product ?? (portal?.key === key ? portal : {});
    const files = releases[release];
    if (!files) return answerUnknown(reply);
    const texts = inEachLanguage((language) => readTexts(files.texts[language]));
    return {
      ...{ product, release, texts, bundle: files.bundle },
      ...{ sources: await readLists(key), cases: await readCases(key) },
    };
  });
}

const PRICED = {
  type: "object",
  properties: { answers: { type: "object" }, day: { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\d$" } },
  required: ["answers", "day"],
};

const readJsonFile = (path: string) => JSON.parse(readFileSync(path, "utf8"));

const answerUnknown = (reply: FastifyReply) =>
  reply.code(404).send({ code: "not_found", message: t`There is no such product.` });

/** The server's answers for an empty request: questions, professions, coverages and base prices. */
export function buildSources(product: LoadedProduct, language: Language, today: string): ListSources {
  const { premium } = contextFor(product, {}, { today, language });
  return {
    professions: buildProfessions(product, language),
    premium,
    acceptance: { data: buildQuestions(product, "acceptance", language) },
    "closing-questions": { data: buildQuestions(product, "closing-questions", language) },
  };
}
