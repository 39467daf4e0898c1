-- oldest program: 0075
-- without a transaction
-- Lines that were cancelled or sent back are few beside those that were kept.
create index concurrently if not exists order_lines_ended on order_lines (state, order_id)
  where state in ('cancelled', 'returned');
