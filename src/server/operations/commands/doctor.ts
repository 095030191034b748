// `doctor`: checks everything that a portal needs, with the settings it would start with, and reports all problems with
// a solution. Read-only. The portal may run meanwhile. Ends after half a minute even if a check hangs. Exits with 1
// when there are problems.
import { examineWithin } from "../doctor/examineWithin.ts";

export async function examinePortal(): Promise<boolean> {
  const { problems, fine } = await examineWithin(process.env);
  for (const sentence of fine) process.stdout.write(`ok     ${sentence}\n`);
  for (const sentence of problems) process.stdout.write(`WRONG  ${sentence}\n`);
  return problems.length === 0;
}
