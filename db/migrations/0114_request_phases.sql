-- oldest program: 0075
-- without a transaction
-- The office's requests by where they stand, and by kind of work: each queue is one stretch of an index.
create index concurrently if not exists orders_phase on orders ((case when state in ('matched', 'in_progress', 'delivered', 'changes_requested') then 'working' when state in ('cancelled', 'expired') then 'ended' else state end), created_at desc, id desc);
create index concurrently if not exists orders_category_phase on orders (category, (case when state in ('matched', 'in_progress', 'delivered', 'changes_requested') then 'working' when state in ('cancelled', 'expired') then 'ended' else state end), created_at desc, id desc);
