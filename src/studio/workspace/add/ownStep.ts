// A step that products share becomes one of this product alone: its files are copied beside the others of the product.
import type { JsonObject } from "#engine/schema/types.ts";
import type { Edit } from "../../server/edit/patch.ts";
import { Content } from "../model/content.ts";

const KINDS = ["schema", "ui"] as const;

export const isSharedStep = (content: Content, step: string): boolean =>
  KINDS.some((kind) => content.findStepFile(step, kind).startsWith("schemas/shared/"));

/** Returns the content in which the step is the product's own, and the edits that make its files. */
export function takeStep(content: Content, step: string): { content: Content; edits: Edit[] } {
  const root = content.folder.startsWith("schemas/") ? "../../" : "../../../schemas/";
  const edits = KINDS.flatMap((kind): Edit[] => {
    const file = content.findStepFile(step, kind);
    const shared = content.read(file);
    if (!file.startsWith("schemas/shared/") || !shared) return [];
    const value = JSON.parse(
      JSON.stringify(shared)
        .replaceAll('"../../fields.schema.json', `"${root}shared/fields.schema.json`)
        .replaceAll('"../../../meta/', `"${root}meta/`)
        .replaceAll(/"urn:portal:shared:/g, `"urn:portal:${content.product}:`),
    ) as JsonObject;
    return [{ file: `${content.folder}/${step}.${kind}.json`, path: [], value }];
  });
  const texts = edits.map(({ file, value }) => [file, JSON.stringify(value)] as const);
  return { content: new Content(content.product, { ...content.texts, ...Object.fromEntries(texts) }), edits };
}
