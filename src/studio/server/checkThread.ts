// Worker thread of the check: keeps what it made of files that did not change, and reports what it finds in two stages.
import { parentPort, workerData } from "node:worker_threads";
import { ContentCheck } from "#content/check.ts";
import type { CheckFolders, CheckReport } from "./check.ts";

const { schemasDir, fixturesDir } = workerData as CheckFolders;
const check = new ContentCheck(schemasDir, fixturesDir);
const report = (message: CheckReport) => parentPort?.postMessage(message);

parentPort?.on("message", () => {
  check
    .run((findings) => report({ findings }))
    .then(
      (whole) => report({ whole }),
      (reason: unknown) =>
        report({ failed: reason instanceof Error ? (reason.stack ?? reason.message) : String(reason) }),
    );
});
