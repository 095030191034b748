// Runs the checks of `doctor` in child processes with a time limit: a service may never answer, and a disk that hangs
// blocks a process at any file access. Checks without a result by then are named. All others are reported.
import { fork } from "node:child_process";
import { examine, type Findings, ORDER, PROCESSES, SETTINGS } from "./examine.ts";

const LIMIT_MS = 30_000;

type Told = { check: string; kind?: keyof Findings; sentences?: string[] };

export async function examineWithin(env: NodeJS.ProcessEnv, limitMs = LIMIT_MS): Promise<Findings> {
  const results = (await Promise.all(PROCESSES.map((names) => ask(names, env, limitMs)))).flat();
  const findings: Findings = { fine: [], problems: [] };
  for (const name of ORDER) {
    // Every process reads the settings. If they cannot be read, one process reports it.
    const { kind, sentences = [] } = results.find(({ check }) => check === name) ?? {};
    if (kind) findings[kind].push(...sentences);
  }
  return findings;
}

function ask(names: string[], env: NodeJS.ProcessEnv, limitMs: number): Promise<Required<Told>[]> {
  const child = fork(import.meta.filename, names, { env });
  const checks = new Map<string, Told>([[SETTINGS, { check: SETTINGS }]]);
  child.on("message", (result: Told) => checks.set(result.check, result));
  return new Promise((resolve) => {
    const end = (why: string) => {
      clearTimeout(timer);
      // A process that waits for a disk cannot be killed at once and may outlive this one.
      child.kill("SIGKILL");
      child.unref();
      if (child.connected) child.disconnect();
      resolve(
        [...checks.values()].map(({ check, kind = "problems", sentences = [`${check} ${why}`] }) => ({
          check,
          kind,
          sentences,
        })),
      );
    };
    const timer = setTimeout(
      end,
      limitMs,
      `did not answer within ${limitMs / 1_000} s: look whether the disk or the service that it checks hangs.`,
    );
    child.once("close", (code) => end(`could not be checked: its process ended with ${code}.`));
  });
}

if (process.send && process.argv[1] === import.meta.filename) {
  const tell = (result: Told) => void process.send?.(result);
  process.on("disconnect", () => process.exit());
  await examine(
    process.env,
    { begins: (check) => tell({ check }), finds: (check, kind, sentences) => tell({ check, kind, sentences }) },
    process.argv.slice(2),
  );
  process.disconnect();
}
