-- oldest program: 0030
-- The second factor of an account (docs/decisions/043-who-is-signed-in.md): the secret that an authenticator
-- app shares with us, encrypted, and the recovery codes for who has lost it, as hashes. A secret counts from
-- the moment its owner has typed a code of it.

create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  -- The step of 30 s of the last code that was taken: no code is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);
