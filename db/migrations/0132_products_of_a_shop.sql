-- oldest program: 0075
-- without a transaction
-- A shop's goods by their state, in the order of its list: its tabs, their counts and what runs out.
create index concurrently if not exists products_seller_state on products (seller_id, state, created_at desc, id desc);
