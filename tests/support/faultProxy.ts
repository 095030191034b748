// A proxy between browser and server that injects network faults by rule: each rule affects one call once. The server's
// own faults on demand (src/server/samples/faults) describe what each fault does. It does not read what passes through.
import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, type Fault, Line, type Passing } from "#server/samples/faults/line.ts";

export { FAULTS, type Fault } from "#server/samples/faults/line.ts";

type Rule = { fault: Fault; hits(call: Passing): boolean };

const DELAY_MS = 40;

export class FaultProxy {
  private readonly target: URL;
  private readonly line = new Line({ delayMs: DELAY_MS, forward: (passing) => this.forward(passing) });
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
