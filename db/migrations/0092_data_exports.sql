-- oldest program: 0075
-- What a member asks to have of their own data (개인정보 보호법 §35, §35의2): a file that is made by a job.
create table data_exports (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  state text not null check (state in ('waiting', 'ready', 'gone')),
  asked_at timestamptz not null,
  done_parts integer not null default 0,
  total_parts integer not null,
  bytes bigint,
  ready_at timestamptz,
  expires_at timestamptz,
  fetched_at timestamptz
);
create unique index data_exports_waiting on data_exports (user_id) where state = 'waiting';
create index data_exports_person on data_exports (user_id, asked_at desc);
create index data_exports_open on data_exports (state, asked_at) where state <> 'gone';
