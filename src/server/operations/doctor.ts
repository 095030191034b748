// `doctor`: looks at everything a portal needs, with the settings it would start with, and says at once all that is wrong and
// what to do. Changes nothing, and the portal may go on meanwhile. Exit code 1 when something is wrong.
import { examine } from "./examine.ts";

const { problems, fine } = await examine(process.env);
for (const sentence of fine) process.stdout.write(`ok     ${sentence}\n`);
for (const sentence of problems) process.stdout.write(`WRONG  ${sentence}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
