// Compares two contents as a whole: what changes in the files, which journeys end otherwise, and what a portfolio of
// requests becomes. All of it is one table.
import { allProducts, type Catalogue, readCatalogue } from "../read/catalogue.ts";
import { t } from "../read/findings/translate.ts";
import { compareContent } from "./content.ts";
import type { Row } from "./differences.ts";
import { compareJourneys } from "./journeys.ts";
import { Labels } from "./labels.ts";
import type { ReplayRequest } from "./replay/judge.ts";
import { portfolioRows, type ReplayResult, replayPortfolio } from "./replay/replay.ts";
import { openForReplay } from "./replay/rules.ts";
import type { ContentFolders, OpenContent } from "./revision.ts";

/** Requests of a database or of the samples. */
export interface Requests {
  requests: readonly ReplayRequest[];
  /** Quotations without answers, which cannot be judged. */
  without: number;
}

interface ComparisonInput {
  before: ContentFolders & Pick<OpenContent, "renamed">;
  after: ContentFolders;
  /** Of this product alone, and what all products share. */
  product?: string | undefined;
  /** Without the content and its journeys. */
  portfolioOnly?: boolean;
  findRequests(): Promise<Requests>;
}

export interface Comparison {
  rows: Row[];
  /** The figures behind the rows of the portfolio. Null if nothing changes. */
  portfolio: (ReplayResult & { without: number; broken: string[] }) | null;
}

export async function compare(input: ComparisonInput): Promise<Comparison> {
  const { before, after, product, portfolioOnly = false, findRequests } = input;
  const [old, now] = [before, after].map(({ schemas }) => readCatalogue(schemas)) as [Catalogue, Catalogue];
  const productKeys = new Set([old, now].flatMap(allProducts).map(({ key }) => key));
  if (product !== undefined && !productKeys.has(product))
    throw new Error(`There is no product "${product}"; the products are ${[...productKeys].join(", ")}.`);
  const isWanted = (key: string | null) => product === undefined || key === null || key === product;
  const differences = portfolioOnly ? [] : compareContent(old, now).filter((row) => isWanted(row.product));
  const renames = portfolioOnly ? [] : listRenames(before.renamed, now).filter((row) => isWanted(row.product));
  const rows = [...renames, ...differences];
  if (differences.length === 0 && !portfolioOnly) return { rows, portfolio: null };
  const isShared = portfolioOnly || differences.some((row) => row.product === null);
  const changed = new Set(differences.flatMap((row) => row.product ?? []));
  const keys = isShared ? [...productKeys].filter(isWanted) : [...changed];
  const contents = {
    old: { catalogue: old, fixtures: before.fixtures },
    now: { catalogue: now, fixtures: after.fixtures },
  };
  if (!portfolioOnly) rows.push(...(await compareJourneys(contents, keys)));
  const [earlier, later] = [await openForReplay(before.schemas, old), await openForReplay(after.schemas, now)];
  const { requests, without } = await findRequests();
  const productRequests = requests.filter((request) => keys.includes(request.product));
  const replayed = replayPortfolio({ old: earlier, new: later, requests: productRequests });
  for (const replay of replayed.products) rows.push(...portfolioRows(replay, findLabels(replay.product, now, old)));
  const broken = [...new Set([...earlier.broken, ...later.broken])];
  return { rows, portfolio: { ...replayed, without, broken } };
}

/** A rename changes nothing for a customer. */
const listRenames = (renames: OpenContent["renamed"] = [], now: Catalogue): Row[] =>
  renames.map(({ product, step, field, to }) => {
    const path = field.split(".");
    const label = findLabels(product, now)[0]?.field(step, [...path.slice(0, -1), to]);
    const where = [step, label ?? field, t`name in the files`].join(" · ");
    return { product, part: step, where, before: path.at(-1) ?? "", after: to, place: "" };
  });

/** Of the contents that have the product. */
const findLabels = (key: string, ...catalogues: Catalogue[]): Labels[] =>
  catalogues.flatMap((catalogue) =>
    allProducts(catalogue).flatMap((product) => (product.key === key ? new Labels(product, catalogue) : [])),
  );
