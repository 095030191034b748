// A broker's connection to the portal: cookies, token and marker as our own page sends them, over kept sockets. Small on
// purpose, because it shares the machine with what it measures.
import { Agent, request } from "node:http";

export interface Reply {
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

/** An answer other than the ones asked for. */
export class Refused extends Error {
  readonly reply: Reply;
  constructor(what: string, reply: Reply) {
    super(`${what} answered ${reply.status}: ${reply.text.slice(0, 200)}`);
    this.reply = reply;
  }
}

export class Connection {
  #address: URL;
  readonly #agent: Agent;
  #headers: Record<string, string> = {};

  constructor(address: string, sockets = 2) {
    this.#address = new URL(address);
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets });
  }

  /** Logs in by the development login page and accepts the prerequisites. */
  async enter(login: string): Promise<this> {
    const form = await this.send("GET", "/auth/login");
    const token = /name="token" value="([^"]+)"/.exec(form.text)?.[1] ?? "";
    this.#headers = { cookie: readCookie(form), "content-type": "application/x-www-form-urlencoded" };
    const entered = await this.send("POST", "/auth/login", new URLSearchParams({ login, token }).toString());
    if (entered.status !== 303) throw new Refused(`login of ${login}`, entered);
    this.#headers = { cookie: readCookie(entered) };
    const profile = JSON.parse((await this.send("GET", "/api/profile/me")).text) as { csrfToken: string };
    this.#headers = {
      ...this.#headers,
      "x-requested-with": "XMLHttpRequest",
      "x-csrf-token": profile.csrfToken,
      accept: "application/json",
    };
    await this.ok("POST", "/api/prerequisites", { body: { personal_data: true, cookies: true } });
    return this;
  }

  /** The portal was started again at another address. The session continues. */
  moveTo(address: string): void {
    this.#address = new URL(address);
  }

  call(method: string, path: string, { body, headers }: CallOptions = {}): Promise<Reply> {
    if (body === undefined) return this.send(method, path, undefined, headers);
    return this.send(method, path, JSON.stringify(body), { "content-type": "application/json", ...headers });
  }

  /** Refuses every status of 300 and above. */
  async ok(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    const reply = await this.call(method, path, options);
    if (reply.status >= 300) throw new Refused(`${method} ${path}`, reply);
    return reply;
  }

  /** A name such as `half.pdf`: the rest of the file never comes. */
  upload(path: string, name: string, content: string, headers: Record<string, string> = {}): Promise<Reply> {
    const half = name.startsWith("half");
    const part = `content-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}`;
    const body = `--part\r\n${part}${half ? "" : "\r\n--part--\r\n"}`;
    const type = { "content-type": "multipart/form-data; boundary=part" };
    const longer: Record<string, string> = half ? { "content-length": String(2 * body.length) } : {};
    return this.send("POST", path, body, { ...type, ...longer, ...headers });
  }

  close(): void {
    this.#agent.destroy();
  }

  private send(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<Reply> {
    const { hostname, port } = this.#address;
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const options = { hostname, port, method, path, agent: this.#agent };
    return new Promise((resolve, reject) => {
      const outgoing = request({ ...options, headers: { ...this.#headers, ...length, ...headers } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () => {
          const text = Buffer.concat(parts).toString("utf8");
          resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers });
        });
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  }
}

function readCookie({ headers }: Reply): string {
  const set = [headers["set-cookie"] ?? []].flat().map((line) => line.split(";")[0] ?? "");
  return set.filter((pair) => !pair.endsWith("=")).join("; ");
}
