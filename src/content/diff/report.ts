// A comparison as text: by product and part, in one language.
import type { Catalogue } from "../catalogue.ts";
import { Labelled } from "./labels.ts";
import type { Change } from "./scope.ts";
import { type DiffLanguage, day, phrase, phraseFor, type Words } from "./words.ts";

/** What products and their parts are called, those that are gone too. */
export class Titles {
  readonly #products: ReadonlyMap<string, Labelled>;

  constructor(...catalogues: Catalogue[]) {
    const products = catalogues.flatMap((one) =>
      [...one.products, ...(one.portal ? [one.portal] : [])].map(
        (product) => [product.key, new Labelled(product, one)] as const,
      ),
    );
    this.#products = new Map(products);
  }

  product(key: string | null): Words {
    const found = key === null ? undefined : this.#products.get(key);
    if (!found) return phrase("heading.shared");
    return found.product.manifest.file.startsWith("schemas/portal") ? phrase("heading.portal") : found.name;
  }

  part({ product, part }: Pick<Change, "product" | "part">): Words {
    const found = product === null ? undefined : this.#products.get(product);
    const from = /^tariff (.+)$/.exec(part)?.[1];
    if (from !== undefined) return phrase("tariffFrom", { day: day(from) });
    return found?.steps[part] && part !== "request" ? found.step(part) : phraseFor(`heading.${part}`, {}, part);
  }
}

export function report(changes: readonly Change[], titles: Titles, language: DiffLanguage): string[] {
  if (changes.length === 0) return [phrase("unchanged")[language]];
  const lines: string[] = [];
  for (const [product, own] of Map.groupBy(changes, (change) => change.product)) {
    lines.push("", titles.product(product)[language]);
    for (const [part, said] of Map.groupBy(own, (change) => change.part))
      lines.push(
        `  ${titles.part({ product, part })[language]}`,
        ...said.map(({ sentence }) => `    - ${sentence[language]}`),
      );
  }
  return lines.slice(1);
}
