-- oldest program: 0075
-- How much of the nightly rebuild of the search is done. What no source names goes page by page, in id order:
-- no list goes by when an entry was written.
alter table search_rebuild
  add column read integer not null default 0,
  add column changed integer not null default 0;
drop index search_entries_age;
