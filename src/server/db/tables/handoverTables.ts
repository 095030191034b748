// The tables of the hand-over. Their migrations are 0220, 0221 and 0270.
import type { ColumnType, Generated } from "kysely";
import type { HandoverEvent } from "#api/wire/wireTypes.ts";

type Json<T> = ColumnType<T, string, string>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;

interface HandoverEventsTable {
  /** Order of writing. Within a subject it is also the order of the events themselves. */
  position: Generated<number>;
  event_id: string;
  intermediary_number: number;
  relation_number: number;
  subject: string;
  sequence: number;
  at: Timestamp;
  body: Json<HandoverEvent>;
  /** Whether the deliveries of the event have been created. */
  spread: Generated<boolean>;
  call_id: ColumnType<string | null, string | null | undefined, never>;
}

/** The last sequence number of each subject, kept after its events are deleted. */
interface HandoverSubjectsTable {
  subject: string;
  intermediary_number: number;
  sequence: number;
}

/** Receivers of offices, their own software. The insurer's receiver is in the settings. */
interface HandoverReceiversTable {
  receiver: string;
  intermediary_number: number;
  url: string;
  /** Newest first, separated by a space. */
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
