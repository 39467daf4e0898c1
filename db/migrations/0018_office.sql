-- The back office: what admins did, what they set, who asks for another admin, and sanctions that no report brought.

-- Who did what, when, before and after. Without foreign keys: a line outlives the person and the thing it speaks of.
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  subject_title text not null default '',
  note text not null default '',
  before jsonb,
  after jsonb
);
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_action on audit_log (action text_pattern_ops, id desc);
create index audit_log_subject on audit_log (subject_kind, subject_id, id desc);
create index audit_log_day on audit_log (at);

-- The log cannot be changed from the product, whoever asks.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% keeps what was written', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_log_kept before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_kept_whole before truncate on audit_log for each statement execute function refuse_change();

-- What an admin sets without code: every saving is a version, the highest is in force; without one the product is as it was shipped.
create table setting_versions (
  key text not null,
  version integer not null check (version > 0),
  value jsonb not null,
  saved_by uuid not null,
  saved_at timestamptz not null,
  primary key (key, version)
);

-- Nobody makes an admin alone.
create table admin_requests (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  asked_by uuid not null references users (id) on delete cascade,
  reason text not null,
  state text not null check (state in ('waiting', 'confirmed', 'refused', 'withdrawn')),
  decided_by uuid references users (id) on delete cascade,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint admin_requests_two_people check (state <> 'confirmed' or decided_by <> asked_by)
);
create unique index admin_requests_once on admin_requests (user_id) where state = 'waiting';
create index admin_requests_user on admin_requests (user_id, id desc);
create index admin_requests_asker on admin_requests (asked_by);
create index admin_requests_decider on admin_requests (decided_by);
create index admin_requests_waiting on admin_requests (id) where state = 'waiting';

-- A sanction of the back office has no report.
alter table sanctions alter column report_id drop not null;
create index sanctions_newest on sanctions (created_at desc, id desc);

-- The list of members: by name, address and phone number, newest and oldest first.
create index profiles_named on profiles (name text_pattern_ops, user_id);
create index profiles_any_phone on profiles (phone text_pattern_ops) where phone is not null;
create index profiles_banned on profiles (banned_until) where banned_until is not null;
create index users_email_start on users (email text_pattern_ops);

-- The shop's money by day.
create index ledger_outside on ledger (at) where account = 'outside';
