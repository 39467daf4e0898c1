-- oldest program: 0075
-- without a transaction
-- Purchases that wait for their money or expired, which few are beside those that were paid.
create index concurrently if not exists order_groups_unpaid on order_groups (state, created_at desc, id desc)
  where state <> 'paid';
