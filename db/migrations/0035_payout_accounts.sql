-- oldest program: 0030
-- Where people are paid what was released to them, and their payouts by the provider
-- (docs/decisions/031-payouts.md). An account stands here once a word of one won has shown whose it is.
create table payout_accounts (
  user_id uuid primary key references users (id),
  bank text not null,
  account_number text not null,
  account_holder text not null,
  checked_at timestamptz not null,
  -- What we call its owner at the provider: 20 characters at most.
  seller_ref text not null unique,
  provider text check (provider in ('toss', 'simulator')),
  -- What the provider calls them; null until it has registered them.
  seller_id text unique,
  seller_state text check (seller_state in ('APPROVAL_REQUIRED', 'PARTIALLY_APPROVED', 'KYC_REQUIRED', 'APPROVED')),
  -- What the provider has to be told: an account that is new or another.
  is_registration_due boolean not null default true,
  seller_problem text not null default '',
  -- Why nothing is paid out until the account is another or an administrator sends it again.
  hold_reason text not null default '',
  updated_at timestamptz not null
);
create index payout_accounts_due on payout_accounts (updated_at) where is_registration_due;

-- The account that somebody says is theirs, while one won with a word in its sender's name is on its way.
create table account_checks (
  user_id uuid primary key references users (id),
  bank text not null,
  account_number text not null,
  account_holder text not null,
  word_hash text not null,
  state text not null check (state in ('asked', 'checked', 'failed')),
  tries integer not null default 0,
  asked_at timestamptz not null,
  expires_at timestamptz not null
);

-- Shops are paid by an administrator's hand, people by the provider.
alter table payouts add column source text not null default 'shop' check (source in ('shop', 'person'));
-- What was released before this moment is in it.
alter table payouts add column covers_until timestamptz;
alter table payouts add column provider text check (provider in ('toss', 'simulator'));
alter table payouts add column provider_ref text unique;
alter table payouts add column provider_payout_id text unique;
alter table payouts add column provider_seller_id text;
alter table payouts add column sent_at timestamptz;
alter table payouts add constraint payouts_of_people check (source = 'shop'
  or (covers_until is not null and provider is not null and provider_ref is not null and provider_seller_id is not null));
create index payouts_of_people_open on payouts (created_at, id) where source = 'person' and state in ('pending', 'processing');

alter table account_changes drop constraint account_changes_kind_check;
alter table account_changes add constraint account_changes_kind_check
  check (kind in ('email', 'password', 'phone', 'payout_account', 'person_account'));

-- The provider's double.
create table simulated_sellers (
  id text primary key,
  ref text not null unique,
  seller jsonb not null,
  updated_at timestamptz not null
);
create table simulated_payouts (
  id text primary key,
  ref text not null unique,
  payout jsonb not null,
  updated_at timestamptz not null
);
create table simulated_transfers (
  id uuid primary key,
  account_number text not null,
  sender_name text not null,
  at timestamptz not null
);
create index simulated_transfers_account on simulated_transfers (account_number, at desc);
