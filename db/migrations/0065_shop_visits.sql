-- oldest program: 0030
-- What buyers gather before they order: the carts of visitors, hearts, views, alerts
-- (docs/decisions/066-visitor-cart.md, 067-alerts-of-products.md).

-- Carts of visitors that were put into a member's, so that each is added once. Their cookie lasts 30 days.
create table merged_carts (
  id uuid primary key,
  merged_at timestamptz not null
);
create index merged_carts_merged_at on merged_carts (merged_at);

create table product_views (
  user_id uuid not null references users (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  viewed_at timestamptz not null,
  primary key (user_id, product_id)
);
create index product_views_newest on product_views (user_id, viewed_at desc, product_id desc);
create index product_views_product on product_views (product_id);

-- The lowest price that the person knows: of the heart, or of the last notification. Null where the program
-- before put the heart.
alter table product_favorites add column known_won integer;
update product_favorites f set known_won = p.price_won from products p where p.id = f.product_id;
create index product_favorites_newest on product_favorites (user_id, created_at desc, product_id desc);

-- Who wants to know when an option can be bought again; gone once they were told.
create table restock_alerts (
  variant_id uuid not null references variants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (variant_id, user_id)
);
create index restock_alerts_user on restock_alerts (user_id);

-- Who found a review helpful. helpful_count follows the rows, so that marking one locks no review.
create table review_marks (
  review_id uuid not null references product_reviews (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (review_id, user_id)
);
create index review_marks_user on review_marks (user_id);
alter table product_reviews add column helpful_count integer not null default 0;
create index product_reviews_helpful on product_reviews (product_id, helpful_count desc, id desc);
create index product_reviews_rating on product_reviews (product_id, rating, id);
