-- oldest program: 0030
-- What is large is written down in pieces (docs/decisions/083-large-town.md).

-- Where each part of the sitemap begins: after which id of its kind. Numbered anew every night.
create table sitemap_parts (
  kind text not null,
  part integer not null check (part > 1),
  after_id uuid not null,
  primary key (kind, part)
);

-- How far the nightly rebuild of the search has come: in one row, with its day in Korea.
create table search_rebuild (
  id integer primary key check (id = 1),
  day date not null,
  started_at timestamptz not null,
  -- The next kind and the id after which it goes on; null begins with the first.
  kind text,
  after_id uuid,
  finished_at timestamptz
);
