// Serves the metrics on a separate internal address, so that the public address has no route to them.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { splitEndpoint } from "../config/settingFormats.ts";
import type { Metrics } from "./metrics.ts";

export interface MetricsServer {
  address: string;
  close(): void;
}

export async function serveMetrics(endpoint: string, metrics: Pick<Metrics, "read">): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") return response.writeHead(404).end();
    const text = await metrics.read();
    return response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
  });
  const { host, port } = splitEndpoint(endpoint);
  server.listen(port, host);
  await once(server, "listening");
  const bound = server.address() as AddressInfo;
  return {
    address: `http://${bound.family === "IPv6" ? `[${bound.address}]` : bound.address}:${bound.port}/metrics`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
