// Worker thread of the check: keeps what it made of files that did not change, and reports what it finds in two stages.
import { parentPort, workerData } from "node:worker_threads";
import { listAmountEdits } from "#content/cases/acceptAmounts.ts";
import { ContentCheck } from "#content/check.ts";
import { inLanguage } from "#content/read/findings/translate.ts";
import type { Language } from "#engine/values/languages.ts";
import type { CheckFolders, CheckReport } from "./check.ts";

const { schemasDir, fixturesDir } = workerData as CheckFolders;
const check = new ContentCheck(schemasDir, fixturesDir);
const report = (message: CheckReport) => parentPort?.postMessage(message);

parentPort?.on("message", (language: Language | undefined) => {
  inLanguage(language, () => check.runWhole((findings) => report({ findings }))).then(
    ({ otherAmounts, ...checked }) => {
      const others = otherAmounts.map((other) => {
        const { file, product, amounts, madeOf } = other;
        const edits = listAmountEdits(other).map((edit) => ({ ...edit, file: file.file }));
        return { file: file.file, product, amounts, madeOf, edits };
      });
      report({ whole: { ...checked, others } });
    },
    (reason: unknown) =>
      report({ failed: reason instanceof Error ? (reason.stack ?? reason.message) : String(reason) }),
  );
});
