// One product: the findings of the check, the flow, and one step. The step is part of the address, so that it can be sent to a
// colleague.
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { PortalError } from "#api/calls/call.ts";
import type { ProductMessages } from "#api/wizard/productIndex.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { type PreviewProduct, previewQuery } from "../data.ts";
import { Flow } from "../flow/Flow.tsx";
import { FlowTables } from "../flow/FlowTables.tsx";
import { type Messages, toPseudo } from "../language/pseudoLanguage.ts";
import { buildWords } from "../language/words.ts";
import { StepPreview } from "../step/StepPreview.tsx";
import { useSetting } from "../step/setting.ts";
import { Findings } from "./Findings.tsx";

export function ProductPage() {
  const { product: key = "" } = useParams();
  const { data, error } = useQuery(previewQuery(key));
  return (
    <>
      {!data && <title>Studio</title>}
      {data && <Head product={data} />}
      {!data && error && (
        <header className="page-head">
          <h1 tabIndex={-1}>{key}</h1>
        </header>
      )}
      <Findings />
      {error && <Unknown error={error} before={data !== undefined} />}
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

function Unknown({ error, before }: { error: Error; before: boolean }) {
  const unknown = error instanceof PortalError && error.status === 404;
  return (
    <div className="studio-unknown">
      <Notice
        tone="danger"
        role="alert"
        title={unknown ? "There is no such product" : "The product could not be loaded"}
      >
        {unknown
          ? "Its folder is not in schemas/products, or it has never been published without errors. An example needs npm run studio -- --examples."
          : error.message}
        {before && " What you see below is how it was."}
      </Notice>
    </div>
  );
}

function Content({ product: published }: { product: PreviewProduct }) {
  const [search] = useSearchParams();
  const pseudo = useSetting()[0].language === "pseudo";
  const product = useMemo(() => (pseudo ? pseudoProduct(published) : published), [pseudo, published]);
  const words = useMemo(() => buildWords(product), [product]);
  const steps = Object.keys(product.bundle.steps);
  const requestedStep = search.get("step") ?? "";
  const step = steps.includes(requestedStep) ? requestedStep : (steps[0] ?? "");
  return (
    <div className="pv-page">
      <Flow product={product} words={words} current={step} />
      <FlowTables product={product} />
      {step && <StepPreview key={step} product={product} words={words} step={step} />}
    </div>
  );
}

const other = LANGUAGES.find((language) => language !== DEFAULT_LANGUAGE) ?? DEFAULT_LANGUAGE;

/**
 * In the pseudo-language, in the place of its Dutch: its texts, the app's, and its lists. Of a list, what is the same in
 * every language is a code or a name, and stays.
 */
export function pseudoProduct(product: PreviewProduct): PreviewProduct {
  const { messages, texts, sources } = product;
  const inPseudo = (productMessages: ProductMessages) =>
    toPseudo(parsed(productMessages)) as unknown as ProductMessages;
  return {
    ...product,
    messages: { ...messages, [DEFAULT_LANGUAGE]: inPseudo(messages[DEFAULT_LANGUAGE]) },
    texts: { ...texts, [DEFAULT_LANGUAGE]: inPseudo(texts[DEFAULT_LANGUAGE]) },
    sources: { ...sources, [DEFAULT_LANGUAGE]: translated(sources[DEFAULT_LANGUAGE], sources[other]) as never },
  };
}

/** The app's texts come as they are written, a product's as they were published. */
function parsed(productMessages: ProductMessages): Messages {
  const entries = Object.entries(productMessages as Record<string, string | MessageFormatElement[]>);
  return Object.fromEntries(entries.map(([key, text]) => [key, typeof text === "string" ? parse(text) : text]));
}

function translated(original: unknown, replacement: unknown): unknown {
  if (typeof original === "string" && typeof replacement === "string" && original !== replacement)
    return pseudoText(original);
  if (Array.isArray(original) && Array.isArray(replacement))
    return original.map((entry, index) => translated(entry, replacement[index]));
  if (!isObject(original) || !isObject(replacement)) return original;
  return Object.fromEntries(
    Object.entries(original).map(([name, value]) => [name, translated(value, replacement[name])]),
  );
}

function pseudoText(text: string): string {
  const [element] = toPseudo({ text: [{ type: TYPE.literal, value: text }] }).text?.slice(1) ?? [];
  return `[${element && "value" in element ? element.value : text}]`;
}
