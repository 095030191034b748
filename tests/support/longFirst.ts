// The order in which workers take test files: the longest first, so that none of them runs alone at the end while a processor waits.
// No file depends on the order.
import { BaseSequencer, type TestSpecification } from "vitest/node";

const LONG = [
  ...["content/check", "server/doctor", "content/oneFinding", "server/start", "walks/rules", "server/fullDisk"],
  ...["server/login/recordedProviders", "server/archive", "content/oneChange", "server/twoProcesses", "server/leaving"],
  ...["server/privacyAccount", "server/migrations", "server/databaseStops", "server/mailKills", "server/durability"],
  ...["server/backup", "studio/server", "server/asRoot", "faults/calls", "portal/everywhere", "server/crash"],
  ...["journeys/http", "walks/http", "server/mutatedBodies", "widgets/said", "widgets/steps", "portal/said"],
];

const readPlace = ({ moduleId }: TestSpecification): number => {
  const index = LONG.findIndex((name) => moduleId.includes(`/tests/${name}.test.`));
  return index < 0 ? LONG.length : index;
};

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((left, right) => readPlace(left) - readPlace(right));
  }
}
