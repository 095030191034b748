// Evaluates the answers of a sent quotation or policy as of the day of sending, with the release that they were given for: the page of
// the contract and the underwriter see what the broker sent.
import type { Answers, Language } from "#engine/schema/types.ts";
import type { LoadedProduct } from "../../products/products.ts";
import type { WizardContext } from "../context.ts";
import { type Evaluation, evaluate } from "../evaluate.ts";

export interface SentAnswers {
  product_key: string;
  /** Null for sample quotations. */
  release: string | null;
  /** By step. */
  answers: Record<string, Answers>;
  /** Day of sending. */
  sent: string;
  /** First day of cover. */
  day: string;
}

/** Undefined when the release or the product is no longer available. */
export async function evaluateSent(
  { products }: Pick<WizardContext, "products">,
  { product_key, release, answers, sent, day }: SentAnswers,
  language: Language,
): Promise<{ product: LoadedProduct; evaluation: Evaluation } | undefined> {
  const product = await (release ? products.pinned(product_key, release) : products.current(product_key));
  if (!product) return undefined;
  const steps = Object.entries(answers).map(([step, data]) => [step, { data, finished: true }] as const);
  return { product, evaluation: evaluate(product, new Map(steps), { today: sent, day, language }) };
}
