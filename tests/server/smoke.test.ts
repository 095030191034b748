// One request from login to number, over the real routes.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let vera: Client;
beforeAll(async () => {
  server = await startServer();
  vera = await loginAs(server, "v.voorbeeld");
}, 60_000);
afterAll(() => server?.stop());

test("profile", async () => {
  const me = await vera.ok("GET", "/api/profile/me");
  expect(me).toMatchObject({ loggedIn: true, acceptedCookieStatement: true, userFullName: "Vera Voorbeeld" });
});
