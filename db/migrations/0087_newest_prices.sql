-- oldest program: 0075
-- The price guide reads the newest prices of each kind of work instead of all of them.
create index orders_service_prices on orders (category, service, matched_at desc nulls last)
  include (agreed_won) where agreed_won is not null and state <> 'cancelled';
drop index orders_prices;
