// Sends bytes to a listening server that no HTTP client would send: paths that leave their folder, wrong lengths, requests
// that stop half-way.
import { connect } from "node:net";

export interface RawAnswer {
  status: number;
  /** The answer, headers included. */
  text: string;
}

/** Longer than the server waits, also on a slow machine. */
const PATIENCE_MS = 60_000;

/** Sends, then waits until the server closes the connection. `later` is sent one by one, each after `pauseMs`. */
export function sendRaw(port: number, bytes: string | Buffer, later: Buffer[] = [], pauseMs = 0): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    const parts = [...later];
    const dripping = setInterval(() => {
      const part = parts.shift();
      if (part && socket.writable) socket.write(part);
      else clearInterval(dripping);
    }, pauseMs);
    const answer: Buffer[] = [];
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on("data", (part) => answer.push(part));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
    socket.on("close", () => {
      const text = Buffer.concat(answer).toString("latin1");
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      resolve({ status, text });
    });
  });
}
