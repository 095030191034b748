// The processor time that a process itself needed, without its waiting for a processor on a machine that runs other tests.
import { setTimeout as sleep } from "node:timers/promises";
import type { PortalProcess } from "../bench/portal/portalProcess.ts";

const SAMPLE_MS = 20;

/** Milliseconds until `done`, without the time in which the portal was ready to run and waited for a processor. */
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
  // A process that has ended reports nothing: its last report counts.
  for (; ended === 0; await sleep(SAMPLE_MS)) waited = Math.max(waited, portal.waitedForProcessor());
  return ended - begun - (waited - before);
}
