// The thread that checks files: the server goes on meanwhile, and a check that is not through in time is ended.
import { expect, onTestFinished, test } from "vitest";
import { createCheckThread } from "#server/files/checkThread.ts";

const pdf = (body: string) => ({ name: "a.pdf", content: Buffer.from(`%PDF-1.4\n${body}`) });
const HONEST = pdf("1 0 obj\n<<>>\nendobj\n%%EOF\n");
/** Of 60 objects it takes a few tenths of a second. */
const slow = (objects: number) => pdf(`1 0 obj<<${"#41".repeat(3_000)}>>stream\n`.repeat(objects));

function start() {
  const thread = createCheckThread();
  onTestFinished(thread.close);
  return thread;
}

test("a file is checked beside the thread that answers calls", async () => {
  const thread = start();
  await thread.check(HONEST);
  const [all, ownThread] = [process.cpuUsage(), process.threadCpuUsage()];
  await thread.check(slow(60));
  expect(process.threadCpuUsage(ownThread).user).toBeLessThan(process.cpuUsage(all).user / 3);
});

test("its waiting for other files is no part of the time that a check has", async () => {
  const thread = start();
  await thread.check(HONEST);
  const before = thread.check(slow(600));
  await expect(thread.check(HONEST, 1_000)).resolves.toHaveProperty("kind");
  await before;
});

test("a check that is not through in time fails, and the next file is checked", async () => {
  const thread = start();
  await expect(thread.check(slow(60), 10)).rejects.toThrow("aborted");
  await expect(thread.check(HONEST)).resolves.toEqual({ kind: { extension: "pdf", mediaType: "application/pdf" } });
});

test("a file that takes much memory ends nothing", async () => {
  await expect(start().check(pdf(`1 0 obj[${"1 ".repeat(900_000)}`))).resolves.toHaveProperty("kind");
});
