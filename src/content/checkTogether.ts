// What no product can say of itself: a code leads to one product only, and the percentages that its texts name are those
// that the back end calculates with.
import type { JsonObject } from "#engine/types.ts";
import { manifestOf, type ProductFiles } from "./catalogue.ts";
import type { Finding } from "./finding.ts";
import type { JsonFile } from "./readJson.ts";
import { member, reporter } from "./reporting.ts";

/** Placeholder of the texts -> the rate it repeats. */
const REPEATED: Record<string, (rates: JsonObject) => unknown> = {
  quarterly: (rates) => member(rates, "instalment_surcharges")["3"],
  halfYearly: (rates) => member(rates, "instalment_surcharges")["6"],
  percentage: (rates) => member(member(rates, "one_off"), "extended_in_advance").percentage,
};

export function togetherFindings(products: readonly ProductFiles[], rates: JsonFile | null): Finding[] {
  const findings: Finding[] = [];
  const owners = new Map<string, string>();
  for (const product of products) {
    const report = reporter(product.manifest.file, findings);
    const { codes, text_values } = manifestOf(product);
    for (const code of Array.isArray(codes) ? codes : []) {
      const owner = owners.get(code);
      if (owner) report("/codes", `"${code}" is a code of ${owner} too`, "give the product a code of its own");
      else owners.set(code, product.key);
    }
    for (const [name, rate] of Object.entries(REPEATED)) {
      const said = text_values?.[name];
      const used = rates && rate(rates.content);
      if (said === undefined || typeof used !== "number" || said === used) continue;
      report(`/text_values/${name}`, `the texts say ${said} %, rates.json has ${used} %`, "change one of the two");
    }
  }
  return findings;
}
