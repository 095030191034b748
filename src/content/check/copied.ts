// What a product still has of the one that it was made after (`npm run new-product`): its description and papers, and in the sample
// quotations the name and codes that it had before. Notes, because two products may mean to share them.
import { statSync } from "node:fs";
import { join, sep } from "node:path";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#engine/languages.ts";
import type { JsonObject } from "#engine/types.ts";
import { type ProductFiles, readManifest } from "../read/catalogue.ts";
import { readBytes } from "../read/files/readJson.ts";
import { type Finding, formatCount, note } from "../read/findings/finding.ts";

/** Of two the one that is on offer is the model. */
export function checkCopied(products: readonly ProductFiles[]): Finding[] {
  const offered = (product: ProductFiles) => Number(readManifest(product).offered === true);
  const ordered = products.toSorted((left, right) => offered(right) - offered(left));
  return ordered.flatMap((product, index) => {
    const models = ordered.slice(0, index);
    return [...findDescription(product, models), ...findPapers(product, models)];
  });
}

function findDescription(product: ProductFiles, models: readonly ProductFiles[]): Finding[] {
  const described = (one: ProductFiles, language: (typeof LANGUAGES)[number]) =>
    one.texts[language]?.content.description;
  const copied = LANGUAGES.flatMap((language) => {
    const own = described(product, language);
    const model = models.find((one) => own !== undefined && described(one, language) === own);
    const file = product.texts[language]?.file ?? "";
    return model ? [note(file, "/description", `the description is that of ${model.key}`, "write its own")] : [];
  });
  return copied.slice(0, 1);
}

function findPapers(product: ProductFiles, models: readonly ProductFiles[]): Finding[] {
  const named = ({ directory, manifest }: ProductFiles) =>
    Object.entries(Object(manifest.content.documents) as JsonObject).map(([name, path]) => {
      return { name, path: join(directory, String(path)) };
    });
  const own = (one: ProductFiles) => named(one).filter(({ path }) => path.startsWith(one.directory + sep));
  return named(product).flatMap(({ name, path }) => {
    const shared = !path.startsWith(join(product.directory, "..") + sep);
    const model = models.find((one) => !shared && own(one).some((other) => areSame(path, other.path)));
    if (!model) return [];
    const hint = "put its own in its folder documents, or one for both in schemas/shared/documents";
    return [note(product.manifest.file, `/documents/${name}`, `the document is that of ${model.key}`, hint)];
  });
}

function areSame(one: string, other: string): boolean {
  const [own, theirs] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false })?.size);
  return own !== undefined && own === theirs && readBytes(one)?.equals(readBytes(other) ?? Buffer.of()) === true;
}

/** Quotations that can be changed, `product_key`, are of a product as it is now. */
export function checkNamed(products: readonly ProductFiles[], quotations: readonly JsonObject[], file: string) {
  return products.flatMap(({ key, texts, manifest }): Finding[] => {
    const own = [...quotations.entries()].filter(([, one]) => one.product_key === key);
    const { codes } = manifest.content;
    const called = texts[DEFAULT_LANGUAGE]?.content.name;
    const names = typeof called === "string" ? [called.trim()] : [];
    const known: Record<string, unknown[]> = { product: names, product_code: Array.isArray(codes) ? codes : [] };
    return Object.entries(known).flatMap(([name, values]) => {
      // What the product lacks is reported where it is missing.
      const wrong = values.length > 0 ? own.filter(([, one]) => !values.includes(one[name])) : [];
      const [first] = wrong;
      if (!first) return [];
      const sentence = `${formatCount(wrong.length, "quotation")} of ${key} say "${first[1][name]}", which it no longer is`;
      const hint = `write ${values.map((one) => `"${one}"`).join(" or ")} in each`;
      return [{ ...note(file, `/${first[0]}/${name}`, sentence, hint), product: key, about: `${name} of ${key}` }];
    });
  });
}
