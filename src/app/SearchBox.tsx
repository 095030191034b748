// Search in one of the lists: on Enter or the icon, only when there is a term (spec: portal 2). In a relation's list it
// looks among what is that relation's; a field that is emptied takes the results away.

import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useLanguage, useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { paths, type SearchName } from "./paths.ts";
import { searchOf } from "./sections.ts";
import { useRoute } from "./useRoute.ts";

const types = [
  { name: "relations", key: "relations" },
  { name: "quotes", key: "quotes" },
  { name: "insurances", key: "insurances" },
  { name: "damages", key: "damages" },
  { name: "openInvoices", key: "open_invoices" },
] as const;

/** The list, or with a term its search. */
const listPath = (to: ReturnType<typeof paths>, type: SearchName, search: string, relation: number | undefined) =>
  type === "relations" ? to.relations(search) : to.list(type, { search, relation });

export function SearchBox({ focus }: { focus: boolean }) {
  const text = useMessage();
  const to = paths(useLanguage());
  const navigate = useNavigate();
  const route = useRoute();
  const here = route ? searchOf(route.route) : "relations";
  const [chosen, setChosen] = useState<{ at: SearchName; type: SearchName } | null>(null);
  const type = chosen?.at === here ? chosen.type : here;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus) input.current?.focus();
  }, [focus]);
  const { relation, term } = route?.params ?? {};
  // The address decides what stands in the field, but never under somebody's hands.
  useEffect(() => {
    const field = input.current;
    if (field && field !== document.activeElement) field.value = term ?? "";
  }, [term]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = input.current?.value.trim();
    if (wanted) navigate(listPath(to, type, wanted, type === here ? relation : undefined));
    else input.current?.focus();
  };
  const leaveSearch = (value: string) => {
    if (term && value === "") navigate(listPath(to, here, "", relation), { replace: true });
  };
  const key = types.find(({ name }) => name === type)?.key ?? "relations";
  return (
    <search>
      <form className="search" onSubmit={submit}>
        <span className="search-type">
          <select
            aria-label={text("portal.search.type_label")}
            value={type}
            onChange={(event) => setChosen({ at: here, type: event.target.value as SearchName })}
          >
            {types.map((each) => (
              <option key={each.name} value={each.name}>
                {text(`portal.nav.${each.key}`)}
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
          placeholder={text(`portal.search.placeholder.${key}`)}
          defaultValue={term ?? ""}
          onChange={(event) => leaveSearch(event.target.value)}
        />
        <button type="submit" aria-label={text("portal.search.submit")}>
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}
