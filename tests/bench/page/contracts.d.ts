// The contract of each of the bench's forms, compiled ahead by tests/bench/build.ts.
declare module "virtual:bench-contract/*" {
  export const contracts: Record<string, import("#engine/contract.ts").RawValidate>;
}
