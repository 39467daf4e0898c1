-- Who a person is (users), how they sign in (credentials), where they are signed in (sessions), and what they are here (profiles).

create table users (
  id uuid primary key,
  email text not null unique,
  email_verified boolean not null default false,
  name text not null,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table credentials (
  id uuid primary key,
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credentials_user on credentials (user_id);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- 로그인 상태 유지: outlives closing, for 30 days.
  kept boolean not null default false,
  -- Set when the last page closes; a request within 30 s takes it back.
  closing_at timestamptz
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

create table profiles (
  user_id uuid primary key references users (id) on delete cascade,
  user_type text not null default 'customer' check (user_type in ('customer', 'expert')),
  role text not null default 'user' check (role in ('user', 'admin')),
  -- State of the expert registration, kept here by the experts' service so that one query reads the actor.
  expert_state text,
  name text not null,
  phone text,
  phone_verified_at timestamptz,
  region_code text,
  session_timeout_ms integer check (session_timeout_ms between 300000 and 86400000),
  avatar_id uuid references pictures (id) on delete set null,
  notification_choices jsonb not null default '{}',
  cart jsonb not null default '[]' check (jsonb_typeof(cart) = 'array'),
  banned_until timestamptz,
  ban_reason text,
  left_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index profiles_phone on profiles (phone) where phone_verified_at is not null;
create index profiles_newest on profiles (created_at desc, user_id desc);

create table consents (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('terms', 'privacy', 'age14', 'marketing', 'location', 'third_party')),
  version text not null,
  granted boolean not null,
  given_at timestamptz not null default now()
);
create index consents_user on consents (user_id, kind, given_at desc);

create table phone_codes (
  user_id uuid primary key references users (id) on delete cascade,
  phone text not null,
  code_hash text not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

-- Addresses from which a user has signed in, as keyed hashes: while strangers guess, their owner is not counted with them.
create table known_addresses (
  user_id uuid not null references users (id) on delete cascade,
  address_hash text not null,
  seen_at timestamptz not null,
  primary key (user_id, address_hash)
);
create index known_addresses_age on known_addresses (seen_at);

create table departures (
  user_id uuid primary key,
  reason text not null default '',
  left_at timestamptz not null default now(),
  -- Who it was, apart from everything else, where contracts have to be kept for 5 years (전자상거래법 §6).
  record jsonb,
  keep_until timestamptz
);
