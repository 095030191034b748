// What concerns several files: a code belongs to one product only, and the percentages that texts name are those that the
// back end calculates with.
import { pointerSegments, valueAt } from "#engine/fields/fieldPath.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import type { JsonFile } from "../../read/files/readJson.ts";
import { error, type Finding, setting } from "../../read/findings/finding.ts";
import { listNames, t } from "../../read/findings/translate.ts";

/** Placeholder of the texts -> the place in rates.json of the rate that it repeats. */
const REPEATED: Record<string, string> = {
  monthly: "/instalment_surcharges/1",
  twoMonthly: "/instalment_surcharges/2",
  quarterly: "/instalment_surcharges/3",
  fourMonthly: "/instalment_surcharges/4",
  halfYearly: "/instalment_surcharges/6",
  percentage: "/one_off/extended_in_advance/percentage",
};

export const RATE_NAMES = Object.keys(REPEATED);

export function checkTogether(products: readonly ProductFiles[], rates: JsonFile | null): Finding[] {
  const findings: Finding[] = [];
  for (const product of products)
    for (const [index, code] of readCodes(product).entries()) {
      const others = products.filter((other) => other.key !== product.key && readCodes(other).includes(code));
      if (others.length === 0) continue;
      const keys = others.map(({ key }) => key);
      const sentence = t`"${code}" is a code of ${listNames(keys, "conjunction")} too`;
      findings.push(error(product.manifest.file, `/codes/${index}`, sentence, t`give one of them a code of its own`));
    }
  for (const name of rates ? RATE_NAMES : []) findings.push(...checkRepeated(products, rates!, name));
  return findings;
}

const readCodes = ({ manifest }: ProductFiles): unknown[] =>
  Array.isArray(manifest.content.codes) ? manifest.content.codes : [];

/** If every product that names a rate has another one, the rate is the cause. */
function checkRepeated(products: readonly ProductFiles[], { file, content }: JsonFile, name: string): Finding[] {
  const pointer = REPEATED[name] ?? "";
  const used = valueAt(content, pointerSegments(pointer));
  if (typeof used !== "number") return [];
  const naming = products.flatMap((product) => {
    const value = readManifest(product).text_values?.[name];
    return value === undefined ? [] : [{ product, value }];
  });
  const others = naming.filter(({ value }) => value !== used);
  const findings = others.map(({ product, value }): Finding => {
    const hint =
      value === String(used) ? setting(t`write ${used} without quotes`, used) : t`write ${used}, or correct the rate`;
    const sentence = t`the texts say ${JSON.stringify(value)} %, rates.json has ${used} %`;
    return error(product.manifest.file, `/text_values/${name}`, sentence, hint);
  });
  const words = new Set(others.map(({ value }) => value));
  if (others.length < 2 || others.length < naming.length || words.size > 1) return findings;
  const sentence = t`the rate is ${used} %, and the texts of ${others.map(({ product }) => product.key).join(", ")} say ${[...words]} %`;
  const hint = t`correct it, or write ${used} at "${name}" in text_values of their product.json`;
  return [error(file, pointer, sentence, hint)];
}
