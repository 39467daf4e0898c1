-- oldest program: 0075
-- Lower prices of a product from a moment until another. A job writes them to the options and back, so that
-- every list, search and purchase reads one price. While it runs, `options` has what each cost before.
create table price_sales (
  id uuid primary key,
  seller_id uuid not null references sellers (user_id),
  product_id uuid not null references products (id),
  state text not null check (state in ('planned', 'running', 'ended')),
  options jsonb not null,
  list_before_won integer,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  created_at timestamptz not null
);
create index price_sales_seller on price_sales (seller_id, id desc);
create index price_sales_product on price_sales (product_id) where state <> 'ended';
create index price_sales_planned on price_sales (starts_at) where state = 'planned';
create index price_sales_running on price_sales (ends_at) where state = 'running';

-- What an option cost until when: the price before a sale is the lowest of the last 20 days.
create table variant_prices (
  id uuid primary key default gen_random_uuid(),
  variant_id uuid not null references variants (id) on delete cascade,
  price_won integer not null,
  until timestamptz not null
);
create index variant_prices_variant on variant_prices (variant_id, until);
create index variant_prices_age on variant_prices (until);

create function note_variant_price() returns trigger language plpgsql as $$
begin
  insert into variant_prices (variant_id, price_won, until) values (old.id, old.price_won, now());
  return null;
end $$;
create trigger variant_price_noted after update of price_won on variants
  for each row when (old.price_won <> new.price_won) execute function note_variant_price();
