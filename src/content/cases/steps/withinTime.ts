// Ends work that takes too long: a pattern that hangs would otherwise hang the whole process.
import { createContext, Script } from "node:vm";

const sandbox: { work: () => void } = { work: () => undefined };
const context = createContext(sandbox);
const call = new Script("work()");

/** False when the work took too long and was stopped. */
export function withinTime(work: () => void, limitMs: number): boolean {
  sandbox.work = work;
  try {
    call.runInContext(context, { timeout: limitMs });
    return true;
  } catch (reason) {
    if (Object(reason).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw reason;
  }
}
