-- oldest program: 0030
-- Where members live, so that lists begin with what is near (docs/decisions/079-near-first.md), and the
-- indexes that serve such lists.

create table neighbourhoods (
  user_id uuid not null references users (id) on delete cascade,
  region_code text not null,
  -- The 동, where the search for an address told it.
  dong text,
  -- How far lists look from here.
  range text not null default 'city' check (range in ('own', 'next', 'city', 'all')),
  -- Lists begin with the one that was chosen last.
  chosen_at timestamptz not null,
  -- When the browser's place was last found to be here; the place itself is not kept.
  checked_at timestamptz,
  primary key (user_id, region_code)
);

-- A list by distance reads the first rows of each region around the reader.
create index items_region_price on items (region_code, price_won, id) where hidden_at is null and put_away_at is null and deleted_at is null;
create index hire_posts_region_deadline on hire_posts (region_code, deadline_at, id) where state = 'open' and hidden_at is null;
create index hire_posts_region_wage on hire_posts (region_code, hourly_won desc, id desc) where state = 'open' and hidden_at is null;
