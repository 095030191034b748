// Search in all lists, from any page: on Enter or the icon, only when there is a term (spec: portal 2). The kind of thing is a choice
// of the results. Emptying the field removes the results of one list. The term follows each navigation.

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { profileQuery } from "#api/profile.ts";
import { listSearch, readListState } from "#portal/kit/list/listState.ts";
import { buildPath } from "#routes/address.ts";
import { listsFor } from "#routes/kinds.ts";
import { paths } from "#routes/paths.ts";
import { routes } from "#routes/table.ts";
import { useLanguage, useMessage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { useAddress } from "../useAddress.ts";
import headerStyles from "./Header.module.css";

/**
 * Counts how often Back and Forward were pressed. A page that is left before it was drawn is not among the locations: going back
 * from it ends where the router already was, with the same key.
 */
function useHistorySteps(): number {
  const [steps, setSteps] = useState(0);
  useEffect(() => {
    const count = () => setSteps((before) => before + 1);
    window.addEventListener("popstate", count);
    return () => window.removeEventListener("popstate", count);
  }, []);
  return steps;
}

export function SearchBox({ focus }: { focus: boolean }) {
  const text = useMessage();
  const language = useLanguage();
  const to = paths(language);
  const navigate = useNavigate();
  const address = useAddress();
  const [list, ...others] = listsFor(useQuery(profileQuery()).data?.role);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus) input.current?.focus();
  }, [focus]);
  const { relation, search } = address?.params ?? {};
  const location = useLocation();
  const { key } = location;
  const kind = useNavigationType();
  const steps = useHistorySteps();
  // The field follows the address, unless a term is being typed. A choice in the list replaces the address without a navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: key and steps are the navigation itself
  useEffect(() => {
    const field = input.current;
    if (kind !== "REPLACE" && field && (kind === "POP" || field !== document.activeElement)) field.value = search ?? "";
  }, [key, kind, search, steps]);
  if (!list) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = input.current?.value.trim();
    if (!wanted) return input.current?.focus();
    if (others.length > 0) return navigate(to.search(wanted), { state: { relation } });
    // The filters of the only list stay.
    const { choices } = readListState(new URLSearchParams(location.search));
    return navigate(to.list(list, { search: wanted }) + listSearch({ choices }));
  };
  const leaveSearch = (value: string) => {
    const under = address && routes[address.route].under;
    if (search && under && value === "") navigate(buildPath(language, under, { relation }), { replace: true });
  };
  return (
    <search>
      <form className={headerStyles.search} onSubmit={submit}>
        <input
          ref={input}
          type="search"
          name="term"
          maxLength={100}
          autoComplete="off"
          aria-label={text("portal.search.label")}
          aria-keyshortcuts="/ Control+K"
          placeholder={text("portal.search.label")}
          defaultValue={search ?? ""}
          onChange={(event) => leaveSearch(event.target.value)}
        />
        <span aria-hidden="true" translate="no">
          Ctrl K
        </span>
        <button type="submit" aria-label={text("portal.search.submit")}>
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}
