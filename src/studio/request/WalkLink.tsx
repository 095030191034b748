// From a step to the whole request: the steps before it are answered by their bases, the step as the chosen case says.
import { Link, useSearchParams } from "react-router";
import { useLanguage } from "#widgets/text.ts";
import type { PreviewCase, PreviewProduct } from "../data.ts";
import { readSetting } from "../setting.ts";

export function WalkLink({ product, step, chosen }: { product: PreviewProduct; step: string; chosen: PreviewCase }) {
  const [search] = useSearchParams();
  const language = useLanguage();
  if (!product.bundle.manifest.steps.some(({ key, extra }) => key === step && !extra)) return null;
  const today = readSetting(search).today || chosen.context.today;
  const order = new URLSearchParams({ step, case: chosen.name, today, language });
  return (
    <Link className="button button-secondary button-small" to={`/request/${product.key}?${order}`}>
      Walk the request from here
    </Link>
  );
}
