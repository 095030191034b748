// Valid answers of each product, from the fixtures, and what a walk has to know of a product beside its own rules: where
// its number stands, which answers an underwriter must see, what the office knows of a relation.
import { propertySchemas } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import type { LoadedProduct } from "#server/requests/products.ts";
import { readJson } from "../journeys/support/journey.ts";

export interface Base {
  answers: Record<string, JsonObject>;
  request: JsonObject;
  /** Named list of the priced choices. */
  priceList: string;
  /** Sectors, with a profession of each. */
  sectors: { value: string; profession: string; strict: boolean }[];
  mustRefer(screen: Record<string, JsonObject>): boolean;
}

/** Fields that other answers call for. */
const CONDITIONAL: JsonObject = {
  terms_of_delivery: true,
  terms_of_delivery_option: "both",
  pay_in_terms_amount: 3,
  email_finance: "finance@example.nl",
};

export const NUMBER = (product: LoadedProduct): { step: string; field: string } => product.bundle.manifest.prefill![0]!;

interface Listed {
  value: string;
  sector_id: string;
  terms_of_delivery?: boolean;
}

export function baseOf(product: LoadedProduct): Base {
  const fixture = (step: string) => readJson<{ base: JsonObject }>("fixtures/steps", product.key, `${step}.json`).base;
  const { steps, lists } = product.bundle.manifest;
  const answers = Object.fromEntries(steps.map(({ key }) => [key, fixture(key)]));
  for (const { key } of steps) {
    delete answers[key]!.file;
    const fields = propertySchemas(product.bundle.steps[key]?.schema ?? {});
    for (const [field, value] of Object.entries(CONDITIONAL)) if (fields.has(field)) answers[key]![field] ??= value;
  }
  const priced = Object.entries(lists).filter(([, source]) => "call" in source && source.call === "premium");
  const { sectors = [], professions = [] } = (product.back.professions ?? {}) as Record<string, Listed[]>;
  const strict = sectors.filter((sector) => sector.terms_of_delivery === true).map(({ value }) => value);
  return {
    answers,
    request: fixture("request"),
    priceList: priced.find(([name]) => /amounts|main/.test(name))?.[0] ?? "",
    sectors: sectors.flatMap(({ value }) => {
      const profession = professions.find((one) => one.sector_id === value)?.value;
      return profession ? [{ value, profession, strict: strict.includes(value) }] : [];
    }),
    mustRefer(screen) {
      const {
        sector,
        professions: chosen = [],
        terms_of_delivery,
        terms_of_delivery_option,
      } = Object.assign({}, ...Object.values(screen)) as {
        sector?: string;
        professions?: string[][];
        terms_of_delivery?: boolean;
        terms_of_delivery_option?: string;
      };
      const held = [sector, ...chosen.map(([of]) => of)].some((of) => of !== undefined && strict.includes(of));
      return held && (terms_of_delivery !== true || terms_of_delivery_option === "other");
    },
  };
}
