// The tables of the hand-over; their migrations are 0220, 0221 and 0270.
import type { ColumnType, Generated } from "kysely";
import type { HandoverEvent } from "#api/wireTypes.ts";

type Json<T> = ColumnType<T, string, string>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;

interface HandoverEventsTable {
  /** In the order of writing; within a subject also that of what happened. */
  position: Generated<number>;
  event_id: string;
  intermediary_number: number;
  relation_number: number;
  subject: string;
  sequence: number;
  at: Timestamp;
  body: Json<HandoverEvent>;
  /** Its deliveries stand in their table. */
  spread: Generated<boolean>;
  call_id: ColumnType<string | null, string | null | undefined, never>;
}

/** The last number of each, also when its events are not kept any more. */
interface HandoverSubjectsTable {
  subject: string;
  intermediary_number: number;
  sequence: number;
}

/** Besides the insurer's system, which the settings name: the software of an office. */
interface HandoverReceiversTable {
  receiver: string;
  intermediary_number: number;
  url: string;
  /** The newest first, separated by a space. */
  secrets: string;
  added_at: Generated<Date>;
}

interface HandoverDeliveriesTable {
  receiver: string;
  position: number;
  subject: string;
  state: Generated<"waiting" | "sent" | "given_up">;
  attempts: Generated<number>;
  next_attempt_at: ColumnType<Date, Date | string | undefined, Date | string>;
  last_error: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface HandoverTables {
  handover_events: HandoverEventsTable;
  handover_subjects: HandoverSubjectsTable;
  handover_receivers: HandoverReceiversTable;
  handover_deliveries: HandoverDeliveriesTable;
}
