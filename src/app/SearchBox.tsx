// Search in one of the lists: on Enter or the icon, only when there is a term (spec: portal 2).
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { useLanguage } from "./LanguageProvider.tsx";
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

function searchPath(to: ReturnType<typeof paths>, type: SearchName, term: string): string | null {
  if (!term.trim()) return null;
  return type === "relations" ? to.relations(term) : to.list(type, { search: term });
}

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const path = searchPath(to, type, input.current?.value ?? "");
    if (path) navigate(path);
    else input.current?.focus();
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
          defaultValue={route?.params.term ?? ""}
          key={route?.params.term ?? ""}
        />
        <button type="submit" aria-label={text("portal.search.submit")}>
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}
