-- The version of each agreement that members must have accepted; a row is there only where its text was changed so that they are asked again.
create table agreements (
  kind text primary key check (kind in ('terms', 'privacy')),
  version text not null check (version ~ '^\d{4}-\d{2}-\d{2}$'),
  asked_at timestamptz not null
);
