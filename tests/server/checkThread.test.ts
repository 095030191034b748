// The thread that checks files: the server goes on meanwhile, and a check that is not through in time is ended.
import { expect, onTestFinished, test } from "vitest";
import { createCheckThread } from "#server/files/checkThread.ts";

const pdf = (body: string) => ({ name: "a.pdf", content: Buffer.from(`%PDF-1.4\n${body}`) });
const HONEST = pdf("1 0 obj\n<<>>\nendobj\n%%EOF\n");
const ANNA = { office: 1, user: "anna" };
/** Of 60 objects it takes a few tenths of a second. */
const slow = (objects: number) => pdf(`1 0 obj<<${"#41".repeat(3_000)}>>stream\n`.repeat(objects));

function start() {
  const thread = createCheckThread();
  onTestFinished(thread.close);
  return thread;
}

test("a file is checked beside the thread that answers calls", async () => {
  const thread = start();
  await thread.check(HONEST, ANNA);
  const [all, ownThread] = [process.cpuUsage(), process.threadCpuUsage()];
  await thread.check(slow(60), ANNA);
  expect(process.threadCpuUsage(ownThread).user).toBeLessThan(process.cpuUsage(all).user / 3);
});

test("its waiting for other files is no part of the time that a check has", async () => {
  const thread = start();
  await thread.check(HONEST, ANNA);
  // A thread that is ended with its file would have to start again for the next one.
  const before = thread.check(slow(600), ANNA, 60_000);
  await expect(thread.check(HONEST, ANNA, 1_000)).resolves.toHaveProperty("kind");
  await before;
});

test("offices take turns, and in an office its users, whoever was first", async () => {
  const thread = start();
  const done: string[] = [];
  const send = (user: string, office: number) =>
    thread.check(HONEST, { office, user }).then(() => done.push(`${user} of ${office}`));
  await Promise.all(
    [..."aaaa", "b", "a"].map((user) => send(user, 1)).concat(send("c", 2), send("c", 2), send("d", 3)),
  );
  expect(done.slice(0, 6)).toEqual(["a of 1", "c of 2", "d of 3", "b of 1", "c of 2", "a of 1"]);
});

test("a file whose check is not through in time is refused as such, and the next file is checked", async () => {
  const thread = start();
  await expect(thread.check(slow(60), ANNA, 10)).resolves.toEqual({ refused: "file_unsafe.slow" });
  await expect(thread.check(HONEST, ANNA)).resolves.toEqual({
    kind: { extension: "pdf", mediaType: "application/pdf" },
  });
});

test("a file that takes much memory ends nothing", async () => {
  await expect(start().check(pdf(`1 0 obj[${"1 ".repeat(900_000)}`), ANNA)).resolves.toHaveProperty("kind");
});
