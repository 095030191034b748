// One step for real: the wizard's own form over a chosen case, what the contract and the second opinion say about the
// answers in it now, and beneath it every error that the step can show.

import { useState, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { keyIn, stepTextKeys } from "#engine/stepTexts.ts";
import type { Language } from "#engine/types.ts";
import textStyles from "#widgets/fields/Text.module.css";
import fieldTemplateStyles from "#widgets/templates/FieldTemplate.module.css";
import { useLanguage } from "#widgets/text.ts";
import { Notice } from "#widgets/ui/Notice.tsx";
import { ProductTextsProvider } from "#wizard/ProductTextsProvider.tsx";
import type { PreviewProduct } from "./data.ts";
import { ErrorCatalogue } from "./ErrorCatalogue.tsx";
import type { Target } from "./editor/FileEditor.tsx";
import { FilePane } from "./editor/FilePane.tsx";
import { FieldFacts, useChosenField } from "./FieldFacts.tsx";
import { folderOf } from "./fieldFacts.ts";
import { StepPremium } from "./premium/StepPremium.tsx";
import { WalkLink } from "./request/WalkLink.tsx";
import { SettingPanel } from "./SettingPanel.tsx";
import { StepForm } from "./StepForm.tsx";
import { type Opened, useOpenStep } from "./useOpenStep.ts";
import { Verdict } from "./Verdict.tsx";
import type { Words } from "./words.ts";

interface Props {
  product: PreviewProduct;
  words: Record<Language, Words>;
  step: string;
}

export function StepPreview({ product, words, step }: Props) {
  const opened = useOpenStep(product, words, step);
  const language = useLanguage();
  const { open } = opened;
  useSyncExternalStore(open.session.subscribeAll, open.session.version);
  const title = keyIn(words[language].has, stepTextKeys(step, "title"));
  const missing = open.presented(language).missingLists;
  const { form, name } = useChosenField(open);
  const { file, target, go } = useOpenFile(product, step);
  return (
    <>
      <section className="pv-step" id="step" aria-labelledby="pv-step">
        <div className="pv-step-head">
          <h2 id="pv-step" tabIndex={-1}>
            <span lang={language}>{words[language].has(title) ? words[language].text(title) : step}</span>{" "}
            <code>{step}</code>
          </h2>
          <CaseChoice {...opened} />
          <WalkLink product={product} step={step} chosen={opened.chosen} />
        </div>
        {missing.length > 0 && (
          <Notice tone="warning" title="Lists that are unknown or empty in this case">
            {missing.join(", ")}
          </Notice>
        )}
        <SettingPanel open={open} />
        <div className="studio-beside">
          <FilePane product={product.key} file={file} target={target} onGo={go} />
          <div className="studio-drawn" ref={form}>
            <ProductTextsProvider texts={product.texts[language]} values={product.bundle.manifest.text_values}>
              <StepForm key={open.serial} product={product} words={words[language]} open={open} />
            </ProductTextsProvider>
          </div>
        </div>
        <div className="pv-two">
          <FieldFacts product={product} open={open} words={words[language]} name={name} onGo={go} />
          <Verdict open={open} chosen={opened.chosen} words={words} />
        </div>
        {product.bundle.manifest.steps.some(({ key, premium }) => key === step && premium) && (
          <StepPremium product={product} open={open} given={opened.chosen.context.answers} onGo={go} />
        )}
      </section>
      <ErrorCatalogue product={product} words={words} step={step} onTry={opened.choose} />
    </>
  );
}

/** The file beside the step stands in the address; at first the step's rules. */
function useOpenFile(product: PreviewProduct, step: string) {
  const [search, setSearch] = useSearchParams();
  const [target, setTarget] = useState<Target | null>(null);
  const file = search.get("file") ?? `${folderOf(product.key, product.product !== null)}/${step}.schema.json`;
  const go = (to: Target) => {
    setTarget({ ...to });
    setSearch((before) => ({ ...Object.fromEntries(before), file: to.file }), {
      replace: true,
      preventScrollReset: true,
    });
  };
  return { file, target, go };
}

function CaseChoice({ choices, chosen, choose }: Opened) {
  const failing = choices.filter(({ expect, name }) => name !== "empty" && expect !== "valid");
  const valid = choices.filter(({ expect, name }) => name !== "empty" && name !== "base" && expect === "valid");
  const option = (name: string) => (
    <option key={name} value={name}>
      {name}
    </option>
  );
  return (
    <div className="pv-case">
      <label className={fieldTemplateStyles.label} htmlFor="pv-case">
        Answers
      </label>
      <select
        id="pv-case"
        className={textStyles.input}
        value={chosen.name}
        onChange={(event) => choose(event.target.value)}
      >
        {option("empty")}
        {choices.some(({ name }) => name === "base") && option("base")}
        {failing.length > 0 && <optgroup label="Cases that fail">{failing.map(({ name }) => option(name))}</optgroup>}
        {valid.length > 0 && <optgroup label="Cases that are valid">{valid.map(({ name }) => option(name))}</optgroup>}
      </select>
      <button className="button button-secondary button-small" type="button" onClick={() => choose(chosen.name)}>
        Start again
      </button>
    </div>
  );
}
