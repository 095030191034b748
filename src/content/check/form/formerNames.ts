// Earlier names of fields (`was` in product.json): each leads to a field that exists, and is not the name of a field.
import type { StepSource } from "#engine/schema/types.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import type { Finding } from "../../read/findings/finding.ts";
import { reporter } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { formFields, type Steps } from "../../read/steps/stepIndex.ts";

export function checkFormerNames(product: ProductFiles, steps: Steps): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(product.manifest.file, findings);
  for (const [address, name] of Object.entries(readManifest(product).was ?? {})) {
    const [step = "", ...path] = address.split(".");
    const field = path.at(-1) ?? "";
    const fields = listBeside(steps[step], path);
    const pointer = `/was/${address}`;
    if (fields.includes(field))
      report(pointer, `${step} has a field "${field}", so it is not an earlier name`, "remove this line");
    else if (!fields.includes(name)) {
      const hint = meantOr(fields, name, "remove this line");
      report(pointer, `${step} has no field "${name}"`, hint, "refers");
    }
  }
  return findings;
}

/** The fields of the same step, group, record or row. */
function listBeside(step: StepSource | undefined, path: readonly string[]): string[] {
  const holder = path.slice(0, -1).filter((name) => name !== "*");
  const places = step ? formFields(step).map(({ place }) => place.split("/")) : [];
  const beside = places.filter((place) => place.slice(0, -1).join("/") === holder.join("/"));
  return beside.map((place) => place.at(-1) ?? "");
}
