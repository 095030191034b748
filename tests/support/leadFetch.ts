// The browser's own calls, led into an application without a socket.
import { vi } from "vitest";
import type { Client, Method } from "./server.ts";

export function leadFetch(client: Client): void {
  vi.stubGlobal("fetch", async (path: string, { method = "GET", headers, body }: RequestInit = {}) => {
    const { "X-CSRF-TOKEN": _page, ...pageHeaders } = headers as Record<string, string>;
    const answer = await client.call(method as Method, path, { headers: pageHeaders, ...(body ? { body } : {}) });
    const text = answer.statusCode === 204 ? null : answer.body;
    return new Response(text, { status: answer.statusCode, headers: { "content-type": "application/json" } });
  });
}
