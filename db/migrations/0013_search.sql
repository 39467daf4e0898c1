-- One search over all areas: what everybody may find now, the words it is written in, and what people look for.

-- A copy of what the areas show, kept by events and built anew at any time: it is never the truth about anything.
create table search_entries (
  tab text not null check (tab in ('services', 'jobs', 'market', 'shop')),
  kind text not null,
  id uuid not null,
  title text not null,
  -- The card as the area shows it: {line, priceText, pictureId, href, state, ownerId}
  card jsonb not null,
  -- Keyboard letters of the words, and of the text without spaces from every word on: of the title, and of all texts; initial
  -- consonants. See areas/search/rules.ts.
  title_words text not null,
  title_joined text not null,
  all_words text not null,
  all_joined text not null,
  initials text not null,
  -- Pairs of neighbouring syllables, beginnings of words and of initial consonants, each after the letter of its tab.
  tokens text[] not null,
  -- Regions (~11: anywhere in 서울) and marks of the area, such as a category.
  marks text[] not null,
  price_won integer,
  -- What has no price stands last in both orders by price.
  price_low integer not null generated always as (coalesce(price_won, 2147483647)) stored,
  price_high integer not null generated always as (coalesce(price_won, -1)) stored,
  rank real not null,
  at timestamptz not null,
  indexed_at timestamptz not null default clock_timestamp(),
  primary key (kind, id)
);
-- Without a pending list, whose length would be paid by whoever searches next.
create index search_entries_tokens on search_entries using gin (tokens, marks) with (fastupdate = off);
-- With the titles in them: what thousands of things hold is found by reading along the order, which never touches the table.
create index search_entries_recommended on search_entries (tab, rank desc, id desc) include (kind, title_words, initials, marks);
create index search_entries_newest on search_entries (tab, at desc, id desc) include (kind, title_words, initials, marks);
create index search_entries_cheap on search_entries (tab, price_low, id) include (kind, title_words, initials, marks);
create index search_entries_dear on search_entries (tab, price_high desc, id desc) include (kind, title_words, initials, marks);
create index search_entries_age on search_entries (kind, indexed_at);
-- Statistics of these are large, are read for every condition while a statement is planned, and would not change the plan:
-- which way to look is decided before, by search_common.
alter table search_entries alter column tokens set statistics 0, alter column marks set statistics 0, alter column title_words set statistics 0,
  alter column title_joined set statistics 0, alter column all_words set statistics 0, alter column all_joined set statistics 0, alter column initials set statistics 0;

-- About how many things have a token or a mark, of those that many have; counted from a sample.
create table search_common (
  token text primary key,
  things integer not null
);

-- Every word that something can be found by, to understand one typed with an error: `near` holds it without any one letter.
create table search_words (
  key text primary key,
  word text not null,
  near text[] not null,
  uses integer not null default 1,
  seen_at timestamptz not null default clock_timestamp()
);
create index search_words_key on search_words (key text_pattern_ops, uses desc);
create index search_words_near on search_words using gin (near) with (fastupdate = off);

-- What people look for, without saying who: a term is shown once enough different people have found something by it.
create table search_terms (
  day date not null,
  term text not null,
  -- A keyed hash of the person or the address, another one every week: it tells two people apart in a week and nothing else.
  who text not null,
  tab text not null check (tab in ('all', 'services', 'jobs', 'market', 'shop')),
  primary key (day, term, who)
);
create table search_popular (
  term text primary key,
  key text not null,
  tab text not null check (tab in ('all', 'services', 'jobs', 'market', 'shop')),
  people integer not null,
  counted_at timestamptz not null
);
create index search_popular_most on search_popular (people desc, term);
create index search_popular_key on search_popular (key text_pattern_ops, people desc);
