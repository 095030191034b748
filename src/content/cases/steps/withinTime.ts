// Ends work that takes too long: a pattern that hangs would otherwise hang the whole process.
import { createContext, Script } from "node:vm";

const sandbox: { work: () => void } = { work: () => undefined };
const context = createContext(sandbox);
const call = new Script("work()");

/** Wall-clock time, far above what honest work takes on a busy machine: only a pattern that hangs is stopped. */
export const HANGS_AFTER_MS = 30_000;

/** False when the work took too long and was stopped. */
export function withinTime(work: () => void, limitMs = HANGS_AFTER_MS): boolean {
  sandbox.work = work;
  try {
    call.runInContext(context, { timeout: limitMs });
    return true;
  } catch (reason) {
    if (Object(reason).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw reason;
  }
}
