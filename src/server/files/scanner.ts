// A virus scanner that speaks clamd's protocol, on a socket of the network or of this machine. Without SCANNER_URL nothing is
// scanned, and the log and `doctor` say so. One that does not answer lets nothing through: the broker tries again.
import { connect } from "node:net";

interface Scanner {
  /** The name of what was found, or null. @throws {ScannerAway} */
  scan(content: Buffer): Promise<string | null>;
  /** @throws {ScannerAway} */
  check(): Promise<void>;
}

export class ScannerAway extends Error {}

const LIMIT_MS = 10_000;
/** clamd refuses a part that is larger than its StreamMaxLength; small parts are what its own client sends. */
const PART = 65_536;

export function createScanner(url: string, limitMs = LIMIT_MS): Scanner {
  const { protocol, hostname, port, pathname } = new URL(url);
  const place = protocol === "unix:" ? { path: pathname } : { host: hostname, port: Number(port || 3310) };

  /** One conversation: everything is said, then clamd answers and hangs up. */
  function ask(said: Buffer[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(place);
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
      for (const part of said) socket.write(part);
    });
  }

  return {
    async scan(content) {
      const answer = await ask([Buffer.from("zINSTREAM\0"), ...splitParts(content)]);
      const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
      if (found) return found;
      if (answer === "stream: OK") return null;
      throw new ScannerAway(answer.slice(0, 100));
    },
    async check() {
      if ((await ask([Buffer.from("zPING\0")])) !== "PONG") throw new ScannerAway("it does not answer as clamd does");
    },
  };
}

/** Each part after its length; a length of nothing ends them. */
function splitParts(content: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < content.length; at += PART) {
    const part = content.subarray(at, at + PART);
    parts.push(writeLength(part.length), part);
  }
  return [...parts, writeLength(0)];
}

function writeLength(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}
