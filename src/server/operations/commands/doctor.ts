// `doctor`: checks everything that a portal needs, with the settings it would start with, and reports all problems with a solution.
// Read-only; the portal may run meanwhile. Ends after half a minute even if a check hangs. Exits with 1 when there are problems.
import { examineWithin } from "../doctor/examineWithin.ts";

const { problems, fine } = await examineWithin(process.env);
for (const sentence of fine) process.stdout.write(`ok     ${sentence}\n`);
for (const sentence of problems) process.stdout.write(`WRONG  ${sentence}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
