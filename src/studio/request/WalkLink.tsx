// From a step to the whole request: the steps before it are answered by their bases, the step as the chosen case says; or a journey or quotation as it is.
import { Link, useSearchParams } from "react-router";
import { useLanguage } from "#widgets/text.ts";
import type { PreviewProduct } from "../data.ts";
import type { Start } from "../openStep.ts";
import { readSetting } from "../setting.ts";

export function WalkLink({ product, step, chosen }: { product: PreviewProduct; step: string; chosen: Start }) {
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
