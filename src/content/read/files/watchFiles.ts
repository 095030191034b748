// Follows a folder of content whatever way files are saved: written in place, put there by rename, or swapped by a git
// checkout. Node's own recursive watch loses a file that was replaced twice.
import { basename } from "node:path";
import { watch } from "chokidar";

const QUIET_MS = 100;

interface ContentWatcher {
  close(): Promise<void>;
}

/** Calls `saved` a moment after the last change, never while an earlier call is still at work. Resolves once it follows. */
export async function watchFiles(folders: string[], saved: () => Promise<unknown>): Promise<ContentWatcher> {
  const watcher = watch(folders, { ignoreInitial: true, ignored: (path) => basename(path).startsWith(".") });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    running = running.then(saved).catch((reason: unknown) => process.stderr.write(`${String(reason)}\n`));
  };
  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(run, QUIET_MS);
  });
  await new Promise<void>((resolve) => watcher.once("ready", () => resolve()));
  return {
    async close() {
      clearTimeout(timer);
      await watcher.close();
      await running;
    },
  };
}
