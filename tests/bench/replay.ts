// `npm run bench:replay`: 10,000 generated requests through the content of the last commit and the files as they are. Wall and CPU
// time of the whole command, with opening and compiling both contents.
import type { Comparison } from "#content/compare/compare.ts";
import { replay } from "../support/comparing.ts";

const AIM_S = 20;
const COUNT = 10_000;
const started = performance.now();
const output = await replay(["HEAD", "--generate", String(COUNT), "--json"], {});
const { requests, products } = (JSON.parse(output) as Comparison).portfolio!;
if (requests !== COUNT) throw new Error(`${requests} requests were replayed`);
const wall = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage();
const each = products.map((row) => `${row.product} ${row.requests}`).join(", ");
console.log(`${COUNT} requests: ${each}`);
console.log(
  `${wall.toFixed(2)} s, ${((user + system) / 1e6).toFixed(2)} s of CPU, ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB (to reach: ${AIM_S} s) ${wall <= AIM_S ? "holds" : "MISSED"}`,
);
