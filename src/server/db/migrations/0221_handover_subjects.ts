// The last sequence number of each subject of the hand-over, so that numbering continues after its events are deleted.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table handover_subjects (
    subject text primary key,
    intermediary_number bigint not null,
    sequence integer not null
  )`.execute(db);
  await sql`insert into handover_subjects
    select subject, intermediary_number, max(sequence) from handover_events group by 1, 2`.execute(db);
  await sql`select protect_by_office('handover_subjects')`.execute(db);
}
