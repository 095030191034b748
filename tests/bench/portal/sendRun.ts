// One request sent by many brokers at the same moment, to one or several processes: it gets one number, whichever
// broker sends it with whichever key.
import { join } from "node:path";
import type { SubmitAnswer } from "#api/wire/wireTypes.ts";
import { Connection, type Reply } from "./connection.ts";
import { leftHalf } from "./crashRun.ts";
import { buildBrokers, fillOffices } from "./offices.ts";
import { dataDirectory, type PortalProcess, startPortal } from "./portalProcess.ts";
import { BLOCK, buildPlace, STEPS } from "./rounds.ts";

export interface SendOptions {
  /** Absent: the embedded database, and one process. */
  databaseUrl?: string | undefined;
  processes?: number;
  rounds: number;
  /** Sent at the same moment. */
  atOnce: number;
  model?: string;
}
export interface SendReport {
  sent: number;
  answered: number;
  numbers: number;
  wrong: string[];
}

export async function sendRun(options: SendOptions): Promise<SendReport> {
  const { databaseUrl: url, processes = 1 } = options;
  const { dataDir, remove } = await dataDirectory("send", options.model);
  const database = url ? { url } : { directory: join(dataDir, "database") };
  const brokers = buildBrokers(1);
  const [{ login = "", office = 0, relations: [first] = [0] } = {}] = brokers;
  await fillOffices(database, brokers, 10);
  const report: SendReport = { sent: 0, answered: 0, numbers: 0, wrong: [] };
  const portals: PortalProcess[] = [];
  try {
    while (portals.length < processes) portals.push(await startPortal(dataDir, { databaseUrl: url }));
    const connections = await Promise.all(
      portals.map(({ address }) => new Connection(address, options.atOnce).enter(login)),
    );
    for (let round = 0; round < options.rounds; round += 1) {
      const { opening, base } = buildPlace(office, first + round);
      const [firstConnection] = connections as [Connection];
      await firstConnection.ok("GET", opening);
      for (const { step, answers } of STEPS)
        await firstConnection.ok("POST", `${base}/wizard/step/${step}/save?action=next`, { body: answers });
      const shared = crypto.randomUUID();
      const keys = Array.from({ length: options.atOnce }, (_, index) => keyOf(round, index, shared));
      const replies = await Promise.all(
        keys.map((key, index) => {
          const headers: Record<string, string> = key ? { "idempotency-key": key } : {};
          const connection = connections[index % connections.length] as Connection;
          return connection.call("POST", `${base}/wizard/submit/quotation`, { body: BLOCK, headers });
        }),
      );
      judge(
        replies,
        keys.map((key) => key === shared),
        base,
        report,
      );
    }
    for (const connection of connections) connection.close();
    await Promise.all(portals.map((portal) => portal.end("SIGTERM")));
    report.wrong.push(...(await leftHalf(database, [])));
  } finally {
    await Promise.all(portals.map((portal) => portal.end("SIGKILL")));
    remove();
  }
  return report;
}

/** In turn: all under one key, all under others, and every kind together. */
function keyOf(round: number, index: number, shared: string): string | undefined {
  const kind = round % 3 === 2 ? index % 3 : round % 3;
  if (kind === 0) return shared;
  return kind === 1 ? crypto.randomUUID() : undefined;
}

/**
 * A sender with the key of the first one receives its number. All others receive the answer that the request was
 * already sent.
 */
function judge(replies: Reply[], shared: boolean[], base: string, report: SendReport): void {
  const numbers = new Set<string>();
  for (const { status, text } of replies)
    if (status === 200) {
      report.answered += 1;
      numbers.add((JSON.parse(text) as SubmitAnswer).number ?? "none");
    } else if (status !== 409 && status !== 422) report.wrong.push(`${base}: ${status} ${text.slice(0, 200)}`);
  report.sent += replies.length;
  report.numbers += numbers.size;
  if (numbers.size !== 1) report.wrong.push(`${base}: ${numbers.size} numbers (${[...numbers].join(", ")})`);
  const heard = new Set(replies.filter((_, index) => shared[index]).map(({ status }) => status));
  if (heard.size > 1) report.wrong.push(`${base}: under one key answered ${[...heard].join(" and ")}`);
}
