// Makes the model data directory for the stages of one test run, and prints where it is.
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { makeModel } from "./setup.ts";
import { temporaryFolder } from "./temporary.ts";

const folder = mkdtempSync(join(temporaryFolder(), "portal-model-"));
await makeModel(folder);
console.log(folder);
