// Makes the model data directory for the stages of one test run, and prints where it is. Unpacks their browser too: stages that
// begin together would each do it. Those that need one say what is wrong where there is none.
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "./chromium.ts";
import { makeModel } from "./setup.ts";
import { temporaryFolder } from "./temporary.ts";

const folder = mkdtempSync(join(temporaryFolder(), "portal-model-"));
await makeModel(folder);
await findChromium().catch(() => undefined);
console.log(folder);
