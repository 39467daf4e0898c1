-- What was changed of an account can be taken back for seven days (docs/decisions/024-taking-changes-back.md).

create table account_changes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('email', 'password', 'phone', 'payout_account')),
  -- What it was and what it became; empty for a password, which is set anew and never restored.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  changed_at timestamptz not null,
  undone_at timestamptz
);
create index account_changes_user on account_changes (user_id, changed_at);
create index account_changes_age on account_changes (changed_at);
-- An address that can still be taken back belongs to nobody else meanwhile.
create index account_changes_email on account_changes ((before ->> 'email')) where kind = 'email' and undone_at is null;
