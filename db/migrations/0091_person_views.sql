-- oldest program: 0075
-- An administrator looks at the product as a member sees it, for a while and without changing anything.
create table person_views (
  id uuid primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  reason text not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index person_views_session on person_views (session_id);
create index person_views_user on person_views (user_id);
