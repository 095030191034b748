// `npm run prove -- <name> … [--size 20] [--engine embedded|postgres] [--seed 7]`, or `all`: the proofs by repetition at their full
// size, one after the other. Each prints its figures. Ends with 1 when a promise was broken.
import { spawnSync } from "node:child_process";
import { loadavg } from "node:os";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { RANDOM_FILES, tryRandomImages } from "../support/files/random.ts";
import { findPostgres, makePostgres, openMeasuringServer } from "../support/postgres.ts";
import type { Counts } from "./portal/crashBroker.ts";
import { crashRun } from "./portal/crashRun.ts";
import { mailKills } from "./portal/mailKills.ts";
import { type MutationReport, mutationsRun } from "./portal/mutations.ts";
import { processesRun } from "./portal/processesRun.ts";
import { sendRun } from "./portal/sendRun.ts";
import { socketsRun } from "./portal/socketsRun.ts";
import { stopRun } from "./portal/stopRun.ts";
import { upgradeRun } from "./portal/upgradeRun.ts";

const options = {
  size: { type: "string" },
  engine: { type: "string", default: "both" },
  seed: { type: "string" },
  before: { type: "string" },
  after: { type: "string" },
} as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const PATIENCE_S = 20;
const OTHERS_MS = 300;

interface Outcome {
  figures: string[];
  broken: string[];
}
interface Proof {
  /** Its full size, in what it counts. */
  size: number;
  on: ("embedded" | "postgres")[];
  prove(size: number, databaseUrl: string | undefined, portalUrl?: string): Promise<Outcome>;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const unless = (holds: boolean, broken: string): string[] => (holds ? [] : [broken]);

const PROOFS: Record<string, Proof> = {
  /** kill -9 under brokers who save, send and upload. */
  kills: {
    size: 200,
    on: ["embedded", "postgres"],
    async prove(cycles, databaseUrl) {
      const perKill = 50;
      const onCycle = (cycle: number, { saves, lost }: Counts) => {
        if (cycle % perKill === 0) console.log(`  ${cycle} kills: ${saves} saves, ${lost.length} lost`);
      };
      const report = await crashRun({ cycles, databaseUrl, brokers: 16, most: 3 * perKill, onCycle });
      const { kills, saves, submits, uploads, done, undone, lost, slowestStart } = report;
      return {
        figures: [
          `${kills} times kill -9; acknowledged: ${saves} saves, ${submits} requests sent, ${uploads.length} files`,
          `under way at a kill: ${done} were done, ${undone} were not; slowest start ${seconds(slowestStart)}`,
          `missing, doubled or half done: ${lost.length}`,
        ],
        broken: [...lost, ...unless(saves >= cycles * perKill, `only ${saves} saves were acknowledged`)],
      };
    },
  },
  /** PostgreSQL stopped under load, by an operator and by a crash in turn. */
  stops: {
    size: 20,
    on: ["postgres"],
    async prove(stops) {
      const programs = findPostgres();
      if (!programs) return { figures: [], broken: ["not proved: no PostgreSQL that may be stopped on this machine"] };
      const database = await makePostgres(programs, { durable: true });
      const { saves, submits, uploads, ...report } = await stopRun(database, { stops, brokers: 20 }).finally(
        database.remove,
      );
      return {
        figures: [
          `${report.stops} stops; acknowledged: ${saves} saves, ${submits} requests sent, ${uploads.length} files`,
          `told to come back meanwhile: ${report.unavailable} of ${report.asked} calls`,
          `slowest return ${seconds(report.slowestReturn)}; lost: ${report.lost.length}; alive: ${report.alive}`,
        ],
        broken: [
          ...report.lost,
          ...unless(report.alive, "the portal ended"),
          ...unless(report.unavailable === report.asked, "a call was answered otherwise while the database was away"),
        ],
      };
    },
  },
  /** One request, sent by fifty brokers at the same moment. On PostgreSQL through two processes. */
  sends: {
    size: 20,
    on: ["embedded", "postgres"],
    async prove(rounds, databaseUrl) {
      const { sent, answered, numbers, wrong } = await sendRun({
        rounds,
        databaseUrl,
        atOnce: 50,
        processes: databaseUrl ? 2 : 1,
      });
      const figures = [`${rounds} requests sent ${sent} times: ${answered} heard of a number, ${numbers} numbers`];
      return { figures, broken: wrong };
    },
  },
  /** kill -9 between the commit that promised a mail and the mark that it was sent. */
  mails: {
    size: 100,
    on: ["postgres"],
    async prove(size, databaseUrl = "") {
      const { kills, mails, twice, wrong } = await mailKills(databaseUrl, size);
      const counts = `twice with the same Message-ID: ${twice}; missing, or twice without it: ${wrong.length}`;
      return { figures: [`${kills} kills, ${mails} mails; ${counts}`], broken: wrong };
    },
  },
  /**
   * Three processes behind a proxy that gives each call to a random one. They are killed one after the other. Seconds.
   */
  processes: {
    size: 180,
    on: ["postgres"],
    async prove(size, databaseUrl = "") {
      const enough = (_kills: number, passed: number) => passed > size;
      const report = await processesRun({ url: databaseUrl, brokers: 12, enough, between: 60 });
      const { kills, saves, submits, changes, uploads, done, undone, twice, given, lost } = report;
      return {
        figures: [
          `${size} s, ${kills} times kill -9; calls of each process: ${given.join(", ")}`,
          `acknowledged: ${saves} saves, ${submits} requests sent, ${uploads.length} files`,
          `under way at a kill: ${done} were done, ${undone} were not; mail sent twice with its mark: ${twice}`,
          `${report.events} events of the hand-over, ${changes} of them of a quotation sent again; twice with their id: ${report.eventsTwice}; the last came after ${seconds(report.eventsLate)}`,
          `lost, doubled or half done: ${lost.length}`,
        ],
        broken: lost,
      };
    },
  },
  /** From one release archive to another, `--before` and `--after`, while brokers work. Acknowledgements between two steps of it. */
  upgrade: {
    size: 300,
    on: ["postgres"],
    async prove(between, url = "", portalUrl = "") {
      const { before, after } = values;
      if (!before || !after) throw new Error("Give two release archives as --before and --after.");
      const report = await upgradeRun({ url, portalUrl, before, after, brokers: 8, between });
      const { saves, submits, uploads, given, refused, lost } = report;
      return {
        figures: [
          `acknowledged: ${saves} saves, ${submits} requests sent, ${uploads.length} files; calls of each process: ${given.join(", ")}`,
          `a broker saw no error; lost or half done: ${lost.length}`,
          `the program of before, started again: ${refused}`,
        ],
        broken: [...lost, ...unless(!refused.startsWith("0"), "the program of before works on the newer database")],
      };
    },
  },
  /** Connections that send a byte a second. */
  sockets: {
    size: 500,
    on: ["embedded", "postgres"],
    async prove(sockets, databaseUrl) {
      const report = await socketsRun({ sockets, databaseUrl });
      const longest = Math.max(...Object.values(report.closed));
      return {
        figures: [
          ...Object.entries(report.closed).map(([kind, lasted]) => `slow ${kind}: closed within ${seconds(lasted)}`),
          `${report.calls} calls of others: slowest ${report.slowest.toFixed(0)} ms`,
          `with the waiting for a processor that others had: ${report.slowestWithWaiting.toFixed(0)} ms`,
        ],
        broken: [
          ...unless(longest <= PATIENCE_S * 1_000, `a socket was kept for ${seconds(longest)}`),
          ...unless(report.slowest < OTHERS_MS, `another call took ${report.slowest.toFixed(0)} ms`),
        ],
      };
    },
  },
  /** Requests to each route, mutated in every part. */
  mutations: {
    size: 10_000,
    on: ["embedded"],
    async prove(perRoute) {
      const begun = performance.now();
      const onRoute = (route: string, { tried, failures }: MutationReport) =>
        console.log(
          `  ${seconds(performance.now() - begun)}: ${tried} requests, ${failures.length} failures, after ${route}`,
        );
      const { routes, tried, statuses, failures } = await mutationsRun(perRoute, seed, onRoute);
      const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
      return { figures: [`${tried} requests to ${routes} routes; ${counts.join(", ")}`], broken: failures };
    },
  },
  /** Pictures of 2 MB of random bytes, in each kind of file that can contain one. */
  images: {
    size: 1_000,
    on: ["embedded"],
    async prove(images) {
      const refused = await tryRandomImages({ seed, images, size: 1_990_000 });
      return { figures: [`${images} images of 2 MB in ${RANDOM_FILES} kinds of files`], broken: refused };
    },
  },
  /** Texts that break something where they are not escaped, on screens, in document, mail and exports. */
  payloads: byTests("vitest", ["run", "--project", "node", "tests/portal/everywhere.test.ts", "-t", "typed"], {
    PAYLOADS: "all",
  }),
  /** Every call of the server with every fault of the network. */
  faults: byTests("vitest", ["run", "--project", "node", "tests/faults"], { FAULTS: "all" }),
  /** Every step of every product with every fault, on the app as `npm run build` made it. */
  losses: byTests("playwright", ["test", "-c", "tests/e2e/playwright.config.ts", "e2e/loss.long.spec.ts"], {
    LOSS: "all",
  }),
};

/** A proof that is the tests themselves, with more cases. */
function byTests(program: string, args: string[], env: Record<string, string>): Proof {
  return {
    size: 1,
    on: ["embedded"],
    prove: async () => {
      const { status, stdout } = spawnSync(program, args, {
        encoding: "utf8",
        env: { ...process.env, ...env },
        maxBuffer: 2 ** 26,
      });
      const lines = stripVTControlCharacters(stdout)
        .split("\n")
        .map((line) => line.trim());
      const failed = lines.filter((line) => /^(FAIL|\d+\)) /.test(line));
      return {
        figures: lines.filter((line) => /^Tests |^\d+ passed/.test(line)),
        broken: [...failed, ...unless(status === 0 || failed.length > 0, `${program} ended with ${status}`)],
      };
    },
  };
}

async function show(title: string, run: () => Promise<Outcome>): Promise<void> {
  const begun = performance.now();
  const { figures, broken } = await run();
  console.log(`\n${title}: ${broken.length === 0 ? "holds" : "BROKEN"}, in ${seconds(performance.now() - begun)}`);
  for (const line of figures) console.log(`  ${line}`);
  for (const line of broken.slice(0, 20)) console.log(`  broken: ${line}`);
  if (broken.length > 0) process.exitCode = 1;
}

async function proveOnPostgres(name: string, proof: Proof, size: number): Promise<void> {
  const server = await openMeasuringServer();
  if (!server) {
    console.log(`\n${name}: not proved, no PostgreSQL found (set DATABASE_URL)`);
    process.exitCode = 1;
    return;
  }
  try {
    await show(`${name} on PostgreSQL ${server.version}`, () => proof.prove(size, server.url, server.portalUrl));
  } finally {
    await server.close();
  }
}

const everything = Object.keys(PROOFS).filter((name) => name !== "upgrade" || values.before);
const chosen = positionals.includes("all") ? everything : positionals;
const unknown = chosen.filter((name) => !(name in PROOFS));
if (chosen.length === 0 || unknown.length > 0) {
  console.error(`Name one of: ${Object.keys(PROOFS).join(", ")}, all (not ${unknown.join(", ") || "nothing"}).`);
  process.exit(2);
}
for (const [name, proof] of Object.entries(PROOFS).filter(([name]) => chosen.includes(name))) {
  const size = Number(values.size ?? proof.size);
  if (proof.on.includes("embedded") && values.engine !== "postgres")
    await show(`${name} on the embedded database`, () => proof.prove(size, undefined));
  if (proof.on.includes("postgres") && values.engine !== "embedded") await proveOnPostgres(name, proof, size);
}
console.log(`\nseed ${seed}; machine load ${loadavg()[0]?.toFixed(1)}`);
