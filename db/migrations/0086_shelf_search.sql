-- oldest program: 0075
-- The shelves are searched by the letters of a keyboard: any part of two of them.
create index products_search_pairs on products using gin (text_pairs(search_key));
analyze products;
