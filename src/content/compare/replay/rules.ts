// The content of a folder as requests are judged and priced with it: the rules of each product, and its lists. Publishes
// nothing. A product that cannot be compiled is named.
import { type BundleModule, FORM, toBundle } from "#engine/rules/contract.ts";
import type { ListSources } from "#engine/steps/lists.ts";
import type { ProductRules } from "#underwriting/judgeRequest.ts";
import { backPart, contractsCode, stepSources } from "../../publish/compile.ts";
import { backSources } from "../../read/backLists.ts";
import { type Catalogue, type ProductFiles, readCatalogue, readManifest } from "../../read/catalogue.ts";
import type { Finding } from "../../read/findings/finding.ts";

export interface ReplayProduct extends ProductRules {
  key: string;
  sources: ListSources;
}

export interface ReplayContent {
  products: ReadonlyMap<string, ReplayProduct>;
  /** Keys of products that cannot be compiled. */
  broken: string[];
}

export async function openForReplay(schemasDir: string, catalogue = readCatalogue(schemasDir)): Promise<ReplayContent> {
  const products = new Map<string, ReplayProduct>();
  const broken: string[] = [];
  for (const files of catalogue.products) {
    const product = await openProduct(files, catalogue);
    if (product) products.set(product.key, product);
    else broken.push(files.key);
  }
  return { products, broken };
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
    bundle: await toBundle({ form: FORM, manifest, steps, contracts }, files.key),
    back: backPart(files, catalogue.rates?.content ?? null),
    sources: backSources(files),
  };
}
