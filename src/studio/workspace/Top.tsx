import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { DEFAULT_LANGUAGE, readLanguage } from "#engine/values/languages.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { LanguageSwitch } from "#widgets/ui/text/LanguageSwitch.tsx";
import styles from "./Workspace.module.css";
import { useSay } from "./words.ts";

/** Of a page about all products: without one. */
export function Top({ product, name }: { product?: string; name?: string }) {
  const say = useSay();
  const [search, setSearch] = useSearchParams();
  const [kept] = useState(() => localStorage.getItem("studio.ui"));
  useEffect(() => {
    const language = readLanguage(kept ?? "");
    if (!search.has("ui") && language && language !== DEFAULT_LANGUAGE)
      setSearch((before) => ({ ...Object.fromEntries(before), ui: language }), { replace: true });
  }, [kept, search, setSearch]);
  return (
    <header className={styles.top}>
      <Link to="/" className={styles.logo} aria-label={`Studio, ${say("products")}`}>
        <Icon name="settings" />
        Studio
      </Link>
      <strong>{name}</strong>
      <span className={styles.end} />
      {product && <Link to={`/product/${product}/changes`}>{say("changesTitle")}</Link>}
      <LanguageSwitch
        light
        onChange={(ui) => {
          localStorage.setItem("studio.ui", ui);
          setSearch((before) => ({ ...Object.fromEntries(before), ui }), { replace: true });
        }}
      />
    </header>
  );
}
