// Compiles one product folder to what is published: a bundle for the browser, texts per language, and the private part
// that only the back end reads. Writes nothing.
import { FORM } from "#engine/rules/contract.ts";
import type { PlainContent, UiSchema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject, StepSource } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { type StoredQuestion, storedQuestions } from "#underwriting/judgement.ts";
import type { DatedTariff } from "#underwriting/tariff.ts";
import { professionLists } from "../read/backLists.ts";
import { type Catalogue, type ProductFiles, readManifest } from "../read/catalogue.ts";
import { Memory } from "../read/files/memory.ts";
import type { JsonFile } from "../read/files/readJson.ts";
import { ContentError, error, type Finding } from "../read/findings/finding.ts";
import { t } from "../read/findings/translate.ts";
import { replacePlain } from "../read/plainContent.ts";
import { withPremium } from "../read/steps/pricedAnswers.ts";
import { Dereferencer } from "./dereference.ts";
import { findDocuments, findIcon, type PublishedDocument } from "./documents.ts";
import { compileTexts } from "./messages.ts";
import { findPictures } from "./pictures.ts";
import { computeHash } from "./published.ts";
import { buildStandaloneModule, listConditions } from "./standalone.ts";

/** Where published files are served. */
export const ADDRESS = "/products/";

const FORBIDDEN = /\brequire\s*\(|\bnew Function\b|\beval\s*\(/;

/** What only the back end reads. */
export interface BackPart {
  /** The form of the language. Absent: the first one. */
  form?: number;
  tariff: JsonObject | null;
  /** Those that count from a later day. Absent where there is none. */
  tariffs?: DatedTariff[];
  questions: JsonObject | null;
  professions: JsonObject | null;
  rates: JsonObject | null;
  /** What is handed over to other systems. Absent: no answers. */
  handover?: JsonObject;
}

export interface CompiledProduct {
  key: string;
  release: string;
  /** File names and contents of the public part. */
  bundle: { name: string; code: string };
  texts: Record<string, { name: string; code: string }>;
  /** Name of an icon of the portal, or the address of its own. */
  icon: string;
  /** Its documents, and its pictures and own icon, which are published in the same way. */
  documents: PublishedDocument[];
  back: BackPart;
}

/** The steps as they are published: schemas written out in full, ui-schemas without their editor line. */
export function stepSources(product: ProductFiles, findings: Finding[]): Record<string, StepSource> {
  const schemas = product.steps.map(({ schema }) => schema);
  const manifest = readManifest(product);
  const dereferencer = new Dereferencer([...schemas, ...product.shared], findings);
  const steps = product.steps.map((step) => {
    const { $schema: _editor, ...ui } = step.ui.content;
    const call = manifest.steps.find(({ key }) => key === step.key)?.questions;
    const questions = call ? storedQuestions(product.questions?.content ?? null, call) : [];
    return [step.key, { schema: dereferencer.inline(step.schema), ui: withAllNo(ui, questions) }] as const;
  });
  return Object.fromEntries(steps);
}

/** Offers to answer all questions with no where each of them expects it. */
function withAllNo(ui: UiSchema, questions: readonly StoredQuestion[]): UiSchema {
  if (questions.length === 0 || questions.some(({ expected_answer }) => expected_answer !== "no")) return ui;
  const fields = Object.entries(ui).map(([name, field]) => {
    if (!isObject(field) || field["ui:field"] !== "questions") return [name, field] as const;
    return [name, { ...field, "ui:options": { ...Object(field["ui:options"]), answerAllNo: true } }] as const;
  });
  return Object.fromEntries(fields);
}

/** Contracts of the steps, and the conditions of steps and manifest. Compiled one by one where that fails, to name the file. */
export function contractsCode(
  product: ProductFiles,
  steps: Record<string, StepSource>,
  findings: Finding[],
  memory = new Memory(),
): string {
  const schemas = new Map(Object.entries(steps).map(([key, step]) => [key, step.schema]));
  try {
    const files = [...product.steps.map(({ schema }) => schema), ...product.shared];
    return memory.recall(`contracts of ${product.key}`, files, () =>
      buildStandaloneModule(schemas, listConditions(steps)),
    );
  } catch {
    for (const step of product.steps) {
      try {
        buildStandaloneModule(new Map([[step.key, schemas.get(step.key) ?? {}]]));
      } catch (reason) {
        const why = reason instanceof Error ? reason.message : String(reason);
        const hint = t`write it as the dialect has it; schemas/reference.md lists the rules`;
        findings.push(error(step.schema.file, "", t`the schema cannot be compiled (${why})`, hint));
      }
    }
    return "export const contracts = {}, conditions = [];";
  }
}

export async function compile(product: ProductFiles, catalogue: Catalogue, memory?: Memory): Promise<CompiledProduct> {
  const findings: Finding[] = [];
  const steps = stepSources(product, findings);
  const contracts = contractsCode(product, steps, findings, memory);
  const texts = LANGUAGES.map((language) => {
    const files: (JsonFile | undefined)[] = [catalogue.sharedTexts[language], product.texts[language]];
    return [language, JSON.stringify(compileTexts(files, findings))] as const;
  });
  const documents = findDocuments(product, catalogue, findings);
  const pictures = findPictures(product, findings);
  const drawn = findIcon(product, findings);
  if (findings.length > 0) throw new ContentError(findings);
  const { $schema: _editor, ...manifest } = withPremium(product, steps);
  const addresses = Object.fromEntries(documents.map(({ name, file }) => [name, ADDRESS + file]));
  const icon = drawn ? ADDRESS + drawn.file : String(manifest.icon ?? "");
  const publishedSteps = addressPlain(steps, (content) => addressContent(content, { documents, pictures }));
  const data = { form: FORM, manifest: { ...manifest, icon, documents: addresses }, steps: publishedSteps };
  const code = await bundle(contracts, data);
  const back = backPart(product, catalogue.rates?.content ?? null);
  const release = `${product.key}-${computeHash(code, JSON.stringify(back), ...texts.map(([, text]) => text))}`;
  const named = texts.map(([language, text]) => {
    return [language, { name: `${product.key}.${language}.${computeHash(text)}.json`, code: text }] as const;
  });
  return {
    key: product.key,
    release,
    bundle: { name: `${product.key}.${computeHash(code)}.js`, code },
    texts: Object.fromEntries(named),
    icon,
    documents: [...documents, ...pictures, ...(drawn ? [drawn] : [])],
    back,
  };
}

const addressPlain = (steps: Record<string, StepSource>, address: (content: PlainContent) => PlainContent) =>
  Object.fromEntries(
    Object.entries(steps).map(([key, step]) => [key, { ...step, ui: replacePlain(step.ui, address) }]),
  );

interface AddressedFiles {
  documents: readonly PublishedDocument[];
  pictures: ReturnType<typeof findPictures>;
}

/** Replaces the name of a picture or document by its address, and adds what the page shows or needs of the file. */
function addressContent(content: PlainContent, { documents, pictures }: AddressedFiles): PlainContent {
  const picture = pictures.find((candidate) => candidate.picture === content.picture);
  if (picture) return { ...content, picture: ADDRESS + picture.file, ...picture.size };
  const document = documents.find(({ name }) => name === content.document);
  if (!document) return content;
  const named = new Set(
    [...document.content.toString("latin1").matchAll(/\/Lang\s*\((\w\w)/g)].map(([, code]) => code),
  );
  const languages = LANGUAGES.filter((language) => named.has(language));
  return { ...content, document: ADDRESS + document.file, size: document.content.length, languages };
}

export function backPart(product: ProductFiles, rates: JsonObject | null): BackPart {
  const tariffs = product.tariffs.map(({ from, file }) => ({ from, tariff: file.content }));
  const { was } = readManifest(product);
  return {
    form: FORM,
    tariff: product.tariff?.content ?? null,
    ...(tariffs.length > 0 ? { tariffs } : {}),
    questions: product.questions?.content ?? null,
    professions: professionLists(product),
    rates,
    ...(product.handover ? { handover: product.handover.content } : {}),
    ...(was ? { was } : {}),
  };
}

/** One self-contained, minified module. It is loaded under a policy that forbids eval: anything that needs it stops the publish. */
async function bundle(contracts: string, data: Record<string, unknown>): Promise<string> {
  // Only publishing minifies. The check starts sooner without the bundler.
  const { minify } = await import("rolldown/utils");
  const members = Object.entries(data).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
  const { code, errors } = await minify("bundle.js", [contracts, ...members].join("\n"), { module: true });
  const match = FORBIDDEN.exec(code);
  if (match) throw new Error(`the compiled bundle contains "${match[0]}", which the portal's security policy forbids`);
  if (errors[0]) throw errors[0];
  return code;
}
