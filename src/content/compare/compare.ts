// Compares two contents as a whole: what changes, which cases and journeys come out otherwise, and what a portfolio of
// requests becomes. Prints nothing. `report.ts` writes the result.
import { allProducts, type Catalogue, readCatalogue } from "../read/catalogue.ts";
import type { Change } from "./content/changes.ts";
import { Changes } from "./content/changes.ts";
import { compareContent } from "./content/content.ts";
import type { ReplayRequest } from "./replay/judge.ts";
import { type ReplayResult, replayPortfolio } from "./replay/replay.ts";
import { openForReplay, type ReplayContent } from "./replay/rules.ts";
import { compareResults } from "./results.ts";
import type { OpenContent } from "./revision.ts";
import { Labelled } from "./words/labels.ts";
import { day, phrase, phraseFor, type Words } from "./words/words.ts";

/** Requests of a database, of the samples, or generated. */
export interface Requests {
  requests: readonly ReplayRequest[];
  /** Quotations without answers, which cannot be judged. */
  without: number;
}

type Named = Pick<OpenContent, "name" | "schemas" | "fixtures" | "renamed">;

interface Comparing {
  before: Named;
  after: Named;
  /** Of this product alone, and what all products share. */
  product?: string | undefined;
  /** Without the content, its cases and journeys. */
  portfolioOnly?: boolean;
  findRequests(old: ReplayContent): Promise<Requests>;
}

export interface Comparison {
  changes: Change[];
  /** Null if nothing changes. */
  portfolio: (ReplayResult & { without: number; broken: string[] }) | null;
  titles: Titles;
}

export async function compare({
  before,
  after,
  product,
  portfolioOnly = false,
  findRequests,
}: Comparing): Promise<Comparison> {
  const [old, now] = [before, after].map(({ schemas }) => readCatalogue(schemas)) as [Catalogue, Catalogue];
  const productKeys = new Set([old, now].flatMap(allProducts).map(({ key }) => key));
  if (product !== undefined && !productKeys.has(product))
    throw new Error(`There is no product "${product}"; the products are ${[...productKeys].join(", ")}.`);
  const isWanted = (key: string | null) => product === undefined || key === null || key === product;
  const titles = new Titles(old, now);
  const differences = portfolioOnly ? [] : compareContent(old, now).filter((change) => isWanted(change.product));
  const changes = [...tellRenames(before, now).filter((change) => isWanted(change.product)), ...differences];
  if (differences.length === 0 && !portfolioOnly) return { changes, portfolio: null, titles };
  const isShared = portfolioOnly || differences.some((change) => change.product === null);
  const keys = isShared
    ? [...productKeys].filter(isWanted)
    : [...new Set(differences.flatMap((change) => change.product ?? []))];
  const contents = {
    old: { catalogue: old, fixtures: before.fixtures },
    now: { catalogue: now, fixtures: after.fixtures },
  };
  if (!portfolioOnly) changes.push(...(await compareResults(contents, keys)));
  const [earlier, later] = [
    await openForReplay(before.schemas, before.name, old),
    await openForReplay(after.schemas, after.name, now),
  ];
  const only =
    product === undefined ? earlier.products : new Map([...earlier.products].filter(([key]) => key === product));
  const { requests, without } = await findRequests({ ...earlier, products: only });
  const productRequests = requests.filter((request) => keys.includes(request.product));
  const broken = [...new Set([...earlier.broken, ...later.broken])];
  return {
    changes,
    portfolio: { ...replayPortfolio({ old: earlier, new: later, requests: productRequests }), without, broken },
    titles,
  };
}

/** A rename changes nothing for a customer. */
function tellRenames({ renamed = [] }: Named, now: Catalogue): Change[] {
  return renamed.flatMap(({ product, step, field, to }) => {
    const files = now.products.find(({ key }) => key === product);
    if (!files) return [];
    const changes = new Changes({ product, part: step, file: files.manifest.file });
    const path = field.split(".");
    const label = new Labelled(files, now).field(step, [...path.slice(0, -1), to]);
    changes.add("field.renamed", "/was", { field: phrase("quoted", { name: label }), from: path.at(-1) ?? "", to });
    return changes.list;
  });
}

/** The names of products and of their parts, also of those that are gone. */
export class Titles {
  readonly #products: ReadonlyMap<string, Labelled>;

  constructor(...catalogues: Catalogue[]) {
    const all = catalogues.flatMap((catalogue) =>
      allProducts(catalogue).map((product) => [product.key, new Labelled(product, catalogue)] as const),
    );
    this.#products = new Map(all);
  }

  labels(key: string): Labelled | undefined {
    return this.#products.get(key);
  }

  product(key: string | null): Words {
    const labels = key === null ? undefined : this.#products.get(key);
    if (!labels) return key === null ? phrase("part.shared") : phraseFor(key);
    return labels.product.manifest.file.startsWith("schemas/portal") ? phrase("part.portal") : labels.name;
  }

  part({ product, part }: Pick<Change, "product" | "part">): Words {
    const from = /^tariff (.+)$/.exec(part)?.[1];
    if (from !== undefined) return phrase("tariffFrom", { day: day(from) });
    const labels = product === null ? undefined : this.#products.get(product);
    return labels?.steps[part] && part !== "request" ? labels.step(part) : phraseFor(`part.${part}`, {}, part);
  }
}
