-- oldest program: 0075
-- without a transaction
-- What a shop has to do, which few rows are: its lines under way, and options that are nearly gone.
create index concurrently if not exists order_lines_under_way on order_lines (state, order_id)
  where state in ('paid', 'preparing', 'shipped', 'delivered');
create index concurrently if not exists variants_low on variants (product_id) include (stock) where retired_at is null and stock < 5;
