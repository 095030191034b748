// What concerns several files: a code belongs to one product only, and the percentages that texts name are those that the
// back end calculates with.
import type { JsonObject } from "#engine/types.ts";
import { type ProductFiles, readManifest } from "./catalogue.ts";
import type { Finding } from "./finding.ts";
import type { JsonFile } from "./readJson.ts";
import { member, type Report, reporter } from "./reporting.ts";

/** Placeholder of the texts -> the rate it repeats. */
const REPEATED: Record<string, (rates: JsonObject) => unknown> = {
  monthly: (rates) => member(rates, "instalment_surcharges")["1"],
  twoMonthly: (rates) => member(rates, "instalment_surcharges")["2"],
  quarterly: (rates) => member(rates, "instalment_surcharges")["3"],
  fourMonthly: (rates) => member(rates, "instalment_surcharges")["4"],
  halfYearly: (rates) => member(rates, "instalment_surcharges")["6"],
  percentage: (rates) => member(member(rates, "one_off"), "extended_in_advance").percentage,
};

export const RATE_NAMES = Object.keys(REPEATED);

export function togetherFindings(products: readonly ProductFiles[], rates: JsonFile | null): Finding[] {
  const findings: Finding[] = [];
  const codes = products.flatMap((product) => readCodes(product).map((code) => ({ key: product.key, code })));
  for (const product of products) {
    const report = reporter(product.manifest.file, findings);
    for (const [index, code] of readCodes(product).entries()) {
      const others = codes.filter((other) => other.code === code && other.key !== product.key).map(({ key }) => key);
      if (others.length > 0)
        report(
          `/codes/${index}`,
          `"${code}" is a code of ${others.join(" and ")} too`,
          "give one of them a code of its own",
        );
    }
    if (rates) checkRepeated(product, rates.content, report);
  }
  return findings;
}

const readCodes = ({ manifest }: ProductFiles): unknown[] =>
  Array.isArray(manifest.content.codes) ? manifest.content.codes : [];

function checkRepeated(product: ProductFiles, rates: JsonObject, report: Report): void {
  const { text_values = {} } = readManifest(product);
  for (const [name, rate] of Object.entries(REPEATED)) {
    const said = text_values[name];
    const used = rate(rates);
    if (said === undefined || typeof used !== "number" || said === used) continue;
    report(
      `/text_values/${name}`,
      `the texts say ${JSON.stringify(said)} %, rates.json has ${used} %`,
      said === String(used) ? `write ${used} without quotes` : `write ${used}, or correct the rate`,
    );
  }
}
