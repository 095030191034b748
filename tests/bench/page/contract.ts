// The rules of the bench's form, compiled ahead: only those of the form that shows are loaded.
import type { RawValidate } from "#engine/rules/contract.ts";
import type { FormName } from "./forms.ts";

/** Key of the step that the form is. */
export const STEP = "bench";

const CONTRACTS = {
  company: () => import("virtual:bench-contract/company"),
  100: () => import("virtual:bench-contract/100"),
  500: () => import("virtual:bench-contract/500"),
  choices: () => import("virtual:bench-contract/choices"),
};

export async function loadContract(name: FormName): Promise<RawValidate> {
  const { contracts } = await CONTRACTS[name]();
  return contracts[name]!;
}
