-- oldest program: 0075
-- Each line of the audit log in a chain: what is changed, taken out or put in later shows
-- (docs/decisions/089-audit-chain.md).
create table audit_links (
  seq bigint primary key check (seq > 0),
  entry_id uuid not null unique references audit_log (id),
  hash text not null
);
create trigger audit_links_kept before update or delete on audit_links
  for each row execute function refuse_change();
create trigger audit_links_kept_whole before truncate on audit_links
  for each statement execute function refuse_change();
create index audit_log_note_pairs on audit_log using gin (text_pairs(note));
create index audit_log_title_pairs on audit_log using gin (text_pairs(subject_title));

-- Who looked at, changed or saved whose data, when and from where (개인정보의 안전성 확보조치 기준 §8).
create table access_records (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid not null,
  address text not null,
  deed text not null check (deed in ('view', 'search', 'change', 'export')),
  kind text not null,
  subject_id text not null,
  person_id uuid,
  people integer not null,
  note text not null
);
create index access_records_all on access_records (id desc);
create index access_records_at on access_records (at);
create index access_records_actor on access_records (actor_id, id desc);
create index access_records_person on access_records (person_id, id desc);

-- The records of each month were looked through.
create table access_reviews (
  month text primary key check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  reviewed_by uuid not null,
  reviewed_at timestamptz not null,
  note text not null
);
create trigger access_reviews_kept before update or delete on access_reviews
  for each row execute function refuse_change();
