// Search in one of the lists: on Enter or the icon, only when there is a term (spec: portal 2). In a relation's list it
// searches that relation's items. Emptying the field removes the results. Type and term follow each navigation.

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { profileQuery } from "#api/profile.ts";
import { listSearch, readListState } from "#portal/kit/list/listState.ts";
import { type Kind, listsFor } from "#routes/kinds.ts";
import { paths } from "#routes/paths.ts";
import { findFrame } from "#routes/table.ts";
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
  const to = paths(useLanguage());
  const navigate = useNavigate();
  const address = useAddress();
  const lists = listsFor(useQuery(profileQuery()).data?.role);
  const framed = address ? findFrame(address.route).search : "relations";
  const here = lists.includes(framed) ? framed : (lists[0] ?? framed);
  const [chosen, setChosen] = useState<Kind | null>(null);
  const type = chosen ?? here;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus) input.current?.focus();
  }, [focus]);
  const { relation, search } = address?.params ?? {};
  const location = useLocation();
  const { key } = location;
  const kind = useNavigationType();
  const steps = useHistorySteps();
  // The address decides both, except for a term that is being typed. A choice in the list replaces the address and is no navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: key and steps are the navigation itself
  useEffect(() => {
    if (kind === "REPLACE") return;
    const field = input.current;
    if (field && (kind === "POP" || field !== document.activeElement)) field.value = search ?? "";
    setChosen(null);
  }, [key, kind, search, steps]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = input.current?.value.trim();
    // The filters of the list that is searched stay.
    const filters =
      type === here ? listSearch({ choices: readListState(new URLSearchParams(location.search)).choices }) : "";
    if (wanted) navigate(to.list(type, { search: wanted, relation: type === here ? relation : undefined }) + filters);
    else input.current?.focus();
  };
  const leaveSearch = (value: string) => {
    if (search && value === "") navigate(to.list(here, { relation }), { replace: true });
  };
  if (lists.length === 0) return null;
  return (
    <search>
      <form className={headerStyles.search} onSubmit={submit}>
        <span className={headerStyles.searchType}>
          <select
            aria-label={text("portal.search.type_label")}
            value={type}
            onChange={(event) => setChosen(event.target.value as Kind)}
          >
            {lists.map((kind) => (
              <option key={kind} value={kind}>
                {text(`portal.nav.${kind}`)}
              </option>
            ))}
          </select>
          <Icon name="down" small />
        </span>
        <input
          ref={input}
          type="search"
          name="term"
          maxLength={100}
          autoComplete="off"
          aria-label={text("portal.search.label")}
          placeholder={text("portal.search.placeholder")}
          defaultValue={search ?? ""}
          onChange={(event) => leaveSearch(event.target.value)}
        />
        <button type="submit" aria-label={text("portal.search.submit")}>
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}
