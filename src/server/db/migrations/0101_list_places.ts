// Pages without counting: each office's list is kept in blocks of about a thousand rows with their number of rows, so the
// total and the block of any page come from a small table, and OFFSET never runs over more than one block. Writers only
// append to list_changes (no row they share, so no waiting and no deadlock); now and then one of them folds the changes
// into the blocks. A row and its change commit together, and every count is taken in the statement that removes the
// changes it contains, so the figures are exact at any time.
import { type Kysely, sql } from "kysely";

const lists = ["relations", "quotations", "policies", "damages", "open_invoices", "documents"];

const shared = [
  `create table list_blocks (
    list text not null,
    intermediary_number bigint not null,
    first_key text collate "C" not null,
    n bigint not null,
    primary key (list, intermediary_number, first_key)
  )`,
  `create table list_changes (
    list text not null,
    intermediary_number bigint not null,
    rank_key text collate "C" not null,
    change smallint not null
  )`,
  "create index list_changes_by_key on list_changes (list, intermediary_number, rank_key)",

  // Counts the rows from lo up to hi anew, in blocks of a thousand.
  `create function list_cut(which text, office bigint, lo text, hi text) returns void language plpgsql as $$
  begin
    execute format('
      with gone as (
        delete from list_changes where list = $1 and intermediary_number = $2
          and rank_key >= $3 collate "C" and ($4 is null or rank_key < $4 collate "C")
      ), cut as (
        select rank_key, (row_number() over (order by rank_key) - 1) / 1000 as part from %I
        where intermediary_number = $2 and rank_key >= $3 collate "C" and ($4 is null or rank_key < $4 collate "C")
      )
      insert into list_blocks
      select $1, $2, case when part = 0 then $3 else min(rank_key) end, count(*) from cut group by part
      on conflict (list, intermediary_number, first_key) do update set n = excluded.n', which)
    using which, office, lo, hi;
  end $$`,

  `create function list_rebuild(which text, office bigint) returns void language plpgsql as $$
  begin
    delete from list_blocks where list = which and intermediary_number = office;
    perform list_cut(which, office, '', null);
  end $$`,

  `create function list_fold(which text, office bigint) returns void language plpgsql as $$
  declare
    block record;
  begin
    if not pg_try_advisory_xact_lock(hashtext(which), hashtext(office::text)) then return; end if;
    if (select count(*) from list_changes where list = which and intermediary_number = office) > 20000 then
      perform list_rebuild(which, office);
      return;
    end if;
    with gone as (
      delete from list_changes where list = which and intermediary_number = office returning rank_key, change
    ), moved as (
      select coalesce((select b.first_key from list_blocks b where b.list = which and b.intermediary_number = office
        and b.first_key <= gone.rank_key order by b.first_key desc limit 1), '') as first_key, sum(change) as n
      from gone group by 1
    )
    insert into list_blocks select which, office, first_key, n from moved
    on conflict (list, intermediary_number, first_key) do update set n = list_blocks.n + excluded.n;
    for block in
      select * from (
        select first_key, n, lead(first_key) over (order by first_key) as next_key
        from list_blocks where list = which and intermediary_number = office
      ) blocks where n > 2000
    loop
      perform list_cut(which, office, block.first_key, block.next_key);
    end loop;
  end $$`,

  `create function list_changed() returns trigger language plpgsql as $$
  declare
    office bigint;
  begin
    if TG_OP = 'INSERT' then
      insert into list_changes select TG_TABLE_NAME, intermediary_number, rank_key, 1 from added;
    elsif TG_OP = 'DELETE' then
      insert into list_changes select TG_TABLE_NAME, intermediary_number, rank_key, -1 from removed;
    else
      insert into list_changes
        select TG_TABLE_NAME, a.intermediary_number, a.rank_key, 1 from added a where not exists (
          select from removed r where r.intermediary_number = a.intermediary_number and r.rank_key = a.rank_key)
        union all
        select TG_TABLE_NAME, r.intermediary_number, r.rank_key, -1 from removed r where not exists (
          select from added a where a.intermediary_number = r.intermediary_number and a.rank_key = r.rank_key);
    end if;
    if TG_OP = 'DELETE' then
      for office in select distinct intermediary_number from removed loop
        perform list_tidy(TG_TABLE_NAME, office);
      end loop;
    else
      for office in select distinct intermediary_number from added loop
        perform list_tidy(TG_TABLE_NAME, office);
      end loop;
    end if;
    return null;
  end $$`,

  `create function list_tidy(which text, office bigint) returns void language plpgsql as $$
  begin
    if (select count(*) from (
      select from list_changes where list = which and intermediary_number = office limit 501) waiting) > 500
    then perform list_fold(which, office); end if;
  end $$`,

  // A relation's name and city are shown and searched on everything it has.
  `create function relation_renamed() returns trigger language plpgsql as $$
  begin
    update quotations set relation_name = new.company, relation_city = new.city
      where intermediary_number = new.intermediary_number and relation_number = new.relation_number;
    update policies set relation_name = new.company, relation_city = new.city
      where intermediary_number = new.intermediary_number and relation_number = new.relation_number;
    update damages set relation_name = new.company, relation_city = new.city
      where intermediary_number = new.intermediary_number and relation_number = new.relation_number;
    update open_invoices set relation_name = new.company, relation_city = new.city
      where intermediary_number = new.intermediary_number and relation_number = new.relation_number;
    return null;
  end $$`,
  `create trigger relation_renamed after update of company, city on relations for each row
    when (old.company is distinct from new.company or old.city is distinct from new.city)
    execute function relation_renamed()`,
];

const perList = (list: string) => [
  `create unique index ${list}_by_rank on ${list} (intermediary_number, rank_key)`,
  `create index ${list}_by_words on ${list} using gin (search gin_trgm_ops)`,
  ...(list === "relations"
    ? []
    : [`create index ${list}_by_relation on ${list} (intermediary_number, relation_number, rank_key)`]),
  `create trigger ${list}_added after insert on ${list} referencing new table as added
    for each statement execute function list_changed()`,
  `create trigger ${list}_removed after delete on ${list} referencing old table as removed
    for each statement execute function list_changed()`,
  `create trigger ${list}_moved after update on ${list} referencing new table as added old table as removed
    for each statement execute function list_changed()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...shared, ...lists.flatMap(perList)]) await sql.raw(statement).execute(db);
}
