// One product: what the check says, the flow, and one step of it at a time. The step stands in the address, so that a
// colleague can be sent to it.

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { PortalError } from "#api/call.ts";
import { inEachLanguage } from "#engine/languages.ts";
import { useLanguage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Loading } from "#widgets/ui/Loading.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import { type PreviewProduct, previewQuery } from "./data.ts";
import { Findings } from "./Findings.tsx";
import { Flow } from "./Flow.tsx";
import { FlowTables } from "./FlowTables.tsx";
import { pseudoProduct } from "./pseudoProduct.ts";
import { StepPreview } from "./StepPreview.tsx";
import { useSetting } from "./setting.ts";
import { wordsIn } from "./words.ts";

export function ProductPage() {
  const { product: key = "" } = useParams();
  const { data, error } = useQuery(previewQuery(key));
  return (
    <>
      {!data && <title>Studio</title>}
      {data && <Head product={data} />}
      <Findings />
      {error && <Unknown error={error} />}
      {!data && !error && <Loading rows={8} label="Loading…" />}
      {data && <Content key={key} product={data} />}
    </>
  );
}

function Head({ product }: { product: PreviewProduct }) {
  const language = useLanguage();
  const { manifest } = product.bundle;
  const name = product.product?.name[language] ?? "Forms of the portal";
  return (
    <header className="page-head">
      <title>{`${name} - studio`}</title>
      <span className="tile">
        <Icon name={manifest.icon || "user"} />
      </span>
      <div>
        <h1 tabIndex={-1} lang={product.product ? language : undefined}>
          {name}
        </h1>
        <p>
          <code>{product.key}</code>
          {manifest.codes.length > 0 && ` · codes ${manifest.codes.join(", ")}`} · release{" "}
          <code>{product.release}</code> · <Link to={`/product/${product.key}/changes`}>what changed</Link>
        </p>
      </div>
    </header>
  );
}

function Unknown({ error }: { error: Error }) {
  const unknown = error instanceof PortalError && error.status === 404;
  return (
    <Notice tone="danger" role="alert" title={unknown ? "There is no such product" : "The product could not be loaded"}>
      {unknown
        ? "Its folder is not in schemas/products, or it has never been published without errors."
        : error.message}
    </Notice>
  );
}

function Content({ product: published }: { product: PreviewProduct }) {
  const [search] = useSearchParams();
  const pseudo = useSetting()[0].language === "pseudo";
  const product = useMemo(() => (pseudo ? pseudoProduct(published) : published), [pseudo, published]);
  const words = useMemo(() => {
    const values = product.bundle.manifest.text_values as Record<string, string | number> | undefined;
    return inEachLanguage((language) => wordsIn(language, product.messages[language], values));
  }, [product]);
  const steps = Object.keys(product.bundle.steps);
  const asked = search.get("step") ?? "";
  const step = steps.includes(asked) ? asked : (steps[0] ?? "");
  return (
    <div className="pv-page">
      <Flow product={product} words={words} current={step} />
      <FlowTables product={product} />
      {step && <StepPreview key={step} product={product} words={words} step={step} />}
    </div>
  );
}
