// A proxy between browser and server that injects network faults by rule: each rule affects one call once. What a fault does is
// said by the server's own faults on demand (src/server/faults); it does not read what passes through.
import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, type Fault, Line, type Passing } from "#server/faults/line.ts";

export { FAULTS, type Fault } from "#server/faults/line.ts";

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
    await this.line.carry(passing, this.take(passing), { socket, outgoing });
  });
  private rule: Rule | undefined;
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
  replay(): Promise<void> {
    return this.line.replay();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  private take(passing: Passing): Fault | undefined {
    if (!this.rule?.hits(passing)) return undefined;
    const { fault } = this.rule;
    this.rule = undefined;
    return fault;
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
