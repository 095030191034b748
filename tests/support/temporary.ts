// Where tests put what they write. Copying a database of 1100 small files and every commit of one cost ten times as much on
// a disk as in memory, so it is the machine's memory where there is enough.
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
/** Containers often have 64 MB there. */
const ENOUGH_BYTES = 2 ** 30;

export function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > ENOUGH_BYTES ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
