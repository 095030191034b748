// A proxy between browser and server that injects network faults by rule: each rule affects one call once. It does not read
// what passes through.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** Faults of a call, and whether its answer still reaches the browser. */
export const FAULTS = {
  delayed: { answers: true },
  doubled: { answers: true },
  /** A later call is answered first. */
  reordered: { answers: true },
  /** A copy of the call arrives once more at the end. */
  copied: { answers: true },
  /** The connection ends before the server gets anything. */
  cut: { answers: false },
  /** The server did the work, and the answer is lost. */
  reset: { answers: false },
  /** The answer is truncated. */
  truncated: { answers: false },
  /** A gateway answers that it cannot reach the server. */
  gateway: { answers: false },
  /** No answer ever comes. */
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
  headers: IncomingHttpHeaders;
  body: Buffer;
}
type Rule = { fault: Fault; hits(call: Passing): boolean };

const DELAY_MS = 40;

export class FaultProxy {
  private readonly target: URL;
  private readonly server = createServer((incoming, outgoing) => {
    this.handle(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  private rule: Rule | undefined;
  private waiting: (() => void)[] = [];
  private copies: Passing[] = [];
  private away = false;

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

  /** As if no server listened there any more: nothing gets through until it is back. */
  leave(): void {
    this.away = true;
    this.server.closeAllConnections();
  }

  comeBack(): void {
    this.away = false;
  }

  /** Delivers the copies that were held back. */
  async replay(): Promise<void> {
    const copies = this.copies.splice(0);
    for (const copy of copies) await this.forward(copy);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  private async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const { method = "GET", url = "/", headers } = incoming;
    const passing = { method, url, headers, body: Buffer.concat(parts) };
    const fault = this.take(passing);
    await this.pass(passing, fault, incoming.socket, outgoing).catch(() => incoming.socket.destroy());
    if (fault !== "reordered") for (const go of this.waiting.splice(0)) go();
  }

  private take(passing: Passing): Fault | undefined {
    if (!this.rule?.hits(passing)) return undefined;
    const { fault } = this.rule;
    this.rule = undefined;
    return fault;
  }

  private async pass(passing: Passing, fault: Fault | undefined, socket: Socket, outgoing: ServerResponse) {
    if (fault === "stalled") return;
    if (fault === "cut") {
      socket.destroy();
      return;
    }
    if (fault === "gateway") {
      outgoing.writeHead(502, { "content-type": "text/html" }).end("<h1>502 Bad Gateway</h1>");
      return;
    }
    if (fault === "reordered") await new Promise<void>((go) => this.waiting.push(go));
    if (fault === "delayed") await new Promise((go) => setTimeout(go, DELAY_MS));
    if (fault === "copied") this.copies.push(passing);
    const [answer] = await Promise.all([this.forward(passing), fault === "doubled" && this.forward(passing)]);
    if (fault === "reset") socket.resetAndDestroy();
    else if (fault === "truncated") truncate(answer, socket, outgoing);
    else outgoing.writeHead(answer.status, { ...answer.headers, connection: "close" }).end(answer.body);
  }

  private async forward({ method, url, headers, body }: Passing): Promise<Answer> {
    const { hostname, port } = this.target;
    const own = { ...headers, "content-length": String(body.length), "transfer-encoding": undefined };
    const kept = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
    const sent = request({ hostname, port, method, path: url, headers: kept, agent: false }).end(body);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    const { "transfer-encoding": _chunked, ...rest } = answer.headers;
    return { status: answer.statusCode ?? 500, headers: rest, body: Buffer.concat(parts) };
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
