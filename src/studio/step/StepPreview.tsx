// One step for real: the wizard's own form over a chosen case, the result of the contract and
// every error that the step can show.

import { useQuery } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import type { Language } from "#engine/schema/types.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { type PreviewProduct, requestQuery } from "../data.ts";
import { FilePane, type Target } from "../editor/FileEditor.tsx";
import { DrawnChoice, DrawnForms, isWide } from "../frame/DrawnForms.tsx";
import { findStepTitle, type Words } from "../language/words.ts";
import { StepPremium } from "../premium/PremiumFactors.tsx";
import { ErrorCatalogue } from "../rules/ErrorCatalogue.tsx";
import { Verdict } from "../rules/Verdict.tsx";
import type { PreviewRequest } from "../server/request/previewRequests.ts";
import { FieldFacts, findFolder } from "./FieldFacts.tsx";
import { OriginChoice } from "./OriginChoice.tsx";
import type { Start } from "./openStep.ts";
import { SettingPanel } from "./SettingPanel.tsx";
import { readSetting, useSetting } from "./setting.ts";
import { useOpenStep } from "./useOpenStep.ts";

interface Props {
  product: PreviewProduct;
  words: Record<Language, Words>;
  step: string;
}

/** With the whole request that the address names, once it is there. */
export function StepPreview(props: Props) {
  const [{ origin }] = useSetting();
  const { data: request, error } = useQuery(requestQuery(props.product.key, origin));
  if (request === undefined && !error) return <Loading rows={6} label="Loading…" />;
  return (
    <>
      {error && (
        <Notice tone="danger" role="alert" title={`The ${origin?.kind} ${origin?.name} is not shown`}>
          {error.message} The step shows its base.
        </Notice>
      )}
      <DrawnStep {...props} request={request ?? null} />
    </>
  );
}

/**
 * From a step to the whole request: the steps before it are answered by their bases, the step by the chosen case. A
 * journey or quotation opens as it is.
 */
function WalkLink({ product, step, chosen }: { product: PreviewProduct; step: string; chosen: Start }) {
  const [search] = useSearchParams();
  const language = useLanguage();
  if (!product.product) return null;
  const { today, flow } = readSetting(search);
  const { kind, name } = chosen.origin;
  const order = new URLSearchParams({ step, [kind]: name, today: today || chosen.context.today, language });
  if (flow) order.set("flow", flow);
  return (
    <Link className="button button-secondary button-small" to={`/request/${product.key}?${order}`}>
      Walk the request from here
    </Link>
  );
}

function DrawnStep({ product, words, step, request }: Props & { request: PreviewRequest | null }) {
  const opened = useOpenStep(product, words, step, request);
  const [setting] = useSetting();
  const language = useLanguage();
  const { open } = opened;
  useSyncExternalStore(open.session.subscribeAll, open.session.version);
  const missing = open.presented(language).missingLists;
  const title = findStepTitle(words[language], step);
  const [name, setName] = useState<string | null>(null);
  const { file, target, go } = useOpenFile(product, step);
  return (
    <>
      <section className="pv-step" id="step" aria-labelledby="pv-step">
        <div className="pv-step-head">
          <h2 id="pv-step" tabIndex={-1}>
            {title !== undefined && <span lang={language}>{title} </span>}
            <code>{step}</code>
          </h2>
          <WalkLink product={product} step={step} chosen={opened.chosen} />
          <OriginChoice product={product.key} {...opened} />
        </div>
        {missing.length > 0 && (
          <Notice tone="warning" title="Lists that are unknown or empty in this case">
            {missing.join(", ")}
          </Notice>
        )}
        <SettingPanel product={product} open={open} chosen={opened.chosen} />
        <DrawnChoice />
        <div className="studio-beside" data-wide={isWide(setting) || undefined}>
          <FilePane product={product.key} file={file} target={target} onGo={go} />
          <DrawnForms product={product} words={words} open={open} onField={setName} />
        </div>
        <div className="pv-two">
          <FieldFacts product={product} open={open} words={words[language]} name={name} onGo={go} />
          <Verdict open={open} chosen={opened.chosen} words={words} />
        </div>
        {product.bundle.manifest.steps.some(({ key, premium }) => key === step && premium) && (
          <StepPremium
            product={product}
            open={open}
            given={setting.answers ?? opened.chosen.context.answers}
            onGo={go}
          />
        )}
      </section>
      <ErrorCatalogue
        product={product}
        words={words}
        step={step}
        onTry={(name) => opened.choose({ kind: "case", name })}
      />
    </>
  );
}

/** The address names the file beside the step, at first the step's rules, and a place in it. */
function useOpenFile(product: PreviewProduct, step: string) {
  const [search, setSearch] = useSearchParams();
  const target = useLocation().state as Target | null;
  const file = search.get("file") ?? `${findFolder(product.key, product.product !== null)}/${step}.schema.json`;
  const go = (to: Target) =>
    setSearch((before) => ({ ...Object.fromEntries(before), file: to.file }), {
      replace: true,
      preventScrollReset: true,
      state: { ...to },
    });
  return { file, target, go };
}
