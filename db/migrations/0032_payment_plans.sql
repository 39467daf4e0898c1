-- oldest program: 0030
-- Safe payment of services (docs/decisions/029-held-charges.md, 030-payment-plans.md): the plan of a proposal,
-- and the parts of an order that is paid by it.
alter table proposals add column plan jsonb not null default '[]';
alter table orders add column payment text not null default 'direct' check (payment in ('direct', 'safe'));
-- Frozen when the proposal was chosen.
alter table orders add column fee_payer text check (fee_payer in ('customer', 'expert'));
alter table orders add column fee_bps integer check (fee_bps between 0 and 10000);
alter table orders add check (payment = 'direct' or expert_id is null or (fee_payer is not null and fee_bps is not null));

create table order_parts (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  position integer not null,
  -- The change order that this part was added for; null for a part of the plan.
  change_order_id uuid unique references change_orders (id),
  name text not null,
  task text not null,
  materials text not null default '',
  amount_won integer not null check (amount_won > 0),
  days integer not null check (days between 1 and 365),
  state text not null check (state in ('planned', 'asked', 'held', 'delivered', 'changes_requested', 'released', 'disputed', 'settled', 'cancelled')),
  charge_id uuid references charges (id),
  -- What the expert wrote when they delivered it.
  note text not null default '',
  asked_at timestamptz,
  held_at timestamptz,
  delivered_at timestamptz,
  released_at timestamptz,
  -- How many reminders of the present state went out.
  reminders integer not null default 0,
  unique (order_id, position) deferrable initially immediate
);
create index order_parts_charge on order_parts (charge_id);
create index order_parts_waiting on order_parts (asked_at) where state = 'asked';
create index order_parts_silent on order_parts (delivered_at) where state = 'delivered';
alter table order_photos add column part_id uuid references order_parts (id);
create index order_photos_part on order_photos (part_id) where part_id is not null;

-- 견적 잠금: what is charged for an order never exceeds what was agreed and the accepted change orders.
create function check_order_price_lock() returns trigger language plpgsql as $$
declare
  agreed bigint;
  charged bigint;
begin
  select coalesce(o.agreed_won, 0) + coalesce((select sum(c.amount_won) from change_orders c
    where c.order_id = o.id and c.state = 'accepted'), 0) into agreed from orders o where o.id = new.order_id;
  select coalesce(sum(p.amount_won), 0) into charged from order_parts p where p.order_id = new.order_id;
  if charged > agreed then
    raise exception 'the parts of the order % come to % won, but % were agreed', new.order_id, charged, agreed
      using errcode = 'check_violation', constraint = 'order_parts_price_lock';
  end if;
  return null;
end
$$;
create constraint trigger order_parts_price_lock after insert or update of amount_won, order_id on order_parts
  deferrable initially deferred for each row execute function check_order_price_lock();
-- A charge asks for the price of its part and nothing else.
create function check_part_charge() returns trigger language plpgsql as $$
begin
  if new.charge_id is not null and not exists (select from charges c where c.id = new.charge_id
      and c.kind = 'order_part' and c.subject_id = new.id and c.amount_won = new.amount_won) then
    raise exception 'the charge % is not that of the part %', new.charge_id, new.id
      using errcode = 'check_violation', constraint = 'order_parts_own_charge';
  end if;
  return null;
end
$$;
create constraint trigger order_parts_own_charge after insert or update of charge_id, amount_won on order_parts
  deferrable initially deferred for each row execute function check_part_charge();

-- How two people divide what is held when they end an order before its time.
create table order_splits (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  proposed_by text not null check (proposed_by in ('customer', 'expert')),
  -- What was held of the price when it was proposed, and how much of it the expert is to get.
  held_won bigint not null check (held_won > 0),
  expert_won bigint not null check (expert_won >= 0 and expert_won <= held_won),
  reason text not null,
  state text not null check (state in ('proposed', 'accepted', 'countered', 'expired', 'closed')),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz
);
create unique index order_splits_open on order_splits (order_id) where state = 'proposed';
create index order_splits_order on order_splits (order_id, id);
create index order_splits_due on order_splits (expires_at) where state = 'proposed';
