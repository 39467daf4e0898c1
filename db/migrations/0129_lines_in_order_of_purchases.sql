-- oldest program: 0075
-- without a transaction
-- Purchases by where their goods are, in the order of each list; what is confirmed is nearly everything, and
-- its dearest are found by order_groups_amount. Purchases of a product; what was refunded, in the order of
-- time; lines whose copy is missing. The four that go are the beginnings of these.
create index concurrently if not exists order_lines_state_newest
  on order_lines (state, group_created_at desc, group_id desc) where group_created_at is not null;
create index concurrently if not exists order_lines_state_amount
  on order_lines (state, group_total_won desc, group_id desc)
  where group_total_won is not null and state <> 'confirmed';
create index concurrently if not exists order_lines_product_newest
  on order_lines (product_id, group_created_at desc, group_id desc) include (group_total_won);
create index concurrently if not exists order_lines_without_purchase on order_lines (state, order_id)
  where group_id is null;
create index concurrently if not exists shop_orders_refunded_newest
  on shop_orders (created_at desc, group_id desc) include (refunded_won) where refunded_won > 0;
drop index concurrently if exists order_lines_under_way;
drop index concurrently if exists order_lines_ended;
drop index concurrently if exists shop_orders_refunded;
drop index concurrently if exists order_lines_product;
