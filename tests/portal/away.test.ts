// Without a connection, also where the browser detects it: every call reports that it failed, and the content of the
// screen comes by itself when the connection is back. A change is not sent later without the user's knowledge.
import { MutationObserver, onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PortalError } from "#api/calls/errors.ts";
import { createQueryClient } from "#api/calls/queryClient.ts";

beforeEach(() => {
  vi.useFakeTimers();
  onlineManager.setOnline(false);
});
afterEach(() => {
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

let there = false;
const call = vi.fn(async () => {
  if (!there) throw new PortalError({ code: "network" });
  return "answer";
});
beforeEach(() => {
  there = false;
  call.mockClear();
});
const comeBack = () => {
  there = true;
  onlineManager.setOnline(true);
};

test("what is read fails in time, and comes when the connection is back", async () => {
  const client = createQueryClient();
  client.mount();
  const query = new QueryObserver(client, { queryKey: ["list"], queryFn: call });
  const stop = query.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(query.getCurrentResult().error).toMatchObject({ code: "network" });
  comeBack();
  await vi.advanceTimersByTimeAsync(0);
  expect(query.getCurrentResult()).toMatchObject({ data: "answer", error: null });
  stop();
  client.unmount();
});

test("what is changed fails at once, and is not sent later", async () => {
  const client = createQueryClient();
  client.mount();
  const change = new MutationObserver(client, { mutationFn: call });
  await expect(change.mutate()).rejects.toMatchObject({ code: "network" });
  comeBack();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(call).toHaveBeenCalledOnce();
  client.unmount();
});
