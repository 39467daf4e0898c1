-- oldest program: 0030
-- Passkeys, and which one a session was begun with (docs/decisions/057-passkeys.md).

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- As the browser names it, in base64url; the public key likewise.
  credential_id text not null unique,
  public_key text not null,
  -- How often the device has signed, where it counts.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

alter table sessions add column passkey_id uuid references passkeys (id) on delete set null;
create index sessions_passkey on sessions (passkey_id) where passkey_id is not null;

alter table account_changes drop constraint account_changes_kind_check;
alter table account_changes add constraint account_changes_kind_check
  check (kind in ('email', 'password', 'phone', 'payout_account', 'person_account', 'passkey'));
