// `handover`: what no system of others took, and who is told what; with the embedded database while the portal is stopped.
import { answer } from "../handover/commands.ts";
import { withData } from "./withData.ts";

await withData(false, ({ db, config }) => answer(db, config, process.argv.slice(2)));
