-- oldest program: 0075
-- without a transaction
-- A shop's orders by where their goods are, in the order of its list.
create index concurrently if not exists order_lines_seller_newest
  on order_lines (seller_id, state, group_created_at desc, order_id desc) where group_created_at is not null;
