// All products that are published, and the portal's own forms: one card each. Also makes a new product after another.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { type ProductIndex, productIndexQuery } from "#api/wizard/productIndex.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Badge } from "#widgets/ui/Badge.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { PORTAL } from "../data.ts";
import { NameForm } from "../NameForm.tsx";
import { Select } from "../workspace/Segments.tsx";
import { useActs } from "../workspace/useActs.ts";
import { inBoth, useSay } from "../workspace/words.ts";
import { Findings } from "./Findings.tsx";

export function ProductList() {
  const language = useLanguage();
  const say = useSay();
  const { data, isPending } = useQuery(productIndexQuery());
  return (
    <>
      <title>Studio</title>
      <header className="page-head">
        <div>
          <h1 tabIndex={-1}>{say("productsTitle")}</h1>
          <p>{say("productsIntro")}</p>
        </div>
      </header>
      <Findings first={data?.products[0]?.key ?? PORTAL} />
      {isPending && <Loading rows={6} label={say("loading")} />}
      <ul className="pv-cards">
        {data?.products.map(({ key, icon, name, description, codes, offered, release }) => (
          <li key={key} className="card">
            <span className="tile">
              <Icon name={icon} />
            </span>
            <h2>
              <Link to={`/product/${key}`}>{name[language]}</Link>
            </h2>
            <p>{description[language]}</p>
            <p className="pv-line">
              <Badge tone={offered ? "done" : "busy"}>{say(offered ? "offered" : "notOffered")}</Badge>
              <span>{say("codes", { codes: codes.join(", ") })}</span>
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
              <Link to={`/product/${PORTAL}`}>{say("portalForms")}</Link>
            </h2>
            <p>{say("portalFormsAbout")}</p>
            <p className="pv-line">
              <code>{data.portal.release}</code>
            </p>
          </li>
        )}
      </ul>
      {data?.products[0] && <NewProduct products={data.products} />}
    </>
  );
}

function NewProduct({ products }: Pick<ProductIndex, "products">) {
  const say = useSay();
  const language = useLanguage();
  const acts = useActs(PORTAL);
  const navigate = useNavigate();
  const [like, setLike] = useState(products[0]?.key ?? "");
  const make = async (key: string) => {
    const sentence = inBoth("productMade", { name: key });
    const reason = await acts.send("/studio/products", { key, like, sentence });
    if (reason === undefined) await navigate(`/product/${key}`);
    return reason ?? sentence[language];
  };
  return (
    <section className="card studio-kept" aria-labelledby="studio-new">
      <h2 id="studio-new">{say("newProduct")}</h2>
      <NameForm label={say("newProductName")} action={say("make")} onSubmit={make}>
        <Select
          label={say("newProductLike")}
          choices={products.map(({ key, name }) => [key, name[language]] as const)}
          value={like}
          onChange={setLike}
        />
      </NameForm>
    </section>
  );
}
