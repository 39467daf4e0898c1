-- oldest program: 0075
-- without a transaction
-- Open posts of a kind in the other orders of their list; the newest have hire_posts_kind.
create index concurrently if not exists hire_posts_kind_wage on hire_posts (kind, hourly_won desc, id desc)
  where state = 'open' and hidden_at is null;
create index concurrently if not exists hire_posts_kind_deadline on hire_posts (kind, deadline_at, id)
  where state = 'open' and hidden_at is null;
