// `doctor`: checks everything that a portal needs, with the settings it would start with, and reports all problems with
// a solution. Read-only. The portal may run meanwhile. Ends after half a minute even if a check hangs. Exits with 1
// when there are problems.
import { fork } from "node:child_process";
import { examine, type Finding, PROCESSES, SETTINGS, sortFindings } from "../doctor/examine.ts";

export async function examinePortal(): Promise<boolean> {
  const { problems, fine } = await examineWithin(process.env);
  for (const sentence of fine) process.stdout.write(`ok     ${sentence}\n`);
  for (const sentence of problems) process.stdout.write(`WRONG  ${sentence}\n`);
  return problems.length === 0;
}

// Runs the checks of `doctor` in child processes with a time limit: a service may never answer, and a disk that hangs
// blocks a process at any file access. Checks without a result by then are named. All others are reported.

const LIMIT_MS = 30_000;

export async function examineWithin(env: NodeJS.ProcessEnv, limitMs = LIMIT_MS): ReturnType<typeof examine> {
  return sortFindings((await Promise.all(PROCESSES.map((names) => ask(names, env, limitMs)))).flat());
}

function ask(names: string[], env: NodeJS.ProcessEnv, limitMs: number): Promise<Finding[]> {
  const child = fork(import.meta.filename, names, { env });
  const findings: Finding[] = [];
  child.on("message", (finding: Finding) => findings.push(finding));
  return new Promise((resolve) => {
    const end = (why: string) => {
      clearTimeout(timer);
      // A process that waits for a disk cannot be killed at once and may outlive this one.
      child.kill("SIGKILL");
      child.unref();
      if (child.connected) child.disconnect();
      const settings = findings.find(({ check }) => check === SETTINGS);
      const isKnown = (name: string) =>
        findings.some(({ check }) => check === name) || settings?.sentences.some((problem) => problem.startsWith(name));
      // Nothing else begins before the settings are read.
      const missing = settings ? names.filter((name) => !isKnown(name)) : [SETTINGS];
      const give = (check: string): Finding => ({ check, kind: "problems", sentences: [`${check} ${why}`] });
      resolve(why ? [...findings, ...missing.map(give)] : findings);
    };
    const timer = setTimeout(
      end,
      limitMs,
      `did not answer within ${limitMs / 1_000} s: look whether the disk or the service that it checks hangs.`,
    );
    child.once("close", (code) => end(code === 0 ? "" : `could not be checked: its process ended with ${code}.`));
  });
}

if (process.send && process.argv[1] === import.meta.filename) {
  process.on("disconnect", () => process.exit());
  await examine(process.env, (finding) => void process.send?.(finding), process.argv.slice(2));
  process.disconnect();
}
