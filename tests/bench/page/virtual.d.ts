// What tests/bench/build.ts makes: the contract of each of the bench's forms, compiled ahead, and what the wizard's page is opened with.
declare module "virtual:bench-contract/*" {
  export const contracts: Record<string, import("#engine/rules/contract.ts").RawValidate>;
}
declare module "virtual:bench-records" {
  export const contracts: Record<string, import("#engine/rules/contract.ts").RawValidate>;
}
declare module "virtual:bench-wizard" {
  type Published = import("#engine/rules/contract.ts").BundleModule;
  type Named = "forms" | "progress" | "premium" | "professions" | "acceptance" | "closing-questions";
  export const manifest: Published["manifest"];
  export const steps: Published["steps"];
  export const contracts: Published["contracts"];
  export const conditions: NonNullable<Published["conditions"]>;
  export const texts: Record<string, unknown>;
  export const answers: Record<Named, unknown> & { exists: import("#api/wire/wireTypes.ts").ExistsAnswer["data"] };
}
