// A whole comparison of two contents: what changes, which cases and journeys come out otherwise, what becomes of requests.
import { type Catalogue, readCatalogue } from "../catalogue.ts";
import type { ReplayRequest } from "../replay/judge.ts";
import { openForReplay } from "../replay/rules.ts";
import type { OpenContent } from "../revision.ts";
import { compareContent } from "./compare.ts";
import { Labelled } from "./labels.ts";
import { Titles } from "./report.ts";
import { compareRequests } from "./requests.ts";
import { compareResults } from "./results.ts";
import type { Change } from "./scope.ts";

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
