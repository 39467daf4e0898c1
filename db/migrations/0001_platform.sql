-- What the product stands on: events, messages, limits, pictures, drafts.

create table outbox (
  id bigint generated always as identity primary key,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  handled_at timestamptz,
  tries integer not null default 0,
  failure text
);
create index outbox_waiting on outbox (id) where handled_at is null;
create index outbox_handled on outbox (handled_at) where handled_at is not null;

create table messages (
  id uuid primary key,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  body text not null,
  created_at timestamptz not null default now()
);
create index messages_newest on messages (created_at desc, id desc);

-- Fixed windows against guessing; losing them in a crash is harmless.
create unlogged table rate_limits (
  key text primary key,
  hits integer not null,
  resets_at timestamptz not null
);
create index rate_limits_reset on rate_limits (resets_at);

create table pictures (
  id uuid primary key,
  owner_id uuid not null,
  purpose text not null check (purpose in ('order', 'after', 'portfolio', 'certificate', 'review', 'avatar', 'cover', 'test')),
  storage_key text not null,
  original_name text not null,
  alt text not null default '',
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  placeholder text not null,
  created_at timestamptz not null default now(),
  attached_at timestamptz
);
create index pictures_owner on pictures (owner_id, purpose, created_at desc);
create index pictures_loose on pictures (created_at) where attached_at is null;

-- Long forms save themselves; owner is a user's id, or "visitor:" and the id in the visitor's draft cookie.
create table drafts (
  owner text not null,
  form text not null,
  content jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (owner, form)
);
create index drafts_age on drafts (updated_at);

-- A form sent twice makes one record: the key of the first sending answers the second.
create table submissions (
  key uuid not null,
  actor_id uuid not null,
  form text not null,
  result jsonb not null,
  created_at timestamptz not null default now(),
  primary key (actor_id, form, key)
);
create index submissions_age on submissions (created_at);

-- Which parts of the demo town are there; a database without the town has none.
create table demo_town (
  part text primary key,
  created_at timestamptz not null
);
