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
import { useMessage } from "#widgets/text.ts";
import { type Crumb, crumbsOf } from "./crumbs.ts";
import { useLanguage } from "./LanguageProvider.tsx";
import { useRoute } from "./useRoute.ts";

export function Breadcrumb() {
  const text = useMessage();
  const language = useLanguage();
  const route = useRoute();
  const crumbs = route ? crumbsOf(language, route.route, route.params) : [];
  if (crumbs.length === 0) return null;
  return (
    <nav className="crumbs" aria-label={text("portal.breadcrumb.label")}>
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
  if (crumb.kind === "text") return crumb.text;
  if (crumb.kind === "relation") return <RelationName relation={crumb.relation} />;
  if (crumb.kind === "product") return <ProductName product={crumb.product} />;
  if (crumb.kind === "employee") return <EmployeeName login={crumb.login} />;
  return <ItemName list={crumb.list} id={crumb.id} />;
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

const names = {
  quotes: function Quote({ id }: { id: number }) {
    const text = useMessage();
    return useQuery(quotationQuery(id)).data?.relationName || text("portal.breadcrumb.quote");
  },
  insurances: function Insurance({ id }: { id: number }) {
    const text = useMessage();
    return useQuery(policyQuery(id)).data?.relationName || text("portal.breadcrumb.insurance");
  },
  damages: function Damage({ id }: { id: number }) {
    const text = useMessage();
    return useQuery(damageQuery(id)).data?.title || text("portal.breadcrumb.damage");
  },
  openInvoices: function OpenInvoice({ id }: { id: number }) {
    const text = useMessage();
    return useQuery(invoiceQuery(id)).data?.relationName || text("portal.breadcrumb.open_invoice");
  },
};

function ItemName({ list, id }: { list: keyof typeof names; id: number }) {
  const Name = names[list];
  return <Name id={id} />;
}
