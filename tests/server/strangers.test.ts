// Made-up cookies: they cost the database next to nothing, and never lock out a user with a valid session.
import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { createStrangers } from "#server/auth/sessions/strangers.ts";
import { loginAs, startServer } from "../support/server.ts";

const makeUp = () => randomBytes(32).toString("base64url");

/** Hashes that begin with `s` are sessions. */
function count(waitMs = 50) {
  const lookups = { alone: 0, together: 0 };
  const strangers = createStrangers(async (ids) => {
    lookups.together += 1;
    return ids.filter((id) => id.startsWith("s"));
  }, waitMs);
  const find = (id: string, network = "192.0.2.1") =>
    strangers.find(id, network, async () => {
      lookups.alone += 1;
      return id.startsWith("s") ? { id } : undefined;
    });
  return { lookups, find };
}

test("a flood of them is looked up together, and a user with a session gets in", async () => {
  const { lookups, find } = count();
  await find("session met before");
  for (let index = 0; index < 300; index += 1) void find(`x${index}`).catch(() => undefined);
  const [met, other, elsewhere] = await Promise.all([
    find("session met before"),
    find("session of another process"),
    find("x", "192.0.2.2"),
  ]);
  expect([met?.id, other?.id, elsewhere]).toEqual(["session met before", "session of another process", undefined]);
  expect(lookups.alone, "the 60 that are free, and four of whom three are sessions").toBeLessThanOrEqual(64);
  expect(lookups.together).toBe(1);
  const before = lookups.alone;
  await Promise.all([find("session of another process"), find("session met before"), find("x1")]);
  expect([lookups.alone - before, lookups.together]).toEqual([2, 2]);
});

test("what was a session and is one no more is a stranger again, and no more wait than can be looked up at once", async () => {
  const { lookups, find } = count();
  for (let index = 0; index < 60; index += 1) await find(`x${index}`);
  const waiting = Array.from({ length: 500 }, (_, index) => find(`y${index}`));
  await expect(find("z")).rejects.toMatchObject({ code: "too_many_requests" });
  await Promise.all(waiting);
  expect(lookups).toEqual({ alone: 60, together: 1 });
});

test("over HTTP: made-up cookies of one network wait, its people do not, nor does another network", async () => {
  const server = await startServer();
  const second = await buildApp({ config: server.config, database: server.database });
  onTestFinished(async () => {
    await second.close();
    await server.stop();
  });
  const [here, there] = [await loginAs(server, "v.voorbeeld"), await loginAs(second, "v.voorbeeld")];
  const ask = async (cookie: string, remoteAddress = "192.0.2.7") => {
    const began = performance.now();
    const { statusCode } = await server.app.inject({ url: "/api/relations", headers: { cookie }, remoteAddress });
    return { statusCode, ms: performance.now() - began };
  };
  for (let index = 0; index < 60; index += 1) expect((await ask(`session=${makeUp()}`)).statusCode).toBe(401);
  const [unknown, met, other, elsewhere] = await Promise.all([
    ask(`session=${makeUp()}`),
    ask(here.cookie),
    ask(there.cookie),
    ask(`session=${makeUp()}`, "192.0.2.8"),
  ]);
  expect([unknown, met, other, elsewhere].map(({ statusCode }) => statusCode)).toEqual([401, 200, 200, 401]);
  expect(unknown.ms).toBeGreaterThan(900);
  expect(Math.max(met.ms, elsewhere.ms)).toBeLessThan(900);
  expect((await ask(there.cookie)).ms, "it is known from then on").toBeLessThan(900);
});
