// Shows where the page is. Names come from what the page loads anyway, so a crumb costs no call of its own; until a name
// is there the crumb is the plain word. The last one is text, the others are links.

import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { damageQuery } from "#api/damages.ts";
import { employeeQuery } from "#api/employees.ts";
import { invoiceQuery } from "#api/invoices.ts";
import { policyQuery } from "#api/policies.ts";
import { productIndexQuery } from "#api/products.ts";
import { quotationQuery } from "#api/quotations.ts";
import { relationQuery } from "#api/relations.ts";
import { type Crumb, listCrumbs } from "#routes/crumbs.ts";
import { useLanguage, useMessage } from "#widgets/text.ts";
import styles from "./Breadcrumb.module.css";
import { useAddress } from "./useAddress.ts";

export function Breadcrumb() {
  const text = useMessage();
  const language = useLanguage();
  const address = useAddress();
  const crumbs = listCrumbs(language, address?.route ?? null, address?.params ?? {});
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
  if (crumb.kind === "relation") return <RelationName relation={crumb.relation} />;
  if (crumb.kind === "product") return <ProductName product={crumb.product} />;
  if (crumb.kind === "employee") return <EmployeeName login={crumb.login} />;
  return <ItemName {...crumb} />;
}

function RelationName({ relation }: { relation: number }) {
  const text = useMessage();
  return useQuery(relationQuery(relation)).data?.company || text("portal.breadcrumb.relation");
}

function ProductName({ product }: { product: string }) {
  const language = useLanguage();
  const { data } = useQuery(productIndexQuery());
  return data?.products.find(({ key }) => key === product)?.name[language] ?? "…";
}

function EmployeeName({ login }: { login: string }) {
  return useQuery(employeeQuery(login)).data?.name || login.replace(/\d+/g, "");
}

interface ItemProps {
  id: number;
  relation: number | undefined;
}

/** The item's word with what it is called: its company, or under that company's own address its number (decisions 76). */
function useItemWord(word: "quote" | "insurance" | "damage" | "open_invoice", label: string | number | undefined) {
  const text = useMessage();
  const name = text(`portal.breadcrumb.${word}`);
  return label ? text("portal.breadcrumb.item", { word: name, label: String(label) }) : name;
}

const items = {
  quotes: function Quote({ id, relation }: ItemProps) {
    const { data } = useQuery(quotationQuery(id, relation));
    return useItemWord("quote", relation === undefined ? data?.relationName : data?.number);
  },
  insurances: function Insurance({ id, relation }: ItemProps) {
    const { data } = useQuery(policyQuery(id, relation));
    return useItemWord("insurance", relation === undefined ? data?.relationName : data?.policy);
  },
  damages: function Damage({ id, relation }: ItemProps) {
    return useItemWord("damage", useQuery(damageQuery(id, relation)).data?.title);
  },
  open_invoices: function OpenInvoice({ id, relation }: ItemProps) {
    const { data } = useQuery(invoiceQuery(id, relation));
    return useItemWord("open_invoice", relation === undefined ? data?.relationName : data?.offer);
  },
};

function ItemName({ list, ...item }: ItemProps & { list: keyof typeof items }) {
  const Name = items[list];
  return <Name {...item} />;
}
