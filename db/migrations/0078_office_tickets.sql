-- oldest program: 0075
-- What colleagues say of a question among themselves: how urgent it is, notes, and sentences for answers.
alter table tickets add column priority text not null default 'normal'
  check (priority in ('high', 'normal', 'low'));
create index tickets_priority on tickets (priority, id desc);

create table ticket_notes (
  id uuid primary key,
  ticket_id uuid not null references tickets (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  body text not null,
  created_at timestamptz not null
);
create index ticket_notes_ticket on ticket_notes (ticket_id, id);
create index ticket_notes_author on ticket_notes (author_id);

create table ticket_macros (
  id uuid primary key,
  title text not null,
  body text not null,
  updated_at timestamptz not null
);
create unique index ticket_macros_title on ticket_macros (title);
