-- Who wants nothing to do with whom, what is reported, and what was decided about it.

create table blocks (
  blocker_id uuid not null references users (id) on delete cascade,
  blocked_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);
create index blocks_newest on blocks (blocker_id, created_at desc, blocked_id);

create table reports (
  id uuid primary key,
  reporter_id uuid not null references users (id) on delete cascade,
  subject_kind text not null check (subject_kind in ('order', 'proposal', 'expert', 'hire', 'seek', 'item', 'product', 'review', 'message', 'person')),
  subject_id uuid not null,
  -- What the thing was called when it was reported: it may be gone by the time it is looked at.
  subject_title text not null,
  -- Whose it was; null where nobody's.
  accused_id uuid references users (id) on delete set null,
  reason text not null,
  details text not null default '',
  state text not null check (state in ('filed', 'triaged', 'actioned', 'dismissed', 'appealed', 'upheld', 'reversed')),
  -- Who acted or dismissed: an appeal is decided by somebody else.
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index reports_queue on reports (state, created_at, id);
create index reports_reporter on reports (reporter_id, id desc);
create index reports_accused on reports (accused_id, id desc);
create index reports_decider on reports (decided_by);
create index reports_subject on reports (subject_kind, subject_id);
-- One person has one report of a thing under way.
create unique index reports_once on reports (reporter_id, subject_kind, subject_id) where state in ('filed', 'triaged');

create table report_pictures (
  report_id uuid not null references reports (id) on delete cascade,
  picture_id uuid not null references pictures (id),
  position integer not null,
  primary key (report_id, position)
);
create index report_pictures_picture on report_pictures (picture_id);

create table report_events (
  id uuid primary key,
  report_id uuid not null references reports (id) on delete cascade,
  move text not null,
  from_state text,
  to_state text not null,
  actor_id uuid,
  actor_role text not null,
  note text not null default '',
  at timestamptz not null default now()
);
create index report_events_of on report_events (report_id, id);

-- What was done: a thing hidden, a person banned or warned. Lifted, never removed.
create table sanctions (
  id uuid primary key,
  report_id uuid not null references reports (id) on delete cascade,
  kind text not null check (kind in ('warned', 'hidden', 'banned')),
  user_id uuid references users (id) on delete set null,
  reason text not null,
  ends_at timestamptz,
  decided_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  lifted_at timestamptz
);
create index sanctions_report on sanctions (report_id);
create index sanctions_user on sanctions (user_id, created_at desc);
create index sanctions_decider on sanctions (decided_by);
