// A broker over HTTP as a browser would be: keeps cookies, sends token and marker with every change. Real sockets.
import type { JsonObject } from "#engine/schema/types.ts";

export interface Answer<T = JsonObject> {
  status: number;
  body: T;
}

/** A call as it went over the line, for who judges answers. */
export interface Heard {
  method: string;
  path: string;
  status: number;
  type: string;
  text: string;
}

export interface ClientOptions {
  /** Sent with every call, such as the cookie of a session. */
  headers?: Record<string, string>;
  heard?: (call: Heard) => void;
  /** After this time a call is abandoned. If absent, the client waits. */
  patienceMs?: number;
}

const RETRIES = 5;

export class BrokerClient {
  private readonly origin: string;
  private readonly options: ClientOptions;
  private readonly cookies = new Map<string, string>();
  private token = "";

  constructor(origin: string, options: ClientOptions = {}) {
    this.origin = origin;
    this.options = options;
  }

  static async enter(origin: string, user: string): Promise<BrokerClient> {
    const client = new BrokerClient(origin);
    await client.login(user);
    await client.refreshToken();
    const consents = await client.post("/api/prerequisites", { personal_data: true, cookies: true });
    if (consents.status !== 200) throw new Error(`prerequisites answered ${consents.status}`);
    return client;
  }

  /** By the form of the development login, wherever the portal leads to it. */
  async login(user: string, password = ""): Promise<void> {
    const form = await (await this.follow("/auth/login")).text();
    const token = /name="token" value="([^"]+)"/.exec(form)?.[1] ?? "";
    const action = /<form method="post" action="([^"]+)"/.exec(form)?.[1] ?? "/auth/login";
    const body = new URLSearchParams({ login: user, token, ...(password ? { password } : {}) });
    await this.follow(action, { method: "POST", body });
  }

  /** Until it would leave the login. */
  private async follow(path: string, init?: RequestInit): Promise<Response> {
    let answer = await this.fetch(path, init);
    for (let turn = 0; turn < 10; turn += 1) {
      const next = new URL(answer.headers.get("location") ?? "/", this.origin);
      if (!next.pathname.startsWith("/auth/")) break;
      await answer.arrayBuffer();
      answer = await this.fetch(next.href);
    }
    return answer;
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
    const asking = { method, headers: { ...marks, ...headers }, ...(body ? { body } : {}) };
    const answer = await this.fetchPatiently(path, asking);
    const [text, type] = [await answer.text(), answer.headers.get("content-type") ?? ""];
    this.options.heard?.({ method, path, status: answer.status, type, text });
    const isJson = text !== "" && type.startsWith("application/json");
    return { status: answer.status, body: (isJson ? parse(text) : {}) as T };
  }

  /** Retries when the server asks it to wait. */
  private async fetchPatiently(path: string, init: RequestInit): Promise<Response> {
    for (let retry = 0; ; retry += 1) {
      const answer = await this.fetch(path, init);
      const seconds = Number(answer.headers.get("retry-after"));
      if (answer.status !== 429 || !seconds || retry === RETRIES) return answer;
      await answer.arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }

  async refreshToken(): Promise<void> {
    const page = await (await this.fetch("/", { headers: { accept: "text/html" } })).text();
    this.token = /<meta name="csrf-token" content="([^"]+)"/.exec(page)?.[1] ?? "";
    if (!this.token) throw new Error("the page carries no token");
  }

  private async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ ...this.options.headers, ...(init.headers as Record<string, string>) });
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    headers.set("cookie", [headers.get("cookie") ?? "", ...cookies].filter(Boolean).join("; "));
    const { patienceMs } = this.options;
    const signal = patienceMs === undefined ? null : AbortSignal.timeout(patienceMs);
    const answer = await fetch(new URL(path, this.origin), { ...init, headers, redirect: "manual", signal });
    for (const line of answer.headers.getSetCookie()) this.keep(line);
    return answer;
  }

  private keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "" || /max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
