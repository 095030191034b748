// The operators' commands for the hand-over: list failed deliveries, send them again, replay events, and manage the receivers of
// offices.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { readCommandLine } from "#content/commandLine.ts";
import type { Config } from "../config/config.ts";
import { nameCommand } from "../config/nameCommand.ts";
import { isReceiver, isSafeReceiver } from "../config/settingFormats.ts";
import { writeAudit } from "../db/audit.ts";
import type { Db } from "../db/open.ts";
import { runTransaction } from "../db/transaction.ts";
import { findInsurer } from "./handover.ts";
import { isInside } from "./outside.ts";
import { readReceivers, replay } from "./queue.ts";

const USAGE = `Usage: ${nameCommand("handover <one of these>")}
  list                    lists events that were given up, because their receiver did not accept them
  send <id> | send all    sends them again
  replay --from <day|id>  sends everything since then again, under the same ids
         [--receiver insurer | office-<number>]
  offices                 lists the receivers of offices
  add <office> <url>      sends an office's own events to its software, and prints the secret
  rotate <office>         makes a new secret and prints it; the old one signs too, until the next rotation
  remove <office>         sends that office nothing any more`;

type Ask = (db: Db, config: Pick<Config, "env" | "handover">, args: string[]) => Promise<string>;

const makeSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const nameReceiver = (office: number) => `office-${office}`;

const list: Ask = async (db) => {
  const rows = await listGivenUp(db);
  const lines = rows.map(({ event_id, at, subject, receiver, attempts, last_error }) =>
    [event_id, at.toISOString(), subject, receiver, `${attempts} tries`, last_error].join("  "),
  );
  return [...lines, `${rows.length} deliveries were given up.`].join("\n");
};

const listGivenUp = (db: Db) =>
  db
    .selectFrom("handover_deliveries as d")
    .innerJoin("handover_events as e", "e.position", "d.position")
    .select(["e.event_id", "e.at", "e.subject", "d.receiver", "d.attempts", "d.last_error"])
    .where("d.state", "=", "given_up")
    .orderBy("d.position")
    .execute();

const AGAIN = { state: "waiting" as const, attempts: 0, last_error: null, next_attempt_at: sql<Date>`now()` };

const send: Ask = async (db, _config, [which]) => {
  if (!which) throw new Error(USAGE);
  const count = await sendAgain(db, which);
  if (count === 0 && which !== "all")
    throw new Error(`No event ${which} was given up: see "${nameCommand("handover list")}".`);
  return `${count} deliveries wait to be sent again.`;
};

/** Requeues the failed deliveries of one event or of all; returns how many. */
async function sendAgain(db: Db, which: string): Promise<number> {
  let query = db.updateTable("handover_deliveries").set(AGAIN).where("state", "=", "given_up");
  if (which !== "all")
    query = query.where("position", "in", (from) =>
      from.selectFrom("handover_events").select("position").where(sql<string>`event_id::text`, "=", which),
    );
  return (await query.returning("position").execute()).length;
}

const again: Ask = async (db, config, args) => {
  const options = { from: { type: "string" }, receiver: { type: "string" } } as const;
  const { from = "", receiver } = readCommandLine(options, { args, words: 0 }).values;
  const day = /^\d{4}-\d\d-\d\d/.test(from) ? new Date(from) : undefined;
  if (day ? Number.isNaN(day.getTime()) : !/^[0-9a-f-]{36}$/.test(from))
    throw new Error(
      "--from needs a day such as 2026-11-22, a moment such as 2026-11-22T08:00Z, or the id of an event.",
    );
  if (!day && !(await hasEvent(db, from))) throw new Error(`There is no event ${from}; old ones are not kept.`);
  const all = await readReceivers(db, findInsurer(config));
  const wanted = new Map([...all].filter(([name]) => receiver === undefined || name === receiver));
  if (wanted.size === 0)
    throw new Error(
      `There is no receiver${receiver ? ` ${receiver}` : ""}. Receivers: ${[...all.keys()].join(", ") || "none"}.`,
    );
  return `${await replay(db, day ?? from, wanted)} deliveries wait to be sent.`;
};

const hasEvent = async (db: Db, id: string): Promise<boolean> =>
  (await sql`select from handover_events where event_id::text = ${id}`.execute(db)).rows.length > 0;

const offices: Ask = async (db) => {
  const all = [...(await readReceivers(db, undefined)).values()];
  return [...all.map(({ office, url }) => `${office}  ${url}`), `${all.length} offices have a receiver.`].join("\n");
};

async function findOffice(db: Db, given = ""): Promise<number> {
  if (!given) throw new Error(USAGE);
  const rows = await db.selectFrom("intermediaries").select("intermediary_number").execute();
  const found = rows.find((row) => String(row.intermediary_number) === given);
  if (!found) throw new Error(`There is no office ${given}.`);
  return found.intermediary_number;
}

const note = (db: Db, office: number, action: "receiver" | "secret" | "removed") =>
  writeAudit(db, { login: null, office, action: `handover ${action}`, object: nameReceiver(office) });

const add: Ask = async (db, { env }, [given, url = ""]) => {
  const office = await findOffice(db, given);
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
};

const rotate: Ask = async (db, _config, [given]) => {
  const office = await findOffice(db, given);
  const secret = makeSecret();
  const found = (await readReceivers(db, undefined)).get(nameReceiver(office));
  if (!found) throw new Error(`Office ${office} has no receiver: see "${nameCommand("handover offices")}".`);
  const secrets = [secret, found.secrets.split(" ")[0]].join(" ");
  await runTransaction(db, async (all) => {
    await all.updateTable("handover_receivers").set({ secrets }).where("receiver", "=", nameReceiver(office)).execute();
    await note(all, office, "secret");
  });
  return `The new secret, shown only now. Events are signed with the old one too, until the next rotation:\n${secret}`;
};

const remove: Ask = async (db, _config, [given]) => {
  const office = await findOffice(db, given);
  await runTransaction(db, async (all) => {
    for (const table of ["handover_receivers", "handover_deliveries"] as const)
      await all.deleteFrom(table).where("receiver", "=", nameReceiver(office)).execute();
    await note(all, office, "removed");
  });
  return `Nothing is sent to office ${office} any more.`;
};

const COMMANDS: Record<string, Ask> = { list, send, replay: again, offices, add, rotate, remove };

export const answer: Ask = async (db, config, [command = "", ...args]) => {
  const run = COMMANDS[command];
  if (!run) throw new Error(USAGE);
  return run(db, config, args);
};
