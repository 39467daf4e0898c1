-- oldest program: 0075
-- without a transaction
-- How the stars of a shop's reviews are spread, and those that wait for a reply, in the order of their list.
create index concurrently if not exists product_reviews_seller_stars
  on product_reviews (seller_id, rating) where hidden_at is null;
create index concurrently if not exists product_reviews_seller_waiting
  on product_reviews (seller_id, created_at desc, id desc) where hidden_at is null and reply is null;
