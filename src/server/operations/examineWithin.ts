// Runs the checks of `doctor` in a child process with a time limit: a service may never answer, and a disk that hangs blocks a process
// at any file access. Checks without a result by then are named.
import { fork } from "node:child_process";
import { examine, type Findings, type Listener, SETTINGS } from "./examine.ts";

const LIMIT_MS = 30_000;

type Told = { check: string; kind?: keyof Findings; sentences?: string[] };

export function examineWithin(env: NodeJS.ProcessEnv, limitMs = LIMIT_MS): Promise<Findings> {
  const child = fork(import.meta.filename, { env });
  /** In the order in which the checks began, which is the order of the report. */
  const checks = new Map<string, Told>([[SETTINGS, { check: SETTINGS }]]);
  child.on("message", (told: Told) => checks.set(told.check, told));
  return new Promise((resolve) => {
    const end = (why: string) => {
      clearTimeout(timer);
      // A process that waits for a disk cannot be killed at once and may outlive this one.
      child.kill("SIGKILL");
      child.unref();
      if (child.connected) child.disconnect();
      const findings: Findings = { fine: [], problems: [] };
      for (const { check, kind = "problems", sentences = [`${check} ${why}`] } of checks.values())
        findings[kind].push(...sentences);
      resolve(findings);
    };
    const timer = setTimeout(
      end,
      limitMs,
      `did not answer within ${limitMs / 1_000} s: does what it names hang? What is not named here was not looked at.`,
    );
    child.once("close", (code) => end(`could not be looked at: its process ended with ${code}.`));
  });
}

if (process.send && process.argv[1] === import.meta.filename) {
  const tell = (told: Told) => void process.send?.(told);
  const listener: Listener = {
    begins: (check) => tell({ check }),
    finds: (check, kind, sentences) => tell({ check, kind, sentences }),
  };
  process.on("disconnect", () => process.exit());
  await examine(process.env, listener);
  process.disconnect();
}
