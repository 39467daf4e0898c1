-- oldest program: 0030
-- How long the chain of an order is and what it ends with (docs/decisions/033-evidence.md): a chain of which the last
-- entries were taken away follows from its first entry all the same, and is found by this. Written by the database
-- itself, so that programs of before keep it as well.
create table order_evidence_heads (
  order_id uuid primary key references orders (id) on delete cascade,
  seq integer not null check (seq > 0),
  hash text not null check (hash ~ '^[0-9a-f]{64}$')
);
create function keep_evidence_head() returns trigger language plpgsql as $$
begin
  insert into order_evidence_heads
    select distinct on (order_id) order_id, seq, hash from added order by order_id, seq desc
  on conflict (order_id) do update set seq = excluded.seq, hash = excluded.hash
    where order_evidence_heads.seq < excluded.seq;
  return null;
end $$;
create trigger order_evidence_head after insert on order_evidence
  referencing new table as added for each statement execute function keep_evidence_head();
insert into order_evidence_heads
  select distinct on (order_id) order_id, seq, hash from order_evidence order by order_id, seq desc
on conflict do nothing;

-- Entries go with their order alone.
create function refuse_evidence_removal() returns trigger language plpgsql as $$
begin
  if exists (select from orders where id = old.order_id) then
    raise exception 'Entries of % are not removed', tg_table_name;
  end if;
  return old;
end $$;
create trigger order_evidence_kept_whole before delete on order_evidence
  for each row execute function refuse_evidence_removal();
