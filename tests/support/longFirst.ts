// The order in which workers take test files: the longest first, so that none of them runs alone at the end while a processor waits.
// No file depends on the order.
import { BaseSequencer, type TestSpecification } from "vitest/node";

const LONG = [
  ...["content/mistakes", "server/hostileSockets", "studio/server", "portal/changes"],
  ...["portal/everywhere", "walks/rules", "content/compare", "server/hostileBodies", "widgets/said", "wizard/pages"],
  ...["portal/said"],
];

const readPlace = ({ moduleId }: TestSpecification): number => {
  if (moduleId.includes(".long.test.")) return -1;
  const index = LONG.findIndex((name) => moduleId.includes(`/tests/${name}.test.`));
  return index < 0 ? LONG.length : index;
};

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((left, right) => readPlace(left) - readPlace(right));
  }
}
