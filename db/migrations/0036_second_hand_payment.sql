-- oldest program: 0030
-- 안심결제 of second-hand goods (docs/decisions/035-second-hand-payment.md): the switch of an item, and the
-- deals that are paid by it.
alter table items add column safe boolean not null default false;
-- What the buyer pays for the parcel on top of the price; 0 where the seller pays it.
alter table items add column parcel_fee_won integer not null default 0 check (parcel_fee_won between 0 and 100000);

create table deals (
  id uuid primary key,
  item_id uuid not null references items (id),
  buyer_id uuid not null references users (id),
  seller_id uuid not null references users (id) check (seller_id <> buyer_id),
  method text not null check (method in ('direct', 'parcel')),
  price_won integer not null check (price_won between 1000 and 5000000),
  parcel_fee_won integer not null check (parcel_fee_won between 0 and 100000),
  state text not null check (state in ('asked', 'paid', 'sent', 'received', 'claimed', 'disputed', 'returning', 'sent_back', 'done', 'cancelled', 'returned')),
  charge_id uuid unique references charges (id),
  -- The seller had reserved the item for this buyer before: it stays reserved when nobody pays.
  was_reserved boolean not null,
  -- Where the parcel goes; empty at a meeting, and once it is forgotten.
  recipient text not null default '',
  phone text not null default '',
  zonecode text not null default '',
  address text not null default '',
  address_detail text not null default '',
  request text not null default '',
  -- Which code the buyer shows at the meeting, and how often a wrong one was typed instead of it.
  code_number integer not null default 1,
  code_tries integer not null default 0,
  carrier text,
  tracking_number text,
  return_carrier text,
  return_tracking_number text,
  -- When time moves the deal on, if nobody does before.
  due_at timestamptz,
  paid_at timestamptz,
  sent_at timestamptz,
  received_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state in ('done', 'cancelled', 'returned')) = (ended_at is not null))
);
create unique index deals_open on deals (item_id) where state not in ('done', 'cancelled', 'returned');
create index deals_item on deals (item_id, id desc);
create index deals_buyer on deals (buyer_id, id desc);
create index deals_seller on deals (seller_id, id desc);
create index deals_due on deals (due_at) where due_at is not null;
create index deals_disputed on deals (updated_at, id) where state = 'disputed';
create index deals_ended on deals (ended_at) where address <> '';

create table deal_events (
  id uuid primary key,
  deal_id uuid not null references deals (id) on delete cascade,
  move text not null,
  from_state text,
  to_state text not null,
  role text not null check (role in ('buyer', 'seller', 'admin', 'system')),
  actor_id uuid,
  note text not null default '',
  at timestamptz not null
);
create index deal_events_deal on deal_events (deal_id, at);

create table deal_claims (
  id uuid primary key,
  deal_id uuid not null unique references deals (id) on delete cascade,
  kind text not null check (kind in ('different', 'broken', 'missing')),
  details text not null,
  seller_note text not null default '',
  outcome text check (outcome in ('refund', 'return', 'release')),
  reason text not null default '',
  decided_by uuid references users (id),
  decided_at timestamptz,
  created_at timestamptz not null
);
create index deal_claims_decider on deal_claims (decided_by) where decided_by is not null;
create index deal_claims_decided on deal_claims (decided_at desc, id desc) where decided_at is not null;

create table deal_claim_pictures (
  claim_id uuid not null references deal_claims (id) on delete cascade,
  picture_id uuid not null references pictures (id),
  position integer not null,
  primary key (claim_id, position)
);
create index deal_claim_pictures_picture on deal_claim_pictures (picture_id);

-- A charge asks for the price and the parcel of its deal, and nothing else.
create function check_deal_charge() returns trigger language plpgsql as $$
begin
  if new.charge_id is not null and not exists (select from charges c where c.id = new.charge_id
      and c.kind = 'deal' and c.subject_id = new.id and c.amount_won = new.price_won + new.parcel_fee_won) then
    raise exception 'the charge % is not that of the deal %', new.charge_id, new.id
      using errcode = 'check_violation', constraint = 'deals_own_charge';
  end if;
  return null;
end
$$;
create constraint trigger deals_own_charge after insert or update of charge_id, price_won, parcel_fee_won on deals
  deferrable initially deferred for each row execute function check_deal_charge();

-- Cards in a room: what happened with the thing that the two talk about, written by its area.
alter table chat_messages drop constraint chat_messages_kind_check;
alter table chat_messages add constraint chat_messages_kind_check check (kind in ('text', 'pictures', 'appointment', 'system', 'card')) not valid;
alter table chat_messages validate constraint chat_messages_kind_check;
alter table chat_messages add column card jsonb;
