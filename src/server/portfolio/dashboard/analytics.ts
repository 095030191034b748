// Counts events of the wizard, with consent only. Stores totals per day, kind of event, product, step and field: nothing per
// person and no single event. An event that does not fit the schema is not counted (decisions 59, 78).
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { apiValidator, describeCall } from "../../http/apiSchemas.ts";
import { PortalError } from "../../http/errors/portalError.ts";
import type { PortfolioContext } from "../viewer.ts";

interface UseEvent {
  name: string;
  at: string;
  details: { product?: string; flow?: string; step?: string; key?: string; action?: string; accepted?: string };
}

/** Rows per day. Further new combinations are dropped, so that no caller can fill the table. */
const KINDS_A_DAY = 5_000;
const EVENTS_MAX = 100;

export function addAnalyticsRoutes(app: FastifyInstance, context: PortfolioContext): void {
  const fits = apiValidator("analytics-events#/definitions/event");
  const schema = describeCall("analytics-events");
  app.post<{ Body: { events: unknown[] } }>("/events", { schema }, async (request) => {
    if (!context.viewer(request).consent) throw new PortalError("consent_required");
    const { events: sent } = request.body;
    const events = sent.slice(0, EVENTS_MAX).filter((event): event is UseEvent => fits(event));
    for (const [, { event, times }] of counted(events)) await count(context, event, times);
    return { success: true, accepted: events.length, refused: sent.length - events.length };
  });
}

function counted(events: UseEvent[]): Map<string, { event: UseEvent; times: number }> {
  const counts = new Map<string, { event: UseEvent; times: number }>();
  for (const event of events) {
    const key = JSON.stringify([event.name, event.details]);
    const counted = counts.get(key);
    if (counted) counted.times += 1;
    else counts.set(key, { event, times: 1 });
  }
  return counts;
}

async function count(context: PortfolioContext, { name, details }: UseEvent, times: number): Promise<void> {
  const { product = "", flow = "", step = "", key = "", action = "", accepted = "" } = details;
  const day = context.clock.today();
  await sql`insert into analytics_counts (day, event, product, flow, step, field, outcome, times)
    select ${day}::date, ${name}, ${product}, ${flow}, ${step}, ${key}, ${[action, accepted].filter(Boolean).join(" ")}, ${times}::bigint
    where (select count(*) from analytics_counts where day = ${day}::date) < ${KINDS_A_DAY}
    on conflict (day, event, product, flow, step, field, outcome) do update
      set times = analytics_counts.times + excluded.times`.execute(context.db);
}
