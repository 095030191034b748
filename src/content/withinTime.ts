// Work that may take too long is ended, not waited for: a pattern that hangs hangs its whole process otherwise.
import { createContext, Script } from "node:vm";

const room: { work: () => void } = { work: () => undefined };
const context = createContext(room);
const call = new Script("work()");

/** False when the work did not end in time and was broken off. */
export function withinTime(work: () => void, limitMs: number): boolean {
  room.work = work;
  try {
    call.runInContext(context, { timeout: limitMs });
    return true;
  } catch (reason) {
    if (Object(reason).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw reason;
  }
}
