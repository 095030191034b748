// Client for a virus scanner with clamd's protocol, over TCP or a Unix socket, and the table of its answers. Without SCANNER_URL nothing
// is scanned, as the log and `doctor` report. A file that could not be scanned is refused.
import { connect } from "node:net";

interface Scanner {
  /** The name of the virus found, or null. @throws {NotScanned} */
  scan(content: Buffer): Promise<string | null>;
  /** @throws {NotScanned} */
  check(): Promise<void>;
}

interface Row {
  answer: RegExp;
  /** What it means and what to do, for the log and `doctor`. */
  means: string;
  /** Whether another try may succeed. The broker is told to try again, or to call. */
  mayWorkLater: boolean;
}

/** What clamd answers when it did not scan a file. The first row that fits applies. */
export const ANSWERS: readonly Row[] = [
  { answer: /^$|^E[A-Z_]+$/, means: "it does not answer: is clamd running?", mayWorkLater: true },
  {
    answer: /size limit exceeded/i,
    means: "it does not accept a file of this size: set StreamMaxLength of clamd to at least 12M",
    mayWorkLater: false,
  },
  {
    answer: /^UNKNOWN COMMAND/,
    means: "it does not speak clamd's protocol: check SCANNER_URL",
    mayWorkLater: false,
  },
  { answer: /TIMED? ?OUT/i, means: "the file did not reach it in time", mayWorkLater: true },
  {
    answer: /memory|can't open|can't create|no space/i,
    means: "its machine has no room: free memory or disk space there",
    mayWorkLater: true,
  },
  { answer: /./, means: "it failed: see the log of clamd", mayWorkLater: true },
];

/** The file was not scanned. `message`: the answer, or the code of the connection's error, and what it means. */
export class NotScanned extends Error {
  readonly mayWorkLater: boolean;
  constructor(answer: string) {
    const { means, mayWorkLater } = ANSWERS.find((row) => row.answer.test(answer)) as Row;
    super(`${answer ? `${answer.slice(0, 100)}: ` : ""}${means}`);
    this.mayWorkLater = mayWorkLater;
  }
}

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
      const fail = (reason: string) => {
        socket.destroy();
        reject(new NotScanned(reason));
      };
      const timer = setTimeout(() => fail("ETIMEDOUT"), limitMs);
      socket.on("data", (part) => answer.push(part));
      socket.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? ""));
      socket.on("close", () => {
        clearTimeout(timer);
        const text = Buffer.concat(answer).toString().replaceAll("\0", "").trim();
        if (text === "") reject(new NotScanned(""));
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
      throw new NotScanned(answer);
    },
    async check() {
      if ((await ask([Buffer.from("zPING\0")])) !== "PONG") throw new NotScanned("UNKNOWN COMMAND");
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
