// The command line of analysts and testers: `check` says what is wrong with the content, `publish` puts it in use, with
// `--watch` after every saved file. Prints sentences, no stack traces.
import { type FSWatcher, watch } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ContentError, describe, type Finding } from "./finding.ts";
import { publish } from "./publish.ts";

const USAGE = `Usage:
  node src/content/cli.ts check                    check every content file and fixture
  node src/content/cli.ts publish [--watch]        publish the products; --watch again after every saved file
Options:
  --schemas <folder>   content, default schemas
  --fixtures <folder>  fixtures, default fixtures
  --out <folder>       where published files go, default .data/products`;

const QUIET_MS = 120;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    watch: { type: "boolean", default: false },
    schemas: { type: "string", default: "schemas" },
    fixtures: { type: "string", default: "fixtures" },
    out: { type: "string", default: process.env.PRODUCTS_DIR ?? ".data/products" },
  },
});

function print(findings: readonly Finding[]): void {
  for (const finding of findings) console.log(describe(finding));
}

async function runCheck(): Promise<boolean> {
  const { check } = await import("./check.ts");
  const started = performance.now();
  const { findings, summary } = await check(values.schemas, values.fixtures);
  print(findings);
  const errors = findings.filter((finding) => finding.level === "error").length;
  const notes = findings.length - errors;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${summary}. ${errors} errors, ${notes} notes, ${seconds} s.`);
  return errors === 0;
}

async function runPublish(): Promise<boolean> {
  const started = performance.now();
  try {
    const { products, portal } = await publish(values.schemas, values.out);
    const names = products.map((product) => product.release).join(", ");
    const forms = portal ? `, and the portal forms as ${portal.release}` : "";
    console.log(`Published ${names}${forms} to ${values.out} in ${Math.round(performance.now() - started)} ms.`);
    return true;
  } catch (reason) {
    if (!(reason instanceof ContentError)) throw reason;
    print(reason.findings);
    console.log("Nothing was published; what was published before stays in use.");
    return false;
  }
}

/** Publishes and checks again a moment after the last change; a publish under way is never overtaken. */
function watchAndPublish(): FSWatcher {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  return watch(resolve(values.schemas), { recursive: true }, (_event, name) => {
    if (!name?.endsWith(".json")) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running
        .then(runPublish)
        .then(runCheck)
        .catch((reason: unknown) => console.error(reason));
    }, QUIET_MS);
  });
}

const [command] = positionals;
if (command === "check") process.exitCode = (await runCheck()) ? 0 : 1;
else if (command === "publish") {
  const published = await runPublish();
  if (values.watch) {
    watchAndPublish();
    console.log(`Watching ${values.schemas} for changes.`);
  } else process.exitCode = published ? 0 : 1;
} else {
  console.log(USAGE);
  process.exitCode = command === undefined ? 0 : 1;
}
