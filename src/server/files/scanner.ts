// Client for a virus scanner with clamd's protocol, over TCP or a Unix socket. Without SCANNER_URL nothing is scanned, as the log and
// `doctor` report. When the scanner does not answer, uploads are refused and the broker can retry.
import { connect } from "node:net";

interface Scanner {
  /** The name of the virus found, or null. @throws {ScannerAway} */
  scan(content: Buffer): Promise<string | null>;
  /** @throws {ScannerAway} */
  check(): Promise<void>;
}

export class ScannerAway extends Error {}

const LIMIT_MS = 10_000;
/** Chunk size. clamd refuses chunks above its StreamMaxLength, and its own client sends small ones too. */
const PART = 65_536;

export function createScanner(url: string, limitMs = LIMIT_MS): Scanner {
  const { protocol, hostname, port, pathname } = new URL(url);
  const address = protocol === "unix:" ? { path: pathname } : { host: hostname, port: Number(port || 3310) };

  /** One request per connection: clamd answers and then closes it. */
  function ask(request: Buffer[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(address);
      const answer: Buffer[] = [];
      const away = (reason: string) => {
        socket.destroy();
        reject(new ScannerAway(reason));
      };
      const timer = setTimeout(() => away("no answer in time"), limitMs);
      socket.on("data", (part) => answer.push(part));
      socket.on("error", (error: NodeJS.ErrnoException) => away(error.code ?? "not reachable"));
      socket.on("close", () => {
        clearTimeout(timer);
        const text = Buffer.concat(answer).toString().replaceAll("\0", "").trim();
        if (text === "") reject(new ScannerAway("no answer"));
        else resolve(text);
      });
      for (const part of request) socket.write(part);
    });
  }

  return {
    async scan(content) {
      const answer = await ask([Buffer.from("zINSTREAM\0"), ...splitParts(content)]);
      const virus = /^stream: (.+) FOUND$/.exec(answer)?.[1];
      if (virus) return virus;
      if (answer === "stream: OK") return null;
      throw new ScannerAway(answer.slice(0, 100));
    },
    async check() {
      if ((await ask([Buffer.from("zPING\0")])) !== "PONG") throw new ScannerAway("it does not speak clamd's protocol");
    },
  };
}

/** Each chunk is preceded by its length. A length of zero ends the stream. */
function splitParts(content: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let offset = 0; offset < content.length; offset += PART) {
    const part = content.subarray(offset, offset + PART);
    parts.push(writeLength(part.length), part);
  }
  return [...parts, writeLength(0)];
}

function writeLength(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}
