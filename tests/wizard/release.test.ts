// A product published while the portal is open in a browser: the index read before does not know the request's release.
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { indexWith, productIndexQuery } from "#api/wizard/productIndex.ts";
import { inEachLanguage } from "#engine/values/languages.ts";

const index = (...releases: string[]) => ({
  products: [],
  portal: null,
  releases: Object.fromEntries(
    releases.map((release) => [release, { key: "p", bundle: "", texts: inEachLanguage(() => "") }]),
  ),
});
const client = new QueryClient();
const fetched = vi.fn(async () => new Response(JSON.stringify(index("p-1", "p-2"))));

beforeEach(() => {
  vi.stubGlobal("document", { querySelector: () => null, cookie: "" });
  vi.stubGlobal("fetch", fetched);
  client.setQueryData(productIndexQuery().queryKey, index("p-1"));
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockClear();
});

test("a release that the index knows is not asked for again", async () => {
  expect(Object.keys((await indexWith(client, "p-1")).releases)).toEqual(["p-1"]);
  expect(Object.keys((await indexWith(client, undefined)).releases)).toEqual(["p-1"]);
  expect(fetched).not.toHaveBeenCalled();
});

test("one that was published since is looked for once more", async () => {
  expect(Object.keys((await indexWith(client, "p-2")).releases)).toEqual(["p-1", "p-2"]);
  expect(fetched).toHaveBeenCalledOnce();
});

test("one that is gone is no reason to stop: the request opens with what there is", async () => {
  expect(Object.keys((await indexWith(client, "p-0")).releases)).toEqual(["p-1", "p-2"]);
});
