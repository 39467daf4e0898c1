-- oldest program: 0053
-- What an expert usually writes in a proposal for a service, to begin the next one with.
create table proposal_templates (
  user_id uuid not null references users (id) on delete cascade,
  category text not null,
  service text not null,
  content jsonb not null,
  saved_at timestamptz not null,
  primary key (user_id, category, service)
);
