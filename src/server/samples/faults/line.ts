// Simulates a faulty connection: what each fault does to a call. Used by the fault injection of development and by the tests' proxy.
// Does not interpret the calls.
import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

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

export interface Passing {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

interface LineOptions {
  forward(passing: Passing): Promise<Answer>;
  /** Delay of a delayed call. */
  delayMs?: number;
  /** How long a reordered call waits for a later one. Without a limit when absent. */
  patienceMs?: number;
}

/** The connection and response of a call. */
export interface Way {
  socket: Socket;
  outgoing: ServerResponse;
}

export class Line {
  readonly #options: LineOptions;
  #waiting: (() => void)[] = [];
  #copies: Passing[] = [];

  constructor(options: LineOptions) {
    this.#options = options;
  }

  async carry(passing: Passing, fault: Fault | undefined, way: Way): Promise<void> {
    await this.#pass(passing, fault, way).catch(() => way.socket.destroy());
    if (fault !== "reordered") this.answered();
  }

  /** A call was answered: releases the reordered calls that waited for it. */
  answered(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Delivers the held-back copies. */
  async replay(): Promise<void> {
    for (const copy of this.#copies.splice(0)) await this.#options.forward(copy);
  }

  async #pass(passing: Passing, fault: Fault | undefined, { socket, outgoing }: Way): Promise<void> {
    const { forward, delayMs } = this.#options;
    if (fault === "stalled") return;
    if (fault === "cut") {
      socket.destroy();
      return;
    }
    if (fault === "gateway") {
      outgoing.writeHead(502, { "content-type": "text/html" }).end("<h1>502 Bad Gateway</h1>");
      return;
    }
    if (fault === "reordered") await this.#letOthersGo();
    if (fault === "delayed") await sleep(delayMs ?? 0);
    if (fault === "copied") this.#copies.push(passing);
    const [answer] = await Promise.all([forward(passing), fault === "doubled" && forward(passing)]);
    if (fault === "reset") socket.resetAndDestroy();
    else if (fault === "truncated") truncate(answer, socket, outgoing);
    else outgoing.writeHead(answer.status, { ...answer.headers, connection: "close" }).end(answer.body);
  }

  async #letOthersGo(): Promise<void> {
    const { patienceMs } = this.#options;
    const later = new Promise<void>((go) => this.#waiting.push(go));
    await (patienceMs === undefined ? later : Promise.race([later, sleep(patienceMs, undefined, { ref: false })]));
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
