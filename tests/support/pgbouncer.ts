// PgBouncer in front of a PostgreSQL server of a test.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, NOBODY } from "./postgres.ts";

const PROGRAM = "/usr/sbin/pgbouncer";
export const hasBouncer = (): boolean => existsSync(PROGRAM);

/** `roles`: those that may connect. Returns the address for each of them. */
export async function startBouncer(url: string, mode: "session" | "transaction", roles: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "bouncer-"));
  chmodSync(folder, 0o755);
  const [port, server] = [await freePort(), new URL(url)];
  writeFileSync(join(folder, "users"), roles.map((role) => `"${role}" ""\n`).join(""));
  writeFileSync(
    join(folder, "ini"),
    `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users")}
pool_mode = ${mode}
`,
  );
  const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(PROGRAM, [join(folder, "ini")], { ...owner, stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (part) => {
      log += part;
      if (log.includes("process up")) resolve();
    });
    child.once("exit", () => reject(new Error(log)));
  });
  return {
    as: (role: string) => Object.assign(new URL(url), { username: role, port: String(port) }).href,
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
      rmSync(folder, { recursive: true });
    },
  };
}
