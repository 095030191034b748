// The contracts of the measured forms, compiled by the runner as a publish compiles them.
declare module "virtual:bench-contracts" {
  import type { RawValidate } from "#engine/contract.ts";
  export const contracts: Record<string, RawValidate>;
}
