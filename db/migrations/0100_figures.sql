-- oldest program: 0075
-- What the back office decides by, counted by day in Korea (docs/decisions/099-figures.md). `source` names the
-- area that counts: its days are counted whole and anew.
create table figure_days (
  metric text not null,
  day date not null,
  category text not null,
  region text not null,
  source text not null,
  value bigint not null,
  primary key (metric, day, category, region)
);
create index figure_days_source on figure_days (source, day);

-- From which day on each area is counted, and when it was last.
create table figure_sources (
  source text primary key,
  counted_from date not null,
  counted_at timestamptz not null
);

-- How many of the customers who joined in a month did something in another; '' for how many joined.
create table figure_cohorts (
  joined_month text not null check (joined_month ~ '^[0-9]{4}-[0-9]{2}$'),
  active_month text not null check (active_month ~ '^([0-9]{4}-[0-9]{2})?$'),
  people integer not null,
  primary key (active_month, joined_month)
);

-- Who wants the figures of the day before by mail.
create table figure_mails (
  user_id uuid primary key references users (id) on delete cascade,
  created_at timestamptz not null
);

-- A day of each table is found by its own index.
create index hire_posts_opened on hire_posts (opened_at) include (kind, region_code);
create index items_created on items (created_at) include (category, region_code);
create index items_sold_at on items (sold_at) include (category, region_code, deal_won) where sold_at is not null;
create index products_published on products (published_at) where published_at is not null;
create index order_lines_paid on order_lines (paid_at) include (product_id) where paid_at is not null;
create index order_groups_paid on order_groups (paid_at) include (buyer_id) where paid_at is not null;
create index claims_created on claims (created_at) include (reason);
create index deal_claims_created on deal_claims (created_at);
create index reports_created on reports (created_at) include (reason);
create index order_disputes_created on order_disputes (created_at);
create index tickets_created on tickets (created_at) include (topic);
create index ledger_held on ledger (at) include (amount_won) where account = 'held';
create index cash_receipts_issued on cash_receipts (issued_at, id) where issued_at is not null;
