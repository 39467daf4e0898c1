-- What people are told: one row for each person and happening, read once.

create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  title text not null,
  text text not null default '',
  href text not null,
  -- The happening it tells of: the same is told a person once.
  once text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  unique (user_id, once)
);
create index notifications_newest on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
