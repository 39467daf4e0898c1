-- oldest program: 0030
-- What the back office adds to the vocabulary of the search, and searches that found nothing
-- (docs/decisions/054-search-vocabulary.md).

create table search_vocabulary (
  -- The word as a keyboard writes it, without spaces.
  key text primary key,
  word text not null,
  kind text not null check (kind in ('noun', 'synonym', 'misspelling', 'ignored')),
  -- What it means; the word itself for a noun, null for one that is ignored.
  noun text check ((noun is null) = (kind = 'ignored')),
  -- The area in which one looks for a noun.
  tab text check ((tab is not null) = (kind = 'noun')),
  added_at timestamptz not null
);
create index search_vocabulary_newest on search_vocabulary (added_at desc, key desc);

-- As search_terms: who looked for it is a signed number of the week.
create table search_misses (
  day date not null,
  key text not null,
  term text not null,
  who text not null,
  primary key (key, day, who)
);
create index search_misses_day on search_misses (day);
