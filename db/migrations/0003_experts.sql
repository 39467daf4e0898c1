-- Experts: registration, profile, portfolio, certificates, and the numbers shown beside their names.

-- Words are searched as the keys of a Korean keyboard, which are the same in every locale; see areas/search/rules.ts.
create extension if not exists pg_trgm;

create table experts (
  user_id uuid primary key references users (id) on delete cascade,
  state text not null check (state in ('applied', 'reviewing', 'needs_info', 'approved', 'rejected', 'suspended', 'terminated')),
  name text not null,
  one_line text not null,
  introduction text not null,
  career_years integer not null check (career_years between 0 and 60),
  business_number text not null,
  business_name text not null,
  representative text not null,
  work_hours text not null default '',
  warranty text not null default '',
  price_from_won integer check (price_from_won between 0 and 1000000000),
  price_from_unit text not null default '',
  -- [{name, unit, priceWon}]
  prices jsonb not null default '[]',
  -- [{kind, label, source, grantedAt, expiresAt}]
  badges jsonb not null default '[]',
  -- [{from, to}]
  vacations jsonb not null default '[]',
  avatar_id uuid references pictures (id) on delete set null,
  cover_id uuid references pictures (id) on delete set null,
  state_reason text not null default '',
  applied_at timestamptz not null,
  reviewing_at timestamptz,
  decided_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text not null default '',
  -- Written by events of orders, proposals and reviews.
  hires integer not null default 0,
  repeat_hires integer not null default 0,
  review_count integer not null default 0,
  rating_sum integer not null default 0,
  rating_rank real not null default 0,
  -- The rating as shown, in tenths; 0 under three reviews ("신규").
  rating_tenths integer not null generated always as (case when review_count >= 3 then (rating_sum * 20 + review_count) / (review_count * 2) else 0 end) stored,
  response_minutes integer,
  favorite_count integer not null default 0,
  search_key text not null default '',
  search_choseong text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index experts_business_number on experts (business_number) where state not in ('rejected', 'terminated');
create index experts_queue on experts (applied_at, user_id) where state in ('applied', 'reviewing', 'needs_info');
create index experts_recommended on experts (rating_rank desc, user_id desc) where state = 'approved' and hidden_at is null;
create index experts_rating on experts (rating_tenths desc, review_count desc, user_id desc) where state = 'approved' and hidden_at is null;
create index experts_reviews on experts (review_count desc, user_id desc) where state = 'approved' and hidden_at is null;
create index experts_hires on experts (hires desc, user_id desc) where state = 'approved' and hidden_at is null;
create index experts_response on experts (coalesce(response_minutes, 1000000), user_id) where state = 'approved' and hidden_at is null;
create index experts_price on experts (coalesce(price_from_won, 2000000000), user_id) where state = 'approved' and hidden_at is null;

create index experts_search_key on experts using gin (search_key gin_trgm_ops) where state = 'approved' and hidden_at is null;
create index experts_search_choseong on experts using gin (search_choseong gin_trgm_ops) where state = 'approved' and hidden_at is null;

create table expert_categories (
  expert_id uuid not null references experts (user_id) on delete cascade,
  category text not null check (category in ('repair', 'interior', 'moving', 'demolition', 'installation')),
  primary key (category, expert_id)
);
create index expert_categories_expert on expert_categories (expert_id);

-- region_code: a 시/군/구, a 시/도, or 'all'.
create table expert_regions (
  expert_id uuid not null references experts (user_id) on delete cascade,
  region_code text not null,
  primary key (region_code, expert_id)
);
create index expert_regions_expert on expert_regions (expert_id);

create table expert_portfolio (
  id uuid primary key,
  expert_id uuid not null references experts (user_id) on delete cascade,
  title text not null,
  description text not null default '',
  category text not null check (category in ('repair', 'interior', 'moving', 'demolition', 'installation')),
  price_won integer check (price_won >= 0),
  area_pyeong integer check (area_pyeong between 1 and 1000),
  done_on date,
  before_id uuid references pictures (id) on delete set null,
  after_id uuid not null references pictures (id),
  position integer not null,
  created_at timestamptz not null default now()
);
create index expert_portfolio_order on expert_portfolio (expert_id, position, id);

create table expert_certificates (
  id uuid primary key,
  expert_id uuid not null references experts (user_id) on delete cascade,
  name text not null,
  issuer text not null,
  acquired_on date,
  picture_id uuid references pictures (id) on delete set null,
  verified_at timestamptz
);
create index expert_certificates_expert on expert_certificates (expert_id);

create table expert_questions (
  id uuid primary key,
  expert_id uuid not null references experts (user_id) on delete cascade,
  asker_id uuid references users (id) on delete set null,
  question text not null,
  answer text,
  asked_at timestamptz not null default now(),
  answered_at timestamptz
);
create index expert_questions_expert on expert_questions (expert_id, asked_at desc);

create table expert_favorites (
  user_id uuid not null references users (id) on delete cascade,
  expert_id uuid not null references experts (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, expert_id)
);
create index expert_favorites_expert on expert_favorites (expert_id);

create table expert_decisions (
  id uuid primary key,
  expert_id uuid not null references experts (user_id) on delete cascade,
  actor_id uuid not null,
  from_state text not null,
  to_state text not null,
  reason text not null default '',
  at timestamptz not null default now()
);
create index expert_decisions_expert on expert_decisions (expert_id, at desc);
