// Valid answers of each product, from the fixtures, and what a walk has to know of a product besides its own rules:
// where its number is, which answers an underwriter must see, what the office knows of a relation.
import { join } from "node:path";
import { readFixtures } from "#content/cases/journeys/record.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import type { Answers, JsonObject, RequestAnswers } from "#engine/schema/types.ts";
import type { LoadedProduct } from "#server/products/products.ts";
import { root } from "../journeys/support/journey.ts";

export interface Base {
  answers: RequestAnswers;
  request: Answers;
  has(step: string, field: string): boolean;
  /** Fields that take their choices from this list. */
  findFields(list: string): [step: string, field: string][];
  /** Whether the step offers the priced choices of the main cover. */
  isPriced(step: string): boolean;
  /** Sectors, with a profession of each. */
  sectors: { value: string; profession: string; strict: boolean }[];
  mustRefer(screen: RequestAnswers): boolean;
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

/** Fields of each step, and the steps and fields of each list. */
function fieldsIn({ bundle }: LoadedProduct) {
  const fields: Record<string, Set<string>> = {};
  const lists: Record<string, [step: string, field: string][]> = {};
  for (const [step, { schema }] of Object.entries(bundle.steps)) {
    const described = propertySchemas(schema);
    fields[step] = new Set(described.keys());
    for (const [field, schemas] of described)
      for (const list of new Set(schemas.map(({ enumFrom }) => enumFrom)))
        if (typeof list === "string") lists[list] = [...(lists[list] ?? []), [step, field]];
  }
  return { fields, lists };
}

export function findBase(product: LoadedProduct): Base {
  const { steps, lists } = product.bundle.manifest;
  const fixtures = readFixtures(join(root, "fixtures"), product.key, { steps, questions: product.back.questions });
  const fixture = (step: string) => {
    const match = fixtures.find((each) => each.step === step);
    if (!match) throw new Error(`${product.key} has no cases of ${step}.`);
    return match.base;
  };
  const productFields = fieldsIn(product);
  const has: Base["has"] = (step, field) => productFields.fields[step]?.has(field) === true;
  const findFields: Base["findFields"] = (list) => productFields.lists[list] ?? [];
  const answers = Object.fromEntries(steps.map(({ key }) => [key, fixture(key)]));
  for (const { key } of steps) {
    delete answers[key]!.file;
    for (const [field, value] of Object.entries(CONDITIONAL)) if (has(key, field)) answers[key]![field] ??= value;
  }
  const offered = Object.entries(lists).filter(([, source]) => "call" in source && source.call === "premium");
  const priced = new Set(offered.flatMap(([list]) => findFields(list)).map(([step]) => step));
  const { sectors = [], professions = [] } = (product.back.professions ?? {}) as Record<string, Listed[]>;
  const strict = sectors.filter((sector) => sector.terms_of_delivery === true).map(({ value }) => value);
  return {
    answers,
    request: fixture("request"),
    has,
    findFields,
    isPriced: (step) => priced.has(step),
    sectors: sectors.flatMap(({ value }) => {
      const profession = professions.find((item) => item.sector_id === value)?.value;
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
