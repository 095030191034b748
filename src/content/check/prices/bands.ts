// The bands of a factor: in ascending order, and one for every answer that the field allows.
import { FACTS } from "#engine/rules/facts.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { certainly } from "../../read/findings/finding.ts";
import type { Report } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";

export const isFact = (answer: string): boolean => answer.startsWith(`${FACTS}.`);
export const nameSchemaFile = (answer: string): string => `${answer.split(".")[0]}.schema.json`;

/** Places in what is reported begin at the bands. */
export function checkBands(field: Schema, answer: string, bands: JsonObject[], report: Report): void {
  const limits = bands.map((band) => Number(band.up_to));
  const falling = limits.findIndex((limit, index) => index > 0 && limit <= limits[index - 1]!);
  if (falling > 0)
    report(
      `/${falling}/up_to`,
      t`the bands are not in ascending order`,
      certainly(t`put the lowest first`, { kind: "sort", by: "up_to" }),
    );
  const missing = findMissing(field, answer, limits[0] === 0);
  if (missing) report("", ...missing);
  else checkHighest(field, answer, limits, report);
}

/** Why bands cannot cover the field: it is not a number, or has no bounds. */
function findMissing(field: Schema, answer: string, hasNothing: boolean): [sentence: string, hint: string] | undefined {
  const file = nameSchemaFile(answer);
  if (field.type !== "integer" && field.type !== "number")
    return [t`${answer} is not a number, so no band fits`, t`write "values" with a factor for every answer`];
  if (typeof field.maximum !== "number") {
    const limited = t`limit it in product.json, for example with { "min": [ …, 1000000 ] }`;
    const hint = isFact(answer) ? limited : t`add "maximum" to it in ${file}`;
    return [t`${answer} has no highest value, so no last band covers it`, hint];
  }
  // A first band up to 0 is for nothing alone.
  if ((hasNothing && field.minimum === 0) || (field.minimum ?? 0) > 0 || (field.exclusiveMinimum ?? -1) >= 0)
    return undefined;
  const hint =
    field.computed !== undefined ? t`begin with a band up to 0` : t`give it an "exclusiveMinimum" of 0 in ${file}`;
  return [t`${answer} may be 0 or less, for which there is no factor`, hint];
}

function checkHighest({ maximum = 0 }: Schema, answer: string, limits: readonly number[], report: Report): void {
  const last = limits.at(-1);
  if (!isCountable(maximum)) return;
  if (last !== undefined && last < maximum)
    report(
      `/${limits.length - 1}`,
      t`no band covers ${maximum}, which ${answer} allows`,
      isFact(answer)
        ? t`add a band up to ${maximum}`
        : t`add a band up to ${maximum}, the "maximum" in ${nameSchemaFile(answer)}`,
    );
  else if (limits.length > 1 && limits.at(-2)! >= maximum) {
    const hint = isFact(answer) ? t`remove it` : t`remove it, or raise the "maximum" in ${nameSchemaFile(answer)}`;
    report(`/${limits.length - 1}`, t`${answer} is at most ${maximum}, so this band is never reached`, hint);
  }
}

/** A bound that is too large to compute with is reported at its place. */
const isCountable = (bound: number): boolean => Math.abs(bound) <= Number.MAX_SAFE_INTEGER;
