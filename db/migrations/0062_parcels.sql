-- oldest program: 0030
-- Parcels as their carriers tell of them, what was promised to a buyer, and who said that a thing has arrived
-- (docs/decisions/069-parcels.md).

alter table shop_orders add column arrives_on date;

alter table order_lines add column delivery_source text
  check (delivery_source in ('carrier', 'buyer', 'seller', 'assumed'));
-- Said to be delivered, and its buyer has not got it.
alter table order_lines add column missing_at timestamptz;
-- How often its buyer was asked whether it has arrived.
alter table order_lines add column arrival_asked integer not null default 0;
update order_lines set delivery_source = coalesce((
    select case e.actor_role when 'buyer' then 'buyer' when 'seller' then 'seller' else 'assumed' end
    from line_events e where e.line_id = order_lines.id and e.move = 'deliver' order by e.at desc limit 1
  ), 'assumed')
where state = 'delivered';

create table parcels (
  id uuid primary key,
  order_id uuid not null references shop_orders (id),
  carrier text not null,
  tracking_number text not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'accepted', 'picked_up', 'in_transit', 'out_for_delivery', 'delivered')),
  delivered_at timestamptz,
  -- [{at, state, place, text}], the oldest first.
  stations jsonb not null default '[]',
  -- The carrier is not asked any more where it is null.
  next_check_at timestamptz,
  checked_at timestamptz,
  failures integer not null default 0,
  failure text not null default '',
  sent_at timestamptz not null,
  unique (order_id, carrier, tracking_number)
);
create index parcels_due on parcels (next_check_at) where next_check_at is not null;
