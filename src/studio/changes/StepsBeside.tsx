// One step as it was and as it is, each in a frame of its own with the same answers.
import { useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { DEFAULT_LANGUAGE, readLanguage } from "#engine/values/languages.ts";
import type { PreviewProduct } from "../data.ts";
import { FormFrame } from "../frame/FormFrame.tsx";
import { buildWords, findStepTitle } from "../language/words.ts";
import { openStep } from "../step/openStep.ts";
import { useSetting } from "../step/setting.ts";
import { findBase } from "../step/useOpenStep.ts";

interface Props {
  earlier: PreviewProduct;
  now: PreviewProduct;
  /** Parts with a difference: steps, and others. */
  changed: readonly string[];
}

export function StepsBeside({ earlier, now, changed }: Props) {
  const [search] = useSearchParams();
  const steps = [...new Set([...Object.keys(now.bundle.steps), ...Object.keys(earlier.bundle.steps)])];
  const requestedStep = search.get("step") ?? "";
  const step =
    steps.find((key) => key === requestedStep) ?? steps.find((key) => changed.includes(key)) ?? steps[0] ?? "";
  const to = (key: string) => {
    const next = new URLSearchParams(search);
    next.set("step", key);
    return `?${next}`;
  };
  return (
    <section className="studio-compare" aria-labelledby="changes-steps">
      <h2 id="changes-steps">Side by side</h2>
      <nav aria-label="Steps">
        <ul className="studio-steps">
          {steps.map((key) => (
            <li key={key}>
              <Link to={to(key)} replace preventScrollReset aria-current={key === step ? "step" : undefined}>
                {key}
              </Link>
              {changed.includes(key) && <span className="tag">changed</span>}
            </li>
          ))}
        </ul>
      </nav>
      <div className="studio-drawn" data-frames={2}>
        <Side title="As it was" product={earlier} step={step} base={now} />
        <Side title="As it is" product={now} step={step} base={now} />
      </div>
    </section>
  );
}

const ignore = () => {};

function Side({
  title,
  product,
  step,
  base,
}: {
  title: string;
  product: PreviewProduct;
  step: string;
  base: PreviewProduct;
}) {
  const [{ language, width }] = useSetting();
  const shown = readLanguage(language) ?? DEFAULT_LANGUAGE;
  const words = useMemo(() => buildWords(product), [product]);
  const open = useMemo(
    () => (product.bundle.steps[step] ? openStep(product, words, step, findBase(base, step)) : null),
    [product, words, step, base],
  );
  return (
    <div className="studio-drawn-one">
      <h3>
        {title}: <span lang={shown}>{findStepTitle(words[shown], step) ?? step}</span>
      </h3>
      {open ? (
        <FormFrame
          key={open.serial}
          title={`${title}: ${step}`}
          {...{ product, open, width }}
          words={words[shown]}
          onField={ignore}
        />
      ) : (
        <p>The step is not there.</p>
      )}
    </div>
  );
}
