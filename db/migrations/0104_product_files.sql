-- oldest program: 0075
-- A file of products that was looked through and is not taken over yet; kept for a day.
create table product_files (
  id uuid primary key,
  seller_id uuid not null references sellers (user_id),
  name text not null,
  products jsonb not null,
  created_at timestamptz not null
);
create index product_files_seller on product_files (seller_id);
create index product_files_age on product_files (created_at);
