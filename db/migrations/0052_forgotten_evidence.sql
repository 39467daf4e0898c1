-- oldest program: 0030
-- The chain of an order also goes where the order is emptied five years after its end, and its row stays for the
-- figures (app/areas/orders/service/retention.server.ts). Until then entries are not removed.
create or replace function refuse_evidence_removal() returns trigger language plpgsql as $$
begin
  if exists (select from orders where id = old.order_id and updated_at > now() - interval '4 years') then
    raise exception 'Entries of % are not removed', tg_table_name;
  end if;
  return old;
end $$;
