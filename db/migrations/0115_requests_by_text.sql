-- oldest program: 0075
-- without a transaction
-- A word within a kind of work: both are looked up in one index, which needs no rows of other kinds.
create index concurrently if not exists orders_category_pairs on orders using gin ((text_pairs(title) || category));
