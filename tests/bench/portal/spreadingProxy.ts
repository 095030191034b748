// A small proxy before several processes of the portal: each call goes to a random one of them. The calls of a process
// that dies fail, as behind any other proxy. The next calls go to the remaining processes.
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface SpreadingProxy {
  address: string;
  /** Calls that each process was given, by its address. */
  given: Map<string, number>;
  add(address: string): void;
  remove(address: string): void;
  close(): void;
}

export async function startSpreadingProxy(): Promise<SpreadingProxy> {
  const callCounts = new Map<string, number>();
  const there: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const chosen = there[Math.floor(Math.random() * there.length)];
    if (!chosen) return void incoming.socket.destroy();
    callCounts.set(chosen, (callCounts.get(chosen) ?? 0) + 1);
    const { hostname, port } = new URL(chosen);
    const { method, url: path, headers } = incoming;
    const passed = request({ hostname, port, method, path, headers, agent: false });
    passed.on("response", (answer) => {
      answer.on("error", () => incoming.socket.destroy());
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: "keep-alive" });
      answer.pipe(outgoing);
    });
    passed.on("error", () => incoming.socket.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    given: callCounts,
    add: (address) => void there.push(address),
    remove: (address) => void there.splice(there.indexOf(address), 1),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
