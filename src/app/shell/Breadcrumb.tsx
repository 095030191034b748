// Shows where the page is. Names come from what the page loads anyway, so a crumb costs no call of its own. Until a name
// is loaded the crumb is the plain word. The last one is text, the others are links.

import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { employeeQuery } from "#api/portfolio/employees.ts";
import { profileQuery } from "#api/profile.ts";
import { productIndexQuery } from "#api/wizard/productIndex.ts";
import { type Crumb, listCrumbs } from "#routes/crumbs.ts";
import { KINDS, type Kind } from "#routes/kinds.ts";
import { useLanguage, useMessage } from "#widgets/runtime/text.ts";
import { kinds } from "../screens.tsx";
import { useAddress } from "../useAddress.ts";
import styles from "./Breadcrumb.module.css";

export function Breadcrumb() {
  const text = useMessage();
  const language = useLanguage();
  const address = useAddress();
  const role = useQuery(profileQuery()).data?.role;
  const crumbs = listCrumbs(language, address?.route ?? null, address?.params ?? {}, role);
  return (
    <nav className={styles.crumbs} aria-label={text("portal.breadcrumb.label")}>
      <ol>
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1;
          return (
            <li key={`${crumb.kind}${crumb.to}`} aria-current={last ? "page" : undefined}>
              {last ? <CrumbText crumb={crumb} /> : <Link to={crumb.to}>{<CrumbText crumb={crumb} />}</Link>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function CrumbText({ crumb }: { crumb: Crumb }) {
  const text = useMessage();
  if (crumb.kind === "word") return text(`portal.breadcrumb.${crumb.word}`);
  if (crumb.kind === "product") return <ProductName product={crumb.product} />;
  if (crumb.kind === "quotation")
    return text("portal.breadcrumb.item", { word: text("portal.breadcrumb.quote"), label: String(crumb.number) });
  if (crumb.kind === "employee") return <EmployeeName login={crumb.login} />;
  return <ItemName key={crumb.list} {...crumb} />;
}

function ProductName({ product }: { product: string }) {
  const text = useMessage();
  const language = useLanguage();
  const { data } = useQuery(productIndexQuery());
  if (!data) return "…";
  return data.products.find(({ key }) => key === product)?.name[language] ?? text("portal.breadcrumb.not_found");
}

function EmployeeName({ login }: { login: string }) {
  return useQuery(employeeQuery(login)).data?.name || login.replace(/\d+/g, "");
}

/** The item's word with what it is called. Each kind has a hook of its own: another kind is another component. */
function ItemName({ list, id, relation }: { list: Kind; id: number; relation: number | undefined }) {
  const text = useMessage();
  const { useLabel, bare } = kinds[list];
  const label = useLabel(id, relation);
  const word = text(`portal.breadcrumb.${KINDS[list].item}`);
  if (!label) return word;
  return bare ? label : text("portal.breadcrumb.item", { word, label: String(label) });
}
