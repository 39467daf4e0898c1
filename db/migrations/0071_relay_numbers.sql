-- oldest program: 0030
-- The relay number (안심번호) of an order, and who wants the numbers themselves
-- (docs/decisions/059-relay-numbers.md).

create table order_relays (
  order_id uuid primary key references orders (id) on delete cascade,
  -- Null until the provider has given one, and after it was given back.
  number text,
  customer_shares_at timestamptz,
  expert_shares_at timestamptz,
  created_at timestamptz not null
);
create unique index order_relays_number on order_relays (number) where number is not null;

-- The provider's double: which number leads where.
create sequence simulated_relay_numbers;
create table simulated_relays (
  ref text primary key,
  number text not null unique,
  phone text not null
);
