// The fields that two people changed, in words: labels and options as the form shows them. Pure.
import type { Comparison } from "#engine/conflict.ts";
import type { Presented } from "#engine/present.ts";
import type { JsonObject } from "#engine/types.ts";
import type { ConflictField } from "#widgets/ui/ConflictChoices.tsx";

interface Options {
  title?: string;
  items?: { value: unknown; label?: string }[];
}

export function conflictFields({ uiSchema }: Pick<Presented, "uiSchema">, { conflicts }: Comparison): ConflictField[] {
  return conflicts.map(({ path, yours, stored }) => {
    const name = path[0] ?? "";
    const { title, items } = ((uiSchema[name] as JsonObject | undefined)?.["ui:options"] ?? {}) as Options;
    const words = (value: unknown) =>
      items?.find((item) => item.value === value)?.label ??
      (value === undefined || value === null ? "–" : String(value));
    return { key: path.join("/"), label: title ?? name, yours: words(yours), stored: words(stored) };
  });
}
