// Old beside new: a table of what changes in a product since a release or commit, and of the journeys that end otherwise.
// Also each step as it was and as it is, and what a portfolio becomes.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "react-router";
import { call } from "#api/calls/call.ts";
import { loadProduct } from "#api/wizard/products.ts";
import { DEFAULT_LANGUAGE, inEachLanguage, LANGUAGES, readLanguage } from "#engine/values/languages.ts";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { type PreviewProduct, previewQuery, studioQuery } from "../data.ts";
import { Card, Choice, type Choices } from "../Parts.tsx";
import type { ChangesAnswer, EarlierName } from "../server/compare/changes.ts";
import { useSetting } from "../step/setting.ts";
import { ChangedRows } from "./ChangedRows.tsx";
import { PortfolioReplay } from "./PortfolioReplay.tsx";
import { StepsBeside } from "./StepsBeside.tsx";

interface Comparison extends Omit<ChangesAnswer, "earlier"> {
  /** The product as it was. Null: it was not there, or could not be compiled. */
  earlier: PreviewProduct | null;
}

const changesQuery = (now: PreviewProduct | undefined, key: string, since: string) =>
  queryOptions({
    queryKey: ["preview", "changes", key, since, now?.release],
    enabled: now !== undefined,
    queryFn: async ({ signal }): Promise<Comparison> => {
      const address = `/studio/products/${encodeURIComponent(key)}/changes?since=${encodeURIComponent(since)}`;
      const answer = await call<ChangesAnswer>("GET", address, { signal, timeout: 60_000 });
      return { ...answer, earlier: now && answer.earlier ? await loadEarlier(now, answer.earlier) : null };
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
  });

async function loadEarlier(
  { key, messages: today, cases }: PreviewProduct,
  { index, sources }: NonNullable<ChangesAnswer["earlier"]>,
): Promise<PreviewProduct> {
  const inLanguages = await Promise.all(LANGUAGES.map((language) => loadProduct(index, key, language)));
  const { product, release, bundle } = inLanguages[0]!;
  const texts = inEachLanguage((language) => inLanguages[LANGUAGES.indexOf(language)]?.texts ?? {});
  const messages = inEachLanguage((language) => ({ ...today[language], ...texts[language] }));
  return { key, product, release, bundle, messages, texts, sources, cases };
}

export function ChangesPage() {
  const { product: key = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const [{ language }] = useSetting();
  const since = search.get("since") ?? "HEAD";
  const { data: now, error: unknown } = useQuery(previewQuery(key));
  const { data, error: wrong } = useQuery(changesQuery(now, key, since));
  const error = wrong ?? unknown;
  const compareWith = (value: string) =>
    setSearch((before) => ({ ...Object.fromEntries(before), since: value }), { replace: true });
  const name = now?.product?.name[readLanguage(language) ?? DEFAULT_LANGUAGE] ?? key;
  return (
    <>
      <title>{`Changes of ${name} - studio`}</title>
      <header className="page-head">
        <div>
          <h1 tabIndex={-1}>What changed</h1>
          <p>
            <Link to={`/product/${key}`}>{name}</Link> <code>{key}</code>
          </p>
        </div>
      </header>
      <Compare since={since} onChange={compareWith} />
      {error && (
        <Notice tone="danger" role="alert" title="This cannot be compared">
          {error.message}
        </Notice>
      )}
      {!data && !error && <Loading rows={8} label="Comparing…" />}
      {data && now && <Compared comparison={data} {...{ now, since }} />}
    </>
  );
}

interface CompareProps {
  since: string;
  onChange(since: string): void;
}

/** What may be compared with. */
function Compare({ since, onChange }: CompareProps) {
  const { data: names = [] } = useQuery(studioQuery<EarlierName[]>("/studio/earlier"));
  const earlierNames = names.map(({ name, about }): [string, string] => [name, `${name} (${about})`]);
  const choices: Choices<string> = earlierNames.some(([name]) => name === since)
    ? earlierNames
    : [[since, since], ...earlierNames];
  return (
    <div className="studio-row">
      <Choice label="Since" choices={choices} value={since} onChange={onChange} />
    </div>
  );
}

interface ComparedProps {
  comparison: Comparison;
  now: PreviewProduct;
  since: string;
}

function Compared({ comparison: { rows, earlier }, now, since }: ComparedProps) {
  return (
    <div className="pv-page">
      <Card className="studio-changes" title="Changes">
        {rows.length === 0 ? <p>Nothing changes.</p> : <ChangedRows rows={rows} />}
      </Card>
      {earlier ? (
        <StepsBeside earlier={earlier} now={now} changed={rows.map(({ part }) => part)} />
      ) : (
        <Notice title="There is nothing to draw beside it">
          The product was not there yet, or could not be compiled.
        </Notice>
      )}
      {now.product && <PortfolioReplay {...{ now, since }} />}
    </div>
  );
}
