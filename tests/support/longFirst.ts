// The order in which workers take test files: those that take long first, so that none of them runs alone at the end while a
// processor waits. It says nothing about what a file finds: each makes its own.
import { BaseSequencer, type TestSpecification } from "vitest/node";

const LONG = [
  ...["walks/rules", "server/databaseStops", "portal/everywhere", "server/crash", "journeys/http", "walks/http"],
  ...["server/mutatedBodies", "content/check", "server/start", "server/backup", "server/leaving", "server/durability"],
  ...["server/migrations", "widgets/said", "widgets/steps", "portal/said"],
];

const readPlace = ({ moduleId }: TestSpecification): number => {
  const place = LONG.findIndex((name) => moduleId.includes(`/tests/${name}.test.`));
  return place < 0 ? LONG.length : place;
};

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => readPlace(one) - readPlace(other));
  }
}
