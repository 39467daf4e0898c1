-- Sums of money hold more than 4 bytes: 2,147,483,647 won is one large order, or a good month of a seller.
alter table order_groups
  alter column items_won type bigint, alter column shipping_won type bigint,
  alter column discount_won type bigint, alter column total_won type bigint;

alter table shop_orders
  alter column items_won type bigint, alter column shipping_won type bigint,
  alter column discount_won type bigint, alter column refunded_won type bigint,
  alter column retained_won type bigint, alter column released_won type bigint;

-- What is multiplied by a quantity has to hold the product.
alter table order_lines
  alter column unit_won type bigint, alter column discount_won type bigint,
  alter column platform_discount_won type bigint, alter column commission_won type bigint;

alter table claims alter column kept_won type bigint;
alter table payments alter column amount_won type bigint;
alter table refunds alter column amount_won type bigint;
alter table payouts alter column amount_won type bigint;
alter table ledger alter column amount_won type bigint;

-- Sellers whose payout could not be made in the last run, until it is.
create table payout_problems (
  seller_id uuid primary key references sellers (user_id),
  tries integer not null check (tries > 0),
  failure text not null,
  failed_at timestamptz not null
);
