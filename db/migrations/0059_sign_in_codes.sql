-- oldest program: 0051
-- Codes by which somebody signs in, or finds the account, with the phone number that was checked for it.
-- A number without an account has a row as well, so that nobody learns which have one.
create table sign_in_codes (
  id uuid primary key,
  phone text not null,
  user_id uuid references users (id) on delete cascade,
  code_hash text not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the right code was entered to be told which account it is.
  confirmed_at timestamptz
);
create index sign_in_codes_user on sign_in_codes (user_id);
create index sign_in_codes_expires on sign_in_codes (expires_at);
