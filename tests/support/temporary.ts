// Where tests write: in memory (/dev/shm) where there is enough, because copying a database and committing to it cost ten
// times as much on a disk.
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
/** Containers often have only 64 MB there. */
const ENOUGH_BYTES = 2 ** 30;

export function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > ENOUGH_BYTES ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
