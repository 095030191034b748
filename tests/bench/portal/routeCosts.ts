// Loaded into the portal's process (`--import`) by `npm run bench:load -- --routes`: processor time of each route, of all threads,
// from the begin of a request to the begin of the next. True only while requests come one after the other.
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** Requests until the engine of JavaScript has seen every route. */
const WARM_UP = 3_000;
const costs = new Map<string, { count: number; ms: number }>();
let last: string | undefined;
let used = process.cpuUsage();
let seen = 0;

const nameRoute = ({ method, url = "" }: IncomingMessage) =>
  `${method} ${url
    .replace(/\?.*/, "")
    .replace(/\/search\/[^/]*/, "/search/…")
    .replace(/\d{3,}/g, "0")
    .replace(/\/step\/[^/]+/, "/step/…")}`;

subscribe("http.server.request.start", (message) => {
  const now = process.cpuUsage();
  if (last !== undefined && ++seen > WARM_UP) {
    const cost = costs.get(last) ?? { count: 0, ms: 0 };
    cost.count += 1;
    cost.ms += (now.user - used.user + now.system - used.system) / 1_000;
    costs.set(last, cost);
  }
  used = now;
  last = nameRoute((message as { request: IncomingMessage }).request);
});

process.on("exit", () => {
  const all = [...costs].sort(([, a], [, b]) => b.ms - a.ms);
  const total = all.reduce((sum, [, { ms }]) => sum + ms, 0);
  for (const [route, { count, ms }] of all)
    console.log(
      `  ${((100 * ms) / total).toFixed(1).padStart(5)} % ${(ms / count).toFixed(2).padStart(6)} ms × ${String(count).padEnd(5)} ${route}`,
    );
});
