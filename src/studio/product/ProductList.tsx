// All products that are published, and the portal's own forms: one card each.

import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { productIndexQuery } from "#api/wizard/productIndex.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Badge } from "#widgets/ui/Badge.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { PORTAL } from "../data.ts";
import { Findings } from "./Findings.tsx";

export function ProductList() {
  const language = useLanguage();
  const { data } = useQuery(productIndexQuery());
  return (
    <>
      <title>Studio</title>
      <header className="page-head">
        <div>
          <h1 tabIndex={-1}>Products</h1>
          <p>Every product as its files say it is. Save a JSON file and this page follows.</p>
        </div>
      </header>
      <Findings />
      {!data && <Loading rows={6} label="Loading…" />}
      <ul className="pv-cards">
        {data?.products.map(({ key, icon, name, description, codes, offered, release }) => (
          <li key={key} className="card">
            <span className="tile">
              <Icon name={icon} />
            </span>
            <h2>
              <Link to={`/product/${key}`} lang={language}>
                {name[language]}
              </Link>
            </h2>
            <p lang={language}>{description[language]}</p>
            <p className="pv-line">
              <Badge tone={offered ? "done" : "busy"}>{offered ? "offered" : "not offered"}</Badge>
              <span>codes {codes.join(", ")}</span>
              <code>{release}</code>
            </p>
          </li>
        ))}
        {data?.portal && (
          <li className="card">
            <span className="tile">
              <Icon name="user" />
            </span>
            <h2>
              <Link to={`/product/${PORTAL}`}>Forms of the portal</Link>
            </h2>
            <p>The consents before the portal opens, and a relation's details.</p>
            <p className="pv-line">
              <code>{data.portal.release}</code>
            </p>
          </li>
        )}
      </ul>
    </>
  );
}
