// The controls too large for every page: loaded with the first step that shows one, or earlier where a step must not wait.
// Imports none of them by itself.
import type { UiSchema } from "#engine/schema/schema.ts";

/** Loads once. A module that is already loaded is given at once, so that React shows no fallback first. */
function kept<T>(load: () => Promise<T>): () => Promise<T> {
  let there: T | undefined;
  // biome-ignore lint/suspicious/noThenProperty: React's lazy reads it without a wait, which no promise allows
  const atOnce = { then: (take: (module: T | undefined) => unknown) => take(there) };
  return () => {
    if (there !== undefined) return atOnce as unknown as Promise<T>;
    return load().then((module) => {
      there = module;
      return module;
    });
  };
}

export const heavy = {
  date: kept(() => import("./fields/date/Date.tsx")),
  "profession-pair": kept(() => import("./fields/combobox/ProfessionPair.tsx")),
  searched: kept(() => import("./fields/combobox/SearchedSelect.tsx")),
  checkboxes: kept(() => import("./fields/choice/Checkboxes.tsx")),
  computed: kept(() => import("./fields/Computed.tsx")),
  list: kept(() => import("./fields/records/RecordList.tsx")),
  table: kept(() => import("./fields/records/Table.tsx")),
  explained: kept(() => import("./fields/records/Explanation.tsx")),
  warnings: kept(() => import("./fields/Warnings.tsx")),
  dropzone: kept(() => import("./fields/files/Dropzone.tsx")),
};
/** Loads the heavy controls that these ui-schemas name. One that fails now is asked for again by its field. */
export async function loadHeavy(uiSchemas: readonly UiSchema[]): Promise<void> {
  const words = JSON.stringify(uiSchemas);
  const named = Object.entries(heavy).filter(([name]) => words.includes(`"${name}"`));
  await Promise.all(named.map(([, load]) => Promise.resolve(load()).catch(() => undefined)));
}
