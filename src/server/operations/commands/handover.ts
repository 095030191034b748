// `handover`: lists failed deliveries, sends them again, replays events, and manages the receivers of offices. With the embedded database
// the portal must be stopped.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { nameCommand } from "../../config/nameCommand.ts";
import { isReceiver, isSafeReceiver } from "../../config/settingFormats.ts";
import { writeAudit } from "../../db/audit.ts";
import type { Db } from "../../db/open.ts";
import { runTransaction } from "../../db/transaction.ts";
import { findInsurer, HANDOVER, HANDOVER_TIMES } from "../../handover/handover.ts";
import { isInside } from "../../handover/outside.ts";
import { readReceivers, replay } from "../../handover/queue.ts";
import { withJobs } from "../../jobs/jobs.ts";
import type { Data } from "../withData.ts";

type Parts = Pick<Data, "db" | "config">;

const makeSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const nameReceiver = (office: number) => `office-${office}`;

export async function list({ db }: Parts): Promise<string> {
  const rows = await listGivenUp(db);
  const lines = rows.map(({ event_id, at, subject, receiver, attempts, last_error }) =>
    [event_id, at.toISOString(), subject, receiver, `${attempts} tries`, last_error].join("  "),
  );
  return [...lines, `${rows.length} deliveries were given up.`].join("\n");
}

const listGivenUp = (db: Db) =>
  db
    .selectFrom("handover_deliveries as d")
    .innerJoin("handover_events as e", "e.position", "d.position")
    .select(["e.event_id", "e.at", "e.subject", "d.receiver", "d.attempts", "d.last_error"])
    .where("d.state", "=", "given_up")
    .orderBy("d.position")
    .execute();

const AGAIN = { state: "waiting" as const, attempts: 0, last_error: null, next_attempt_at: sql<Date>`now()` };

export async function send({ db }: Parts, { which }: { which: string }): Promise<string> {
  const count = await sendAgain(db, which);
  if (count === 0 && which !== "all")
    throw new Error(`No event ${which} was given up: see "${nameCommand("handover list")}".`);
  return `${count} deliveries wait to be sent again.`;
}

/** Requeues the failed deliveries of one event or of all. Returns how many. */
async function sendAgain(db: Db, which: string): Promise<number> {
  let query = db.updateTable("handover_deliveries").set(AGAIN).where("state", "=", "given_up");
  if (which !== "all")
    query = query.where("position", "in", (from) =>
      from.selectFrom("handover_events").select("position").where(sql<string>`event_id::text`, "=", which),
    );
  return (await query.returning("position").execute()).length;
}

interface Replay {
  /** A moment, or the id of an event. */
  from: Date | string;
  receiver: string | undefined;
}

export async function replayFrom({ db, config }: Parts, { from, receiver }: Replay): Promise<string> {
  if (typeof from === "string" && !(await hasEvent(db, from)))
    throw new Error(`There is no event ${from}; old ones are not kept.`);
  const all = await readReceivers(db, findInsurer(config));
  const wanted = new Map([...all].filter(([name]) => receiver === undefined || name === receiver));
  if (wanted.size === 0)
    throw new Error(
      `There is no receiver${receiver ? ` ${receiver}` : ""}. Receivers: ${[...all.keys()].join(", ") || "none"}.`,
    );
  return `${await replay(db, from, wanted)} deliveries wait to be sent.`;
}

const hasEvent = async (db: Db, id: string): Promise<boolean> =>
  (await sql`select from handover_events where event_id::text = ${id}`.execute(db)).rows.length > 0;

export async function offices({ db }: Parts): Promise<string> {
  const all = [...(await readReceivers(db, undefined)).values()];
  return [...all.map(({ office, url }) => `${office}  ${url}`), `${all.length} offices have a receiver.`].join("\n");
}

async function needOffice(db: Db, office: number): Promise<void> {
  const rows = await db.selectFrom("intermediaries").select("intermediary_number").execute();
  if (!rows.some((row) => row.intermediary_number === office)) throw new Error(`There is no office ${office}.`);
}

const note = (db: Db, office: number, action: "receiver" | "secret" | "removed") =>
  writeAudit(db, { login: null, office, action: `handover ${action}`, object: nameReceiver(office) });

interface Office {
  office: number;
}

export async function add({ db, config: { env } }: Parts, { office, url }: Office & { url: string }): Promise<string> {
  await needOffice(db, office);
  if (!(env === "production" ? isSafeReceiver : isReceiver)(url))
    throw new Error("The address must be https://, without a name or password in it.");
  if (env === "production" && isInside(url))
    throw new Error("The address is of a private network: an office's software must be reachable on the internet.");
  const secrets = makeSecret();
  const row = { receiver: nameReceiver(office), intermediary_number: office, url, secrets };
  await runTransaction(db, async (all) => {
    await all
      .insertInto("handover_receivers")
      .values(row)
      .onConflict((there) => there.column("receiver").doUpdateSet(row))
      .execute();
    await note(all, office, "receiver");
  });
  return `Events of office ${office} are sent to ${url} from now on. The secret for its software, shown only now:\n${secrets}`;
}

export async function rotate({ db }: Parts, { office }: Office): Promise<string> {
  await needOffice(db, office);
  const secret = makeSecret();
  const receiver = (await readReceivers(db, undefined)).get(nameReceiver(office));
  if (!receiver) throw new Error(`Office ${office} has no receiver: see "${nameCommand("handover offices")}".`);
  const secrets = [secret, receiver.secrets.split(" ")[0]].join(" ");
  await runTransaction(db, async (all) => {
    await all.updateTable("handover_receivers").set({ secrets }).where("receiver", "=", nameReceiver(office)).execute();
    await note(all, office, "secret");
  });
  return `The new secret, shown only now. Events are signed with the old one too, until the next rotation:\n${secret}`;
}

export async function remove({ db }: Parts, { office }: Office): Promise<string> {
  await needOffice(db, office);
  await runTransaction(db, async (all) => {
    for (const table of ["handover_receivers", "handover_deliveries"] as const)
      await all.deleteFrom(table).where("receiver", "=", nameReceiver(office)).execute();
    await note(all, office, "removed");
  });
  return `Nothing is sent to office ${office} any more.`;
}

/** The running portal delivers at once what was requeued. */
const andDeliver =
  <Values>(requeue: (data: Parts, values: Values) => Promise<string>) =>
  async (data: Data, values: Values): Promise<string> => {
    const sentence = await requeue(data, values);
    await withJobs(data.database, [HANDOVER, HANDOVER_TIMES], (jobs) => jobs.put(data.db, HANDOVER, ""));
    return sentence;
  };

export const sendNow = andDeliver(send);
export const replayNow = andDeliver(replayFrom);
