-- oldest program: 0075
-- What colleagues say of a member among themselves.
create table person_notes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  body text not null,
  created_at timestamptz not null
);
create index person_notes_person on person_notes (user_id, id desc);
create index person_notes_author on person_notes (author_id);

create table person_labels (
  user_id uuid not null references users (id) on delete cascade,
  label text not null,
  primary key (user_id, label)
);

-- A transfer over the limit is begun by two: who asked first.
alter table payouts add column start_asked_by uuid, add column start_asked_at timestamptz;
