// The conditions of the steps of a product and of their notices, with their places in product.json.
import type { Condition } from "#engine/schema/schema.ts";
import type { Manifest } from "#engine/schema/types.ts";

interface StepCondition {
  place: string;
  when: Condition;
  /** Of the step. */
  index: number;
  /** Of the step itself, not of one of its notices. */
  isStep: boolean;
}

/** The conditions of the steps of a product and of their notices. */
export const findWhen = ({ steps }: Pick<Manifest, "steps">): StepCondition[] =>
  steps.flatMap(({ when, notices = [] }, index) => [
    ...(when ? [{ place: `/steps/${index}/when`, when, index, isStep: true }] : []),
    ...notices.flatMap((notice, noticeIndex) =>
      typeof notice === "string"
        ? []
        : [{ place: `/steps/${index}/notices/${noticeIndex}/when`, when: notice.when, index, isStep: false }],
    ),
  ]);
