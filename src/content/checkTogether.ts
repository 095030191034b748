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
  const owners = Map.groupBy(
    products.flatMap(({ key, manifest }) =>
      (Array.isArray(manifest.content.codes) ? manifest.content.codes : []).map((code: unknown) => ({ key, code })),
    ),
    ({ code }) => code,
  );
  for (const product of products) {
    const report = reporter(product.manifest.file, findings);
    const { codes, text_values } = manifestOf(product);
    for (const code of Array.isArray(codes) ? codes : []) {
      const others = (owners.get(code) ?? []).map(({ key }) => key).filter((key) => key !== product.key);
      if (others.length === 0) continue;
      report("/codes", `"${code}" is a code of ${others.join(" and ")} too`, "give one of them a code of its own");
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
