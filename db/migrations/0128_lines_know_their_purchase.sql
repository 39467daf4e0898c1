-- oldest program: 0075
-- Copies of the purchase on each of its lines, so that one index knows the state of a line and the order of a
-- list: its id, and of one that was placed, when it was begun and what it costs. None of them changes once a
-- line has left 'payment_waiting'. The database writes them, so that a program of before does too; lines of
-- before are filled by a job, in portions.
alter table order_lines add column group_id uuid;
alter table order_lines add column group_created_at timestamptz;
alter table order_lines add column group_total_won bigint;
create function copy_purchase_to_line() returns trigger language plpgsql as $$
begin
  select g.id, case when g.consented_at is not null then g.created_at end,
      case when g.consented_at is not null then g.total_won end
    into new.group_id, new.group_created_at, new.group_total_won
    from shop_orders o join order_groups g on g.id = o.group_id where o.id = new.order_id;
  return new;
end $$;
create trigger purchase_copied before insert or update of state on order_lines
  for each row when (new.group_id is null and new.state <> 'payment_waiting')
  execute function copy_purchase_to_line();
