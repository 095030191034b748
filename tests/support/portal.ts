// The portal as `npm start` runs it: a process and data of its own, the built app, the strict policy. For stories in a browser
// and for tests that stop and restart it. It stops only what it started.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TODAY } from "./today.ts";

const root = join(import.meta.dirname, "../..");
const startLimitMs = 60_000;

/** For a short life: without optimising the embedded database, which takes a second of each start. */
export const SHORT_LIVED = ["--liftoff-only"];
/** Shares the sources that one process compiled with the next (tests/run.mjs). Not a setting of the portal. */
export const compiledSources = () => ({ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE });

export class Portal {
  readonly url: string;
  readonly dataDir: string;
  private readonly env: Record<string, string>;
  private child: ChildProcess | undefined;
  private output = "";

  private constructor(port: number, dataDir: string, env: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.env = {
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      RATE_LIMIT_PER_MINUTE: "100000",
      TODAY,
      ...env,
    };
  }

  /** PORTAL_MODEL names a data directory to begin with: making a database takes six times as long as copying one. */
  static async start(env: Record<string, string> = {}): Promise<Portal> {
    if (!existsSync(join(root, "dist/app/index.html")))
      throw new Error("The app is not built: run `npm run build` first.");
    const portal = new Portal(await freePort(), await mkdtemp(join(tmpdir(), "portal-")), env);
    const model = process.env.PORTAL_MODEL;
    if (model) cpSync(model, portal.dataDir, { recursive: true });
    else publishTo(portal.dataDir);
    await portal.begin();
    return portal;
  }

  /** Starts the process and waits until it listens. */
  async begin(): Promise<void> {
    this.output = "";
    const env = { ...process.env, ...this.env };
    const stdio = ["ignore", "pipe", "pipe", "ipc"] as const;
    const args = [...SHORT_LIVED, "src/server/cli.ts", "start"];
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: [...stdio] });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (this.output += chunk));
    this.child = child;
    const ended = once(child, "exit").then(() =>
      Promise.reject(new Error(`The portal did not start:\n${this.output}`)),
    );
    await Promise.race([once(child, "message", { signal: AbortSignal.timeout(startLimitMs) }), ended]);
    ended.catch(() => {});
  }

  /** Stops it with SIGTERM and waits until the process has ended. */
  async end(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }

  /** Suspends the process: it answers nothing, and its connections stay open. */
  freeze(): void {
    this.child?.kill("SIGSTOP");
  }

  thaw(): void {
    this.child?.kill("SIGCONT");
  }

  async restart(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    await this.end(signal);
    await this.begin();
  }

  /** Ends it and removes its data. */
  async stop(): Promise<void> {
    await this.end();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  log(): string {
    return this.output;
  }
}

function publishTo(dataDir: string): void {
  execFileSync(process.execPath, ["src/content/cli.ts", "publish-products", "--out", join(dataDir, "products")], {
    cwd: root,
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
