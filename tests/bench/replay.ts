// `npm run bench:replay`: 10,000 requests, the quotations of the samples again and again, through the files as they are, twice. Wall and
// CPU time, with opening and compiling the content.
import { replayPortfolio, sampleRequests } from "#content/compare/replay/replay.ts";
import { openForReplay } from "#content/compare/replay/rules.ts";

const AIM_S = 20;
const COUNT = 10_000;
const started = performance.now();
const content = await openForReplay("schemas");
const samples = sampleRequests("fixtures");
const requests = Array.from({ length: COUNT }, (_, index) => samples[index % samples.length]!);
const { products } = replayPortfolio({ old: content, new: content, requests });
const wall = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage();
const each = products.map((row) => `${row.product} ${row.requests}`).join(", ");
console.log(`${COUNT} requests: ${each}`);
console.log(
  `${wall.toFixed(2)} s, ${((user + system) / 1e6).toFixed(2)} s of CPU, ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB (to reach: ${AIM_S} s) ${wall <= AIM_S ? "holds" : "MISSED"}`,
);
