// The thread that checks files: the server goes on meanwhile, and a check that is not through in time is ended.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, onTestFinished, test } from "vitest";
import { createCheckThread } from "#server/files/checkThread.ts";

const pdf = (body: string) => ({ name: "a.pdf", content: Buffer.from(`%PDF-1.4\n${body}`) });
const HONEST = pdf("1 0 obj\n<<>>\nendobj\n%%EOF\n");
/** Takes a few tenths of a second. */
const SLOW = pdf(`${`1 0 obj<<${"#41".repeat(3_000)}>>stream\n`.repeat(60)}`);

function start() {
  const thread = createCheckThread();
  onTestFinished(thread.close);
  return thread;
}

test("the event loop is free while a file is checked", async () => {
  const thread = start();
  await thread.check(HONEST);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const begun = performance.now();
  await thread.check(SLOW);
  const took = performance.now() - begun;
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(took / 3);
});

test("a check that is not through in time fails, and the next file is checked", async () => {
  const thread = start();
  await expect(thread.check(SLOW, 10)).rejects.toThrow("aborted");
  await expect(thread.check(HONEST)).resolves.toEqual({ kind: { extension: "pdf", mediaType: "application/pdf" } });
});
