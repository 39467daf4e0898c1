-- oldest program: 0074
-- How far around its owner's neighbourhoods an alert looks; one of a chosen region looks there alone.
alter table keyword_alerts
  add column range text not null default 'all' check (range in ('own', 'next', 'city', 'all'));

-- New jobs that somebody waits for: of a kind, with words, in a place.
create table job_alerts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text,
  -- As typed, for its owner; empty for jobs of any title.
  keyword text not null,
  -- Its words without case and marks; the longest one is what alerts are looked up by, empty for none.
  words text[] not null,
  head text not null,
  region_code text,
  range text not null check (range in ('own', 'next', 'city', 'all')),
  created_at timestamptz not null default now(),
  constraint job_alerts_once unique nulls not distinct (user_id, kind, words, region_code, range)
);
create index job_alerts_head on job_alerts (head, kind);
