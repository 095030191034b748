// What a product still has of the one that it was made after (`npm run new-product`): its description and papers, and in the sample
// quotations the name and codes that it had before. Notes, because two products may mean to share them.
import { statSync } from "node:fs";
import { join, sep } from "node:path";
import type { JsonObject } from "#engine/schema/types.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#engine/values/languages.ts";
import { findDocumentPath, type ProductFiles, readManifest } from "../read/catalogue.ts";
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
  const described = (candidate: ProductFiles, language: (typeof LANGUAGES)[number]) =>
    candidate.texts[language]?.content.description;
  const copied = LANGUAGES.flatMap((language) => {
    const description = described(product, language);
    const model = models.find(
      (candidate) => description !== undefined && described(candidate, language) === description,
    );
    const file = product.texts[language]?.file ?? "";
    return model ? [note(file, "/description", `the description is that of ${model.key}`, "write its own")] : [];
  });
  return copied.slice(0, 1);
}

function findPapers(product: ProductFiles, models: readonly ProductFiles[]): Finding[] {
  const named = (candidate: ProductFiles) =>
    Object.entries(Object(candidate.manifest.content.documents) as JsonObject).map(([name, path]) => {
      return { name, path: findDocumentPath(candidate, String(path)) };
    });
  const ownFiles = (candidate: ProductFiles) =>
    named(candidate).filter(({ path }) => path.startsWith(candidate.directory + sep));
  return named(product).flatMap(({ name, path }) => {
    const shared = !path.startsWith(join(product.directory, "..") + sep);
    const model = models.find((candidate) => !shared && ownFiles(candidate).some((other) => areSame(path, other.path)));
    if (!model) return [];
    const hint = "put its own in its folder documents, or one for both in schemas/shared/documents";
    return [note(product.manifest.file, `/documents/${name}`, `the document is that of ${model.key}`, hint)];
  });
}

function areSame(first: string, other: string): boolean {
  const [firstSize, theirs] = [first, other].map((path) => statSync(path, { throwIfNoEntry: false })?.size);
  return (
    firstSize !== undefined &&
    firstSize === theirs &&
    readBytes(first)?.equals(readBytes(other) ?? Buffer.of()) === true
  );
}

/** Quotations that can be changed, `product_key`, are of a product as it is now. */
export function checkNamed(products: readonly ProductFiles[], quotations: readonly JsonObject[], file: string) {
  return products.flatMap(({ key, texts, manifest }): Finding[] => {
    const productQuotations = [...quotations.entries()].filter(([, quotation]) => quotation.product_key === key);
    const { codes } = manifest.content;
    const called = texts[DEFAULT_LANGUAGE]?.content.name;
    const names = typeof called === "string" ? [called.trim()] : [];
    const allowed: Record<string, unknown[]> = { product: names, product_code: Array.isArray(codes) ? codes : [] };
    return Object.entries(allowed).flatMap(([name, values]) => {
      // What the product lacks is reported where it is missing.
      const wrong =
        values.length > 0 ? productQuotations.filter(([, quotation]) => !values.includes(quotation[name])) : [];
      const [first] = wrong;
      if (!first) return [];
      const sentence = `${formatCount(wrong.length, "quotation")} of ${key} say "${first[1][name]}", which it no longer is`;
      const hint = `write ${values.map((value) => `"${value}"`).join(" or ")} in each`;
      return [{ ...note(file, `/${first[0]}/${name}`, sentence, hint), product: key, about: `${name} of ${key}` }];
    });
  });
}
