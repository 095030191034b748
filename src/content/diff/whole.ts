// A whole comparison of two contents: what changes, which cases and journeys come out otherwise, what becomes of requests; and as
// text, by product and part.
import { allProducts, type Catalogue, readCatalogue } from "../catalogue.ts";
import type { ReplayRequest } from "../replay/judge.ts";
import { openForReplay } from "../replay/rules.ts";
import type { OpenContent } from "../revision.ts";
import { compareContent } from "./compare.ts";
import { Labelled } from "./labels.ts";
import { compareRequests } from "./requests.ts";
import { compareResults } from "./results.ts";
import type { Change } from "./scope.ts";
import { type DiffLanguage, day, phrase, phraseFor, type Words } from "./words.ts";

interface Whole {
  changes: Change[];
  /** How many of them are of the content itself. */
  count: number;
  titles: Titles;
}

interface Asked {
  before: Pick<OpenContent, "name" | "schemas" | "fixtures">;
  after: Pick<OpenContent, "name" | "schemas" | "fixtures">;
  /** Of this product alone, and what all share. */
  product?: string | undefined;
  /** Asked for where something changes. */
  requests(): Promise<readonly ReplayRequest[]>;
}

export async function compareWhole({ before, after, product, requests }: Asked): Promise<Whole> {
  const [old, now] = [before, after].map(({ schemas }) => readCatalogue(schemas)) as [Catalogue, Catalogue];
  const known = new Set([old, now].flatMap(allProducts).map(({ key }) => key));
  if (product !== undefined && !known.has(product))
    throw new Error(`There is no product "${product}"; the products are ${[...known].join(", ")}.`);
  const wanted = (key: string | null) => product === undefined || key === null || key === product;
  const changes = compareContent(old, now).filter((change) => wanted(change.product));
  const titles = new Titles(old, now);
  if (changes.length === 0) return { changes, count: 0, titles };
  const shared = changes.some((change) => change.product === null);
  const keys = shared ? now.keys.filter(wanted) : [...new Set(changes.flatMap((change) => change.product ?? []))];
  const contents = {
    old: { catalogue: old, fixtures: before.fixtures },
    now: { catalogue: now, fixtures: after.fixtures },
  };
  const labelled = [...old.products, ...now.products].filter(({ key }) => keys.includes(key));
  const told = compareRequests({
    old: await openForReplay(before.schemas, before.name),
    now: await openForReplay(after.schemas, after.name),
    requests: (await requests()).filter((request) => keys.includes(request.product)),
    products: new Map(labelled.map((one) => [one.key, new Labelled(one, now)])),
  });
  return { changes: [...changes, ...(await compareResults(contents, keys)), ...told], count: changes.length, titles };
}

/** What products and their parts are called, those that are gone too. */
class Titles {
  readonly #products: ReadonlyMap<string, Labelled>;

  constructor(...catalogues: Catalogue[]) {
    const products = catalogues.flatMap((one) =>
      allProducts(one).map((product) => [product.key, new Labelled(product, one)] as const),
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
