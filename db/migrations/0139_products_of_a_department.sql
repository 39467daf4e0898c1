-- oldest program: 0075
-- without a transaction
-- Products of a department in each order of their list; the popular have products_department.
create index concurrently if not exists products_department_price on products (department, price_won, id)
  where state = 'published' and hidden_at is null;
create index concurrently if not exists products_department_newest
  on products (department, published_at desc, id desc) where state = 'published' and hidden_at is null;
create index concurrently if not exists products_department_rating
  on products (department, rating_rank desc, id desc) where state = 'published' and hidden_at is null;
create index concurrently if not exists products_department_discount
  on products (department, discount_percent desc, id desc) where state = 'published' and hidden_at is null;
