-- oldest program: 0075
-- without a transaction
-- The shop's own field leads to the one search: no list looks for words in products any more.
drop index concurrently if exists products_search_pairs;
