// `doctor`: looks at everything a portal needs, with the settings it would start with, and says at once all that is wrong and
// what to do. Changes nothing, and the portal may go on meanwhile. Ends after half a minute whatever hangs. Exit code 1 when
// something is wrong.
import { examineWithin } from "./examineWithin.ts";

const { problems, fine } = await examineWithin(process.env);
for (const sentence of fine) process.stdout.write(`ok     ${sentence}\n`);
for (const sentence of problems) process.stdout.write(`WRONG  ${sentence}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
