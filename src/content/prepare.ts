// Prepares a product for its cases: steps written out, contracts compiled, names checked. Null when its rules cannot be
// compiled; the findings say why.
import type { StepSource } from "#engine/types.ts";
import type { Catalogue, ProductFiles } from "./catalogue.ts";
import { writtenOutFindings } from "./checkDialect.ts";
import { questionFindings } from "./checkQuestions.ts";
import { referenceFindings } from "./checkReferences.ts";
import { tariffFindings } from "./checkTariff.ts";
import { contractsCode, stepSources } from "./compile.ts";
import { error, type Finding } from "./finding.ts";
import { Judges } from "./judges.ts";

export interface Prepared {
  product: ProductFiles;
  steps: Record<string, StepSource>;
  judges: Judges;
}

export async function prepare(
  product: ProductFiles,
  catalogue: Catalogue,
  findings: Finding[],
): Promise<Prepared | null> {
  try {
    const steps = stepSources(product, catalogue.base, findings);
    for (const files of product.steps)
      findings.push(...writtenOutFindings(files.schema.file, steps[files.key]?.schema ?? {}));
    findings.push(...referenceFindings(product, steps, catalogue));
    if (product !== catalogue.portal) {
      findings.push(...tariffFindings(product, steps, catalogue.rates), ...questionFindings(product, steps));
    }
    const refusals: Finding[] = [];
    const code = contractsCode(product, steps, refusals);
    findings.push(...refusals.map((refusal) => afterOthers(refusal, findings)));
    return refusals.length > 0 ? null : { product, steps, judges: await Judges.of(steps, code) };
  } catch (reason) {
    const why = reason instanceof Error ? reason.message : String(reason);
    findings.push(
      error(product.manifest.file, "", `the product cannot be checked (${why})`, "look at what changed last"),
    );
    return null;
  }
}

/** Our own checks explain better what ajv refuses too. */
function afterOthers(refusal: Finding, findings: readonly Finding[]): Finding {
  const said = findings.some(({ file, level }) => file === refusal.file && level === "error");
  return said ? { ...refusal, follows: true } : refusal;
}
