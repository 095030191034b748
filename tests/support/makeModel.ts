// Makes the model data directory for the stages of one test run, and prints its path. Unpacks their browser too,
// because stages that begin together would each do it. If there is no browser, the stages that need one report it.
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "./chromium.ts";
import { makeModel } from "./setup.ts";
import { temporaryFolder } from "./temporary.ts";

const folder = mkdtempSync(join(temporaryFolder(), "portal-model-"));
await makeModel(folder);
await findChromium().catch(() => undefined);
console.log(folder);
