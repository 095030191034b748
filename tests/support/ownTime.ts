// How long a process took by its own doing. On a machine that is busy with other tests it waits for a processor as well, and
// that says nothing of it.
import { setTimeout as sleep } from "node:timers/promises";
import type { PortalProcess } from "../bench/portal/portalProcess.ts";

const SAMPLE_MS = 20;

/** Milliseconds until `done`, without those in which the portal was ready to go on and others had the processors. */
export async function ownTime(
  portal: Pick<PortalProcess, "waitedForProcessor">,
  done: Promise<unknown>,
): Promise<number> {
  const begun = performance.now();
  const before = portal.waitedForProcessor();
  let waited = before;
  let ended = 0;
  const finish = () => {
    ended = performance.now();
  };
  done.then(finish, finish);
  // A process that is gone tells nothing any more: what it said last counts.
  for (; ended === 0; await sleep(SAMPLE_MS)) waited = Math.max(waited, portal.waitedForProcessor());
  return ended - begun - (waited - before);
}
