-- oldest program: 0030
-- What an admin opened last, for the side of the back office; a row is moved on each time it is opened again.
create table admin_recent_records (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  opened_at timestamptz not null,
  primary key (user_id, kind, record_id)
);
create index admin_recent_records_newest on admin_recent_records (user_id, opened_at desc);
create index admin_recent_records_past on admin_recent_records (opened_at);

-- Found by the beginnings of words and of numbers.
create index orders_title_words on orders using gin (title gin_trgm_ops);
create index items_title_words on items using gin (title gin_trgm_ops);
create index products_title_words on products using gin (title gin_trgm_ops);
create index tickets_title_words on tickets using gin (title gin_trgm_ops);
create index sellers_name_words on sellers using gin (name gin_trgm_ops);
create index order_groups_number_start on order_groups (number text_pattern_ops);
create index tickets_name_start on tickets (name text_pattern_ops);
create index tickets_email_start on tickets (email text_pattern_ops);

-- Who hears of what waits.
create index profiles_admins on profiles (user_id) where role = 'admin';

-- The inbox of the back office: who has what waits in a queue, until when it is due, and what was noted about it.
create table admin_cases (
  id uuid primary key,
  queue text not null,
  subject_id uuid not null,
  -- What the screen is about on which it is decided; null where that is a list.
  target_id uuid,
  title text not null,
  since timestamptz not null,
  due_at timestamptz not null,
  holder_id uuid references users (id) on delete set null,
  snoozed_until timestamptz,
  note text not null default '',
  closed_at timestamptz
);
create unique index admin_cases_subject on admin_cases (queue, subject_id);
create index admin_cases_due on admin_cases (due_at, id) where closed_at is null;
create index admin_cases_target on admin_cases (target_id) where closed_at is null;
create index admin_cases_holder on admin_cases (holder_id);
create index admin_cases_past on admin_cases (closed_at) where closed_at is not null;
