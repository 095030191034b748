// The flow of a product drawn from its data: a box per step with what it asks for, in order, the extra step dashed, the
// request block at the end. A box opens its step below.

import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { documentOrder } from "#engine/schema/schemaTree.ts";
import type { Language, StepManifest } from "#engine/schema/types.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import type { PreviewProduct } from "../data.ts";
import { findStepTitle, type Words } from "../language/words.ts";
import { findLists } from "../step/listUse.ts";
import { buildSearch } from "../step/setting.ts";
import { FlowDrawing } from "./FlowDrawing.tsx";

interface Props {
  product: PreviewProduct;
  words: Record<Language, Words>;
  current: string;
}

export function Flow({ product, words, current }: Props) {
  const { manifest, steps } = product.bundle;
  const listed = manifest.steps.map(({ key }) => key);
  const others = Object.keys(steps).filter((key) => !listed.includes(key));
  const forms = listed.length === 0;
  return (
    <section aria-labelledby="pv-flow">
      <h2 id="pv-flow">{forms ? "The forms" : "The flow"}</h2>
      {!forms && <FlowDrawing product={product} words={words} current={current} />}
      <ol className="pv-flow" data-apart={forms || undefined}>
        {manifest.steps.map((step, index) => (
          <Box key={step.key} {...{ product, words, current }} step={step.key} number={String(index + 1)}>
            <StepFacts product={product} step={step} />
          </Box>
        ))}
        {others.map((key) => (
          <Box key={key} {...{ product, words, current }} step={key} number={forms ? "·" : "→"}>
            <Fact name="kind">{forms ? "form of the portal" : "request block of the sidebar"}</Fact>
          </Box>
        ))}
      </ol>
    </section>
  );
}

function Box(props: Props & { step: string; number: string; children: ReactNode }) {
  const { product, words, current, step, number, children } = props;
  const language = useLanguage();
  const [search] = useSearchParams();
  const source = product.bundle.steps[step];
  const manifest = product.bundle.manifest.steps.find(({ key }) => key === step);
  const title = findStepTitle(words[language], step);
  const lists = source ? findLists(source) : [];
  return (
    <li
      className={manifest?.extra || manifest?.when ? "pv-box pv-extra" : "pv-box"}
      data-current={step === current || undefined}
    >
      <p className="pv-box-head">
        <span className="pv-no" aria-hidden="true">
          {number}
        </span>
        <Link
          to={{ search: buildSearch(search, step), hash: "#step" }}
          aria-current={step === current ? "step" : undefined}
          lang={title === undefined ? undefined : language}
        >
          {title ?? step}
        </Link>
      </p>
      <dl>
        {children}
        <Fact name="fields">{source ? documentOrder(source).length : 0}</Fact>
        {lists.length > 0 && <Fact name="lists">{codes(lists)}</Fact>}
      </dl>
    </li>
  );
}

function StepFacts({ product, step }: { product: PreviewProduct; step: StepManifest }) {
  const triggers = product.bundle.manifest.prefill?.filter((trigger) => trigger.step === step.key) ?? [];
  return (
    <>
      <Fact name="kind">
        {step.kind}
        {step.questions && ` (${step.questions})`}
        {(step.extra || step.when) && ", only when answers call for it"}
      </Fact>
      {step.premium && <Fact name="premium">{codes(step.premium)}</Fact>}
      {triggers.map(({ field, length }) => (
        <Fact key={field} name="prefill">
          <code>{field}</code> at {length} characters
        </Fact>
      ))}
      {step.autoNext && <Fact name="next">by itself when {step.autoNext.replace("-", " ")}</Fact>}
      {step.notices && (
        <Fact name="notices">
          {codes(step.notices.map((notice) => (typeof notice === "string" ? notice : notice.name)))}
        </Fact>
      )}
      <Fact name="sidebar">{sidebarWords(step)}</Fact>
      {step.sidebar.send.length > 0 && <Fact name="send">{codes(step.sidebar.send)}</Fact>}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const sidebarWords = ({ sidebar: { send: _send, ...blocks } }: StepManifest) =>
  Object.entries(blocks)
    .map(([block, state]) => `${block} ${state}`)
    .join(", ");

const codes = (names: readonly string[]) => names.map((name) => <code key={name}>{name}</code>);
