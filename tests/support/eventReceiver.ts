// A receiver of the hand-over, like an insurer's system: verifies every event, stores the events in their order, and is
// compared with what the portal wrote.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import { Webhook } from "standardwebhooks";
import type { HandoverEvent } from "#api/wire/wireTypes.ts";

const SECRET = `whsec_${Buffer.from("a secret of thirty-two characters").toString("base64")}`;

export async function startEventReceiver() {
  const came: HandoverEvent[] = [];
  /**
   * Decides by the address's path, so that each process may have one of its own, whether to answer. False: the sender
   * gets no answer.
   */
  const manners = { answers: (_path: string): boolean | Promise<boolean> => true };
  const wrong: string[] = [];
  const server = createServer(async (request, response) => {
    try {
      const body = Buffer.concat(await request.toArray()).toString();
      const event = new Webhook(SECRET).verify(body, request.headers as Record<string, string>) as HandoverEvent;
      if (request.headers["webhook-id"] !== event.id) wrong.push(`event ${event.id} came under another id`);
      came.push(event);
      if (await manners.answers(request.url ?? "")) response.writeHead(204).end();
    } catch (error) {
      // Cut off by a kill: the sender no longer waits for an answer.
      if (!request.destroyed || request.complete) wrong.push(`what came is no event of ours: ${error}`);
      response.destroy();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    came,
    manners,
    settings: (path = "/") => ({ HANDOVER_URL: `${address}${path}`, HANDOVER_SECRET: SECRET }),
    compare: async (watcher: pg.Client) => {
      const comparison = await compareEvents(watcher, came);
      return { ...comparison, wrong: [...wrong, ...comparison.wrong] };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Checks that every written event arrived unchanged, and those of a subject in their order. An event may arrive again
 * only under its id, when its delivery was started again.
 */
async function compareEvents(watcher: pg.Client, came: HandoverEvent[]) {
  const { rows } = await watcher.query<{ event_id: string; body: HandoverEvent; attempts: number }>(
    `select e.event_id, e.body, coalesce(d.attempts, 0) as attempts
      from handover_events e left join handover_deliveries d using (position) order by position`,
  );
  const wrong: string[] = [];
  const written = new Map(rows.map((row) => [row.event_id, row]));
  const times = new Map<string, number>();
  const last = new Map<string, number>();
  for (const event of came) {
    const { id, subject, sequence } = event;
    times.set(id, (times.get(id) ?? 0) + 1);
    if (!isDeepStrictEqual(written.get(id)?.body, event))
      wrong.push(`${subject} ${sequence} came as it was not written`);
    if ((times.get(id) ?? 0) > 1) continue;
    const before = last.get(subject) ?? 0;
    if (Number(sequence) !== before + 1) wrong.push(`${subject} ${sequence} came after ${before}`);
    last.set(subject, Number(sequence));
  }
  for (const { event_id, body, attempts } of rows) {
    const count = times.get(event_id) ?? 0;
    if (count === 0 || count > attempts)
      wrong.push(`${body.subject} ${body.sequence} was begun ${attempts} times and came ${count} times`);
  }
  return { events: rows.length, twice: [...times.values()].filter((count) => count > 1).length, wrong };
}
