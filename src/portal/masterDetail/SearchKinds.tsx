// The kinds of what a search found, each with its number: all of them, or one, whose list shows its results.
import { type UseQueryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ListPage, ListRequest } from "#api/calls/lists.ts";
import { policyCalls, quotationCalls } from "#api/portfolio/contracts.ts";
import { damageCalls } from "#api/portfolio/damages.ts";
import { invoiceCalls } from "#api/portfolio/invoices.ts";
import { relationCalls } from "#api/portfolio/relations.ts";
import { profileQuery } from "#api/profile.ts";
import { type Kind, type ListName, listsFor } from "#routes/kinds.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { usePaths } from "../kit/usePortal.ts";
import styles from "./SearchKinds.module.css";

export type FoundKind = ListName | "relations";
export interface SearchAddress {
  search: string;
  /** Only what belongs to this relation. */
  relation?: number | undefined;
}

const calls = {
  relations: relationCalls,
  quotes: quotationCalls,
  insurances: policyCalls,
  damages: damageCalls,
  open_invoices: invoiceCalls,
};
/** So many results of a kind are among those of all kinds. */
const SHOWN = 5;

/** The kinds that the user can search, and the first results of each. */
export function useFound({ search, relation }: SearchAddress) {
  const role = useQuery(profileQuery()).data?.role;
  const kinds = listsFor(role).filter(
    (kind): kind is FoundKind => Object.hasOwn(calls, kind) && (relation === undefined || kind !== "relations"),
  );
  const request: ListRequest = { search, relation, page: 1, limit: SHOWN, withRelations: true };
  const queries = kinds.map((kind) => calls[kind].list(request) as unknown as UseQueryOptions<ListPage<unknown>>);
  const results = useQueries({ queries });
  return kinds.map((kind, index) => ({ kind, result: results[index] as (typeof results)[number] }));
}

/** `chosen`: the kind whose results are shown, or null for those of all. */
export function SearchKinds({ search, relation, chosen }: SearchAddress & { chosen: Kind | null }) {
  const text = useMessage();
  const to = usePaths();
  const found = useFound({ search, relation });
  if (found.length < 2) return null;
  const counts = found.map(({ result }) => result.data?.total);
  const total = counts.every((count) => count !== undefined)
    ? counts.reduce((sum, count) => sum + count, 0)
    : undefined;
  const entry = (kind: Kind | null, address: string, count: number | undefined) => (
    <li key={kind}>
      <Link to={address} aria-current={kind === chosen ? "page" : undefined} className={count === 0 ? styles.none : ""}>
        {text(kind ? `portal.nav.${kind}` : "portal.search.all_kinds")} <span>{count}</span>
      </Link>
    </li>
  );
  return (
    <nav className={styles.kinds} aria-label={text("portal.search.kinds")}>
      <ul>
        {entry(null, to.search(search, relation), total)}
        {found.map(({ kind, result }) => entry(kind, to.list(kind, { search, relation }), result.data?.total))}
      </ul>
    </nav>
  );
}
