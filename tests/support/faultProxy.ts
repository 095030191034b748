// A proxy between browser and server that injects network faults by rule: each rule affects one call once. It does not read what
// passes through.
import { EventEmitter, once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

type Rule = { fault: Fault; hits(call: Passing): boolean };

const DELAY_MS = 40;

export class FaultProxy {
  private readonly target: URL;
  private readonly line = new Line((passing) => this.forward(passing));
  private readonly server = createServer(async (incoming, outgoing) => {
    const { method = "GET", url = "/", headers, socket } = incoming;
    const parts: Buffer[] = [];
    try {
      for await (const part of incoming) parts.push(part as Buffer);
    } catch {
      socket.destroy();
      return;
    }
    const passing = { method, url, headers, body: Buffer.concat(parts) };
    this.asked.emit("call", url);
    if (this.halved && headers.accept?.startsWith("text/html")) return void (await this.halve(passing, outgoing));
    await this.line.carry(passing, this.take(passing), { socket, outgoing });
  });
  private rule: Rule | undefined;
  private away = false;
  private readonly asked = new EventEmitter<{ call: [url: string] }>();
  private halved: { at: string; until: string } | undefined;

  private constructor(target: string) {
    this.target = new URL(target);
  }

  static async before(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    proxy.server.on("connection", (socket) => proxy.away && socket.resetAndDestroy());
    proxy.server.listen(0, "127.0.0.1");
    await once(proxy.server, "listening");
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The next matching call gets the fault. */
  strike(fault: Fault, hits: Rule["hits"]): void {
    this.rule = { fault, hits };
  }

  /** Whether the fault has happened. */
  get struck(): boolean {
    return this.rule === undefined;
  }

  /** Pages arrive up to a text in them, and wholly once a call was asked. */
  halvePages(text: string, until: string): void {
    this.halved = { at: text, until };
  }

  /** As if no server listened there any more: nothing gets through until it is back. */
  leave(): void {
    this.away = true;
    this.server.closeAllConnections();
  }

  comeBack(): void {
    this.away = false;
  }

  /** Delivers the copies that were held back. */
  replay(): Promise<void> {
    return this.line.replay();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  private async halve(passing: Passing, outgoing: ServerResponse): Promise<void> {
    const { at: text = "", until = "" } = this.halved ?? {};
    const { status, headers, body } = await this.forward({
      ...passing,
      headers: { ...passing.headers, "accept-encoding": "identity" },
    });
    const called = new Promise<void>((resolve) => this.asked.on("call", (url) => url.startsWith(until) && resolve()));
    const half = body.indexOf(text);
    outgoing.writeHead(status, headers).write(body.subarray(0, half));
    await called;
    outgoing.end(body.subarray(half));
  }

  private take(passing: Passing): Fault | undefined {
    if (!this.rule?.hits(passing)) return undefined;
    const { fault } = this.rule;
    this.rule = undefined;
    return fault;
  }

  private async forward({ method, url, headers, body }: Passing): Promise<Answer> {
    const { hostname, port } = this.target;
    const allHeaders = { ...headers, "content-length": String(body.length), "transfer-encoding": undefined };
    const sentHeaders = Object.fromEntries(Object.entries(allHeaders).filter(([, value]) => value !== undefined));
    const sent = request({ hostname, port, method, path: url, headers: sentHeaders, agent: false }).end(body);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    const { "transfer-encoding": _chunked, ...rest } = answer.headers;
    return { status: answer.statusCode ?? 500, headers: rest, body: Buffer.concat(parts) };
  }
}

/** The faults, and whether the response still reaches the browser. */
export const FAULTS = {
  delayed: { answers: true },
  doubled: { answers: true },
  /** A later call gets its response first. */
  reordered: { answers: true },
  /** A copy of the call arrives again later (`replay`). */
  copied: { answers: true },
  /** The connection breaks before the server gets the call. */
  cut: { answers: false },
  /** The server handles the call, but its response is lost. */
  reset: { answers: false },
  /** The response is cut off halfway. */
  truncated: { answers: false },
  /** A gateway answers 502. */
  gateway: { answers: false },
  /** No response ever comes. */
  stalled: { answers: false },
} as const;
export type Fault = keyof typeof FAULTS;

interface Passing {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

type Forward = (passing: Passing) => Promise<Answer>;

/** The connection and response of a call. */
export interface Way {
  socket: Socket;
  outgoing: ServerResponse;
}

/** Simulates a faulty connection: what each fault does to a call. */
export class Line {
  readonly #forward: Forward;
  #waiting: (() => void)[] = [];
  #copies: Passing[] = [];

  constructor(forward: Forward) {
    this.#forward = forward;
  }

  async carry(passing: Passing, fault: Fault | undefined, way: Way): Promise<void> {
    await this.#pass(passing, fault, way).catch(() => way.socket.destroy());
    if (fault !== "reordered") for (const go of this.#waiting.splice(0)) go();
  }

  /** Delivers the held-back copies. */
  async replay(): Promise<void> {
    for (const copy of this.#copies.splice(0)) await this.#forward(copy);
  }

  async #pass(passing: Passing, fault: Fault | undefined, { socket, outgoing }: Way): Promise<void> {
    if (fault === "stalled") return;
    if (fault === "cut") {
      socket.destroy();
      return;
    }
    if (fault === "gateway") {
      outgoing.writeHead(502, { "content-type": "text/html" }).end("<h1>502 Bad Gateway</h1>");
      return;
    }
    if (fault === "reordered") await new Promise<void>((go) => this.#waiting.push(go));
    if (fault === "delayed") await sleep(DELAY_MS);
    if (fault === "copied") this.#copies.push(passing);
    const [answer] = await Promise.all([this.#forward(passing), fault === "doubled" && this.#forward(passing)]);
    if (fault === "reset") socket.resetAndDestroy();
    else if (fault === "truncated") truncate(answer, socket, outgoing);
    else outgoing.writeHead(answer.status, { ...answer.headers, connection: "close" }).end(answer.body);
  }
}

function truncate({ status, headers, body }: Answer, socket: Socket, outgoing: ServerResponse): void {
  if (body.length < 2) {
    socket.destroy();
    return;
  }
  outgoing.writeHead(status, { ...headers, "content-length": body.length });
  outgoing.write(body.subarray(0, body.length / 2), () => socket.destroy());
}
