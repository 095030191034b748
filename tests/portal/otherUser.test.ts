// Another user logs in in the same browser: an old tab sends no change and shows no answer, with any back end.
import { afterEach, beforeEach, expect, it, test, vi } from "vitest";
import { call } from "#api/calls/call.ts";
import { fetchFile } from "#api/calls/files.ts";
import { createQueryClient } from "#api/calls/queryClient.ts";
import { beforeLeaving } from "#api/login/beforeLeaving.ts";
import { onOtherUser } from "#api/login/sessionUser.ts";
import { onUnauthorised } from "#api/login/unauthorised.ts";
import { profileQuery } from "#api/profile.ts";

const leave = vi.fn();
const logout = vi.fn();
const keep = vi.fn();
let remove = () => {};
let user = "vera";
let session = 1;
let sent: string[] = [];
/** What the answer to the premium call waits for. */
let held: Promise<unknown> | undefined;

/** A back end with one token for each session. `header` is the name that only ours sends. */
function answerAs({ header }: { header: boolean }): void {
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const headers: Record<string, string> = header ? { "x-session-user": user } : {};
    if (address === "/")
      return new Response(`<meta name="csrf-token" content="token of ${user} ${session}">`, { headers });
    if (address === "/api/profile/me") return Response.json({ loggedIn: true, loginName: user }, { headers });
    const token = (init.headers as Record<string, string>)["X-CSRF-TOKEN"];
    const isRefused = init.method !== "GET" && token !== `token of ${user} ${session}`;
    if (address === "/api/premium") await held;
    if (isRefused) return Response.json({ code: "csrf" }, { status: 403, headers });
    sent.push(`${init.method} ${address} for ${user}`);
    return Response.json({ user }, { headers });
  });
}

const settled = (work: Promise<unknown>) =>
  Promise.race([work.then(() => true).catch(() => true), new Promise((go) => setImmediate(go, false))]);

beforeEach(async () => {
  vi.stubGlobal("location", {});
  onOtherUser(leave);
  onUnauthorised(logout);
  remove = beforeLeaving(keep);
  user = "vera";
  answerAs({ header: true });
  await call("POST", "/api/change", { body: {} });
  await createQueryClient().fetchQuery(profileQuery());
  sent = [];
});
afterEach(() => {
  remove();
  vi.unstubAllGlobals();
  for (const spy of [leave, logout, keep]) spy.mockReset();
});

it.each([true, false])("no change is sent in the name of the other user (header: %s)", async (header) => {
  answerAs({ header });
  user = "petra";
  expect(await settled(call("POST", "/api/change", { body: {} }))).toBe(false);
  await vi.waitFor(() => expect(leave).toHaveBeenCalled());
  expect(keep, "the drafts are kept once").toHaveBeenCalledOnce();
  expect(sent).toEqual([]);
  expect(logout).not.toHaveBeenCalled();
});

test.each([
  ["a list", () => call("GET", "/api/relations")],
  ["a file", () => fetchFile("/api/relations/export", "text/csv", "x.csv")],
  ["the profile", () => createQueryClient().fetchQuery({ ...profileQuery(), staleTime: 0 })],
])("no answer to the other user is shown: %s", async (_what, ask) => {
  user = "petra";
  expect(await settled(ask())).toBe(false);
  expect(leave).toHaveBeenCalled();
});

it("nothing is sent any more once the other user is known", async () => {
  user = "petra";
  await settled(call("GET", "/api/relations"));
  user = "vera";
  sent = [];
  expect(await settled(call("GET", "/api/relations"))).toBe(false);
  expect(sent).toEqual([]);
});

it("another session of the same user goes on with the new token", async () => {
  session += 1;
  await expect(call("POST", "/api/change", { body: {} })).resolves.toEqual({ user: "vera" });
  expect(leave).not.toHaveBeenCalled();
});

test("two changes at once after a new login of the same user are both sent", async () => {
  session += 1;
  const release = Promise.withResolvers<void>();
  held = release.promise;
  const premium = call("POST", "/api/premium", { body: {} });
  await call("POST", "/api/change", { body: {} });
  release.resolve();
  await premium;
  expect(sent).toEqual(["POST /api/change for vera", "POST /api/premium for vera"]);
});
