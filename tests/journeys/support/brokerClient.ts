// A broker over HTTP as a browser would be: keeps cookies, sends token and marker with every change. Real sockets.
import type { JsonObject } from "#engine/types.ts";

export interface Answer<T = JsonObject> {
  status: number;
  body: T;
}

export class BrokerClient {
  private readonly origin: string;
  private readonly cookies = new Map<string, string>();
  private token = "";

  constructor(origin: string) {
    this.origin = origin;
  }

  static async enter(origin: string, user: string): Promise<BrokerClient> {
    const client = new BrokerClient(origin);
    const form = await (await client.fetch("/auth/login")).text();
    const token = /name="token" value="([^"]+)"/.exec(form)?.[1] ?? "";
    await client.fetch("/auth/login", { method: "POST", body: new URLSearchParams({ login: user, token }) });
    await client.refreshToken();
    const consents = await client.post("/api/prerequisites", { personal_data: true, cookies: true });
    if (consents.status !== 200) throw new Error(`prerequisites answered ${consents.status}`);
    return client;
  }

  get<T = JsonObject>(path: string): Promise<Answer<T>> {
    return this.call("GET", path);
  }

  post<T = JsonObject>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return this.call("POST", path, JSON.stringify(body), { "content-type": "application/json", ...headers });
  }

  upload<T = JsonObject>(path: string, name: string, bytes: Buffer, type: string): Promise<Answer<T>> {
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(bytes)], { type }), name);
    return this.call("POST", path, body);
  }

  private async call<T>(
    method: string,
    path: string,
    body?: BodyInit,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const marks = { "X-Requested-With": "XMLHttpRequest", "X-CSRF-TOKEN": this.token, accept: "application/json" };
    const answer = await this.fetch(path, { method, headers: { ...marks, ...headers }, ...(body ? { body } : {}) });
    const text = await answer.text();
    return { status: answer.status, body: (text ? JSON.parse(text) : {}) as T };
  }

  private async refreshToken(): Promise<void> {
    const page = await (await this.fetch("/", { headers: { accept: "text/html" } })).text();
    this.token = /<meta name="csrf-token" content="([^"]+)"/.exec(page)?.[1] ?? "";
    if (!this.token) throw new Error("the page carries no token");
  }

  private async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await fetch(this.origin + path, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) this.keep(line);
    return answer;
  }

  private keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "" || /max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
