// The content of a folder as a replay judges and prices with it: the rules of each product, its lists, and the words for its
// fields and questions. Compiles nothing that is published; a product that cannot be compiled is named, not guessed.
import { type BundleModule, toBundle } from "#engine/contract.ts";
import { textKeys } from "#engine/fieldTexts.ts";
import type { ListSources } from "#engine/lists.ts";
import type { JsonObject, Language } from "#engine/types.ts";
import { storedQuestions, type Words } from "#underwriting/judgement.ts";
import type { ProductRules } from "#underwriting/judgeRequest.ts";
import { backSources } from "../backLists.ts";
import { type Catalogue, type ProductFiles, readCatalogue, readManifest } from "../catalogue.ts";
import { backPart, contractsCode, stepSources } from "../compile.ts";
import type { Finding } from "../finding.ts";
import { objects } from "../reporting.ts";

export interface ReplayProduct extends ProductRules {
  key: string;
  sources: ListSources;
  /** What a broker reads: of the product, of a field, of a question, of a rule over answers. */
  words(language: Language): ProductWords;
}

export interface ProductWords {
  name: string;
  field(step: string, pointer: string): string;
  rule(name: string): string;
}

export interface ReplayContent {
  name: string;
  products: ReadonlyMap<string, ReplayProduct>;
  /** Keys of products that cannot be compiled. */
  broken: string[];
}

/** `name`: what the report calls it, such as the name of a release. */
export async function openForReplay(schemasDir: string, name: string): Promise<ReplayContent> {
  const catalogue = readCatalogue(schemasDir);
  const products = new Map<string, ReplayProduct>();
  const broken: string[] = [];
  for (const files of catalogue.products) {
    const product = await openProduct(files, catalogue);
    if (product) products.set(product.key, product);
    else broken.push(files.key);
  }
  return { name, products, broken };
}

async function openProduct(files: ProductFiles, catalogue: Catalogue): Promise<ReplayProduct | null> {
  const findings: Finding[] = [];
  const steps = stepSources(files, findings);
  const code = contractsCode(files, steps, findings);
  if (findings.length > 0 || !files.tariff) return null;
  const address = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
  const { contracts } = (await import(address)) as Pick<BundleModule, "contracts">;
  const manifest = readManifest(files);
  return {
    key: files.key,
    bundle: toBundle({ manifest, steps, contracts }, files.key),
    back: backPart(files, catalogue.rates?.content ?? null),
    sources: backSources(files),
    words: (language) => collectWords(files, catalogue, language),
  };
}

function collectWords(files: ProductFiles, { sharedTexts }: Catalogue, language: Language): ProductWords {
  const texts: JsonObject = { ...sharedTexts[language]?.content, ...files.texts[language]?.content };
  const questions = files.questions?.content ?? null;
  const asked = (["acceptance", "closing-questions"] as const).flatMap((call) => storedQuestions(questions, call));
  const inWords = (words: Words | undefined) => words?.[language] ?? words?.nl;
  const findFirst = (keys: readonly string[]) => keys.map((key) => texts[key]).find((text) => typeof text === "string");
  return {
    name: String(texts.name ?? files.key),
    field(step, pointer) {
      const path = pointer.split("/").slice(1);
      const question = asked.find(({ id }) => String(id) === path.at(-1));
      const keys = textKeys({ step, prefix: "request" }, path).map((key) => `${key}.label`);
      return inWords(question?.question_text) ?? String(findFirst(keys) ?? path.join(" "));
    },
    rule(name) {
      const rule = objects(questions?.answer_rules).find((one) => one.name === name);
      return inWords(rule?.message as Words | undefined) ?? name;
    },
  };
}
