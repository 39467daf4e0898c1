-- oldest program: 0075
-- without a transaction
-- The requests of which more experts are to be told are looked for every minute.
create index concurrently if not exists orders_alerts on orders (alerts_at) where alerts_at is not null;
