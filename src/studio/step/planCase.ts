// The act that keeps a case of a step. Pure, so that it is made again on files that changed.
import { toPointer } from "#engine/fields/fieldPath.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Act } from "../server/edit/patch.ts";
import type { PreviewCase } from "../server/previewCases.ts";
import type { Content } from "../workspace/model/content.ts";
import { inBoth } from "../workspace/words.ts";

/** Adds a case to the product's own cases of a step, as what differs from the base. */
export function planCase(content: Content, step: string, kept: PreviewCase, base: PreviewCase | undefined): Act {
  const { name, data, expect } = kept;
  const before: JsonObject = base?.data ?? {};
  const changed = Object.entries(data).filter(([field, value]) => !sameValue(before[field], value));
  const gone = Object.keys(before).filter((field) => !Object.hasOwn(data, field));
  const around: JsonObject = { ...base?.context };
  const parts = {
    set: Object.fromEntries(changed.map(([field, value]) => [toPointer([field]), value])),
    remove: gone.map((field) => toPointer([field])),
    context: Object.fromEntries(
      Object.entries(kept.context).filter(
        ([member, value]) => !sameValue(value, around[member]) && !sameValue(value, {}),
      ),
    ),
  };
  const filled = Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0);
  const value = { name, ...Object.fromEntries(filled), expect };
  const file = `fixtures/steps/${content.product}/${step}.json`;
  const own = content.read(file);
  const $schema = "../../../schemas/meta/fixture.schema.json";
  const whole = { path: [], value: { $schema, product: content.product, step, cases: [value] } };
  const added = Array.isArray(own?.cases) ? { path: ["cases", -1], value } : { path: ["cases"], value: [value] };
  return { sentence: inBoth("caseKept", { name }), edits: [{ file, ...(own ? added : whole) }] };
}
