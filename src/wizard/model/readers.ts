// Steps whose expressions read the answers of other steps: they are judged and filled in again when one of those changes.
import { stepReads } from "#engine/expressions/stepReads.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import type { FormSession } from "#engine/form/session.ts";
import type { ProductBundle, RequestAnswers } from "#engine/schema/types.ts";

interface ReadingCore {
  opened: { bundle: Pick<ProductBundle, "manifest" | "steps"> };
  session(key: string): FormSession;
  /** Sessions made so far. */
  sessions(): ReadonlyMap<string, FormSession>;
  isStored(key: string): boolean;
  answers(): RequestAnswers;
}

/** Returns what brings the sessions that read other steps up to date with the answers. */
export function createReaders({ opened, session, sessions, isStored, answers }: ReadingCore): () => void {
  const { bundle } = opened;
  const readers = bundle.manifest.steps.flatMap(({ key }) => {
    const { steps, starts } = stepReads(bundle.steps[key]?.schema ?? {});
    return steps.size > 0 ? [{ key, steps: [...steps], starts }] : [];
  });
  /** The answers that each session was last judged with. */
  const judged = new Map<string, unknown[]>();
  return () => {
    // In the order of the page: what one step is filled with may be read by the next.
    for (const { key, steps, starts } of readers) {
      // A stored step follows the step before it while its form is closed too.
      const reader = starts && isStored(key) ? session(key) : sessions().get(key);
      const current = steps.map((step) => answers()[step]);
      if (!reader || sameValue(judged.get(key), current)) continue;
      judged.set(key, current);
      reader.contextChanged();
    }
  };
}
