-- oldest program: 0075
-- Keys with which programs act for their owner. Of a key only its hash is stored.
create table api_keys (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  name text not null,
  prefix text not null,
  key_hash text not null unique,
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_owner on api_keys (owner_id, id desc);

-- What a request with an Idempotency-Key was answered, for a day; status is null while it is worked on.
create table api_answers (
  key_id uuid not null references api_keys (id) on delete cascade,
  idempotency_key text not null,
  fingerprint text not null,
  status integer,
  body text not null default '',
  created_at timestamptz not null,
  primary key (key_id, idempotency_key)
);
create index api_answers_age on api_answers (created_at);
