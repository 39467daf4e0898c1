-- oldest program: 0075
-- without a transaction
-- The open requests that an expert is invited to are counted on each of their screens.
create index concurrently if not exists orders_invited on orders (invited_expert_id)
  where state = 'open' and hidden_at is null and invited_expert_id is not null;
