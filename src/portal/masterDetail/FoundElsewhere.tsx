// Below a search without results: the other lists that have some, with their number, so that a number of another kind leads to
// the right list.
import { type UseQueryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ListPage, ListRequest } from "#api/calls/lists.ts";
import { policyCalls, quotationCalls } from "#api/portfolio/contracts.ts";
import { damageCalls } from "#api/portfolio/damages.ts";
import { invoiceCalls } from "#api/portfolio/invoices.ts";
import { relationCalls } from "#api/portfolio/relations.ts";
import { profileQuery } from "#api/profile.ts";
import { KINDS, type Kind, type KindName, listsFor } from "#routes/kinds.ts";
import type { ListAddress } from "#routes/paths.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { usePaths } from "../kit/usePortal.ts";
import styles from "./FoundElsewhere.module.css";

const calls = {
  relations: relationCalls,
  quotes: quotationCalls,
  insurances: policyCalls,
  damages: damageCalls,
  open_invoices: invoiceCalls,
};

const countIn = (kind: Kind, request: ListRequest) => {
  const { list } = calls[kind as keyof typeof calls];
  return list(request) as unknown as UseQueryOptions<ListPage<unknown>>;
};

interface FoundElsewhereProps {
  kind: KindName;
  address: ListAddress;
}

export function FoundElsewhere({ kind, address: { search, relation } }: FoundElsewhereProps) {
  const text = useMessage();
  const to = usePaths();
  const lists = listsFor(useQuery(profileQuery()).data?.role).filter((other) => Object.hasOwn(calls, other));
  const others = lists.filter((other) => other !== kind || relation !== undefined);
  const counted = useQueries({ queries: others.map((other) => countIn(other, { search, page: 1, limit: 1 })) });
  const matches = others.flatMap((other, index) => {
    const count = counted[index]?.data?.total ?? 0;
    return count > 0 ? [{ other, count }] : [];
  });
  return (
    <div className={styles.elsewhere} role="status">
      {matches.length > 0 && (
        <>
          <p>{text("portal.search.elsewhere")}</p>
          <ul>
            {matches.map(({ other, count }) => (
              <li key={other}>
                <Link to={to.list(other, { search })}>
                  <Icon name={KINDS[other].icon} />
                  {text(`portal.list.count.${other}`, { count })}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
