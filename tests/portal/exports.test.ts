// The exported list: asked for as it is filtered, saved under the server's name, and a refusal is an error (decisions 50, 77).
import { afterEach, describe, expect, it, vi } from "vitest";
import { PortalError } from "#api/calls/call.ts";
import { exportAddress, fetchExport, readFileName } from "#api/calls/files.ts";
import { onUnauthorised } from "#api/login/unauthorised.ts";

afterEach(() => vi.unstubAllGlobals());

const answering = (answer: () => Promise<Response>) => {
  const fetchMock = vi.fn(answer);
  vi.stubGlobal("fetch", fetchMock);
  return fetchMock;
};

describe("the address", () => {
  it.each([
    [{ list: "/api/quotations/" }, "/api/quotations/export"],
    [{ list: "/api/relations" }, "/api/relations/export"],
    [{ list: "/api/damages/", relation: 300101 }, "/api/damages/export?relation_id=300101"],
    [{ list: "/api/policies/", search: " a&b " }, "/api/policies/export?search=a%26b"],
    [{ list: "/api/policies/", sort: "-premium_total" }, "/api/policies/export?sort=-premium_total"],
    [{ list: "/api/policies/", choices: { product: "Cyber (EDI)" } }, "/api/policies/export?product=Cyber+%28EDI%29"],
    [{ list: "/api/policies/", search: "  " }, "/api/policies/export"],
    [{ list: "/api/quotations/", lastViewed: true }, "/api/quotations/export?last_viewed=true"],
  ])("%j is %s", (request, address) => expect(exportAddress(request)).toBe(address));
});

describe("the file", () => {
  it("keeps what the server wrote, under its name", async () => {
    const headers = { "content-disposition": 'attachment; filename="offertes-2026-11-21.csv"' };
    answering(async () => new Response("\uFEFFNaam;Plaats\r\n", { headers }));
    const { name, content } = await fetchExport({ list: "/api/quotations/" });
    expect(name).toBe("offertes-2026-11-21.csv");
    expect([...new Uint8Array(await content.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
  });

  it.each([null, "attachment", 'attachment; filename="../x"'])("has a plain name without a good one: %s", (header) => {
    expect(readFileName(header, "export.csv")).toBe("export.csv");
  });
});

describe("the name of a file", () => {
  it.each([
    ["attachment; filename=\"Polisblad.pdf\"; filename*=UTF-8''Polis%20%C3%A9%27.pdf", "Polis é'.pdf"],
    ["attachment; filename=\"x.pdf\"; filename*=UTF-8''..%2F..%5Cx.pdf", ".._.._x.pdf"],
    ["attachment; filename=\"x.pdf\"; filename*=UTF-8''%E0%A4%A", "x.pdf"],
  ])("%s", (header, name) => expect(readFileName(header, "plain")).toBe(name));
});

describe("a failure", () => {
  it("carries the server's code", async () => {
    answering(async () => Response.json({ code: "failed", request_id: "r1" }, { status: 500 }));
    const error = await fetchExport({ list: "/api/damages/" }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(PortalError);
    expect(error).toMatchObject({ status: 500, requestId: "r1" });
  });

  it("without a network is a network failure", async () => {
    answering(() => Promise.reject(new TypeError("fetch failed")));
    await expect(fetchExport({ list: "/api/damages/" })).rejects.toMatchObject({ code: "network" });
  });

  it("sends an ended session to the login", async () => {
    const leave = vi.fn();
    onUnauthorised(leave);
    answering(async () => Response.json({ code: "not_logged_in" }, { status: 401 }));
    await expect(fetchExport({ list: "/api/damages/" })).rejects.toMatchObject({ status: 401 });
    expect(leave).toHaveBeenCalledOnce();
  });
});
