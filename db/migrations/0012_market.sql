-- Second-hand: what neighbours sell each other, from the photo to the review of both sides.

create table items (
  id uuid primary key,
  seller_id uuid not null references users (id),
  title text not null,
  category text not null check (category in ('appliance', 'furniture', 'digital', 'clothes', 'books', 'sports', 'kids', 'pets', 'living', 'hobby', 'tools')),
  condition text not null check (condition in ('new', 'like_new', 'light', 'heavy', 'broken')),
  -- 0 is 나눔.
  price_won integer not null check (price_won between 0 and 1000000000),
  negotiable boolean not null,
  direct boolean not null,
  parcel boolean not null,
  -- Who pays the parcel; null where nothing is sent.
  parcel_fee_by text check (parcel_fee_by in ('seller', 'buyer')),
  region_code text not null,
  defects text not null default '',
  description text not null,
  state text not null check (state in ('selling', 'reserved', 'sold')),
  buyer_id uuid references users (id),
  -- What was agreed on with the buyer: the accepted offer, else the price at that moment.
  deal_won integer check (deal_won >= 0),
  reserved_at timestamptz,
  sold_at timestamptz,
  bumped_at timestamptz not null,
  -- Moderation, an overlay.
  hidden_at timestamptz,
  hidden_reason text not null default '',
  -- The seller's own hiding.
  put_away_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint items_way check (direct or parcel),
  constraint items_parcel check (parcel = (parcel_fee_by is not null)),
  constraint items_buyer check (case state when 'selling' then buyer_id is null when 'reserved' then buyer_id is not null else true end),
  constraint items_not_own check (buyer_id <> seller_id)
);
create index items_newest on items (bumped_at desc, id desc) where hidden_at is null and put_away_at is null and deleted_at is null;
create index items_category on items (category, bumped_at desc, id desc) where hidden_at is null and put_away_at is null and deleted_at is null;
create index items_region on items (region_code text_pattern_ops, bumped_at desc, id desc) where hidden_at is null and put_away_at is null and deleted_at is null;
create index items_price on items (price_won, id) where hidden_at is null and put_away_at is null and deleted_at is null;
create index items_category_price on items (category, price_won, id) where hidden_at is null and put_away_at is null and deleted_at is null;
create index items_seller on items (seller_id, created_at desc, id desc);
create index items_buyer on items (buyer_id, sold_at desc, id desc) where buyer_id is not null;
create index items_sold on items (category, sold_at desc) where state = 'sold' and price_won > 0;

create table item_pictures (
  item_id uuid not null references items (id) on delete cascade,
  picture_id uuid not null references pictures (id),
  position integer not null,
  primary key (item_id, position)
);
create index item_pictures_picture on item_pictures (picture_id);

create table item_events (
  id uuid primary key,
  item_id uuid not null references items (id) on delete cascade,
  move text not null,
  from_state text,
  to_state text not null,
  actor_id uuid,
  note text not null default '',
  at timestamptz not null default now()
);
create index item_events_item on item_events (item_id, at, id);

-- Views in eight rows an item, so that visitors of a popular one do not wait for each other.
create table item_views (
  item_id uuid not null references items (id) on delete cascade,
  shard smallint not null,
  views integer not null,
  primary key (item_id, shard)
);

create table item_wishes (
  user_id uuid not null references users (id) on delete cascade,
  item_id uuid not null references items (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (item_id, user_id)
);
create index item_wishes_user on item_wishes (user_id, created_at desc, item_id desc);

-- Who has talked with the seller about an item, once each.
create table item_talks (
  item_id uuid not null references items (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (item_id, user_id)
);
create index item_talks_user on item_talks (user_id);

create table price_offers (
  id uuid primary key,
  item_id uuid not null references items (id) on delete cascade,
  buyer_id uuid not null references users (id),
  price_won integer not null check (price_won > 0),
  state text not null check (state in ('offered', 'accepted', 'declined', 'expired')),
  expires_at timestamptz not null,
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
create index price_offers_item on price_offers (item_id, created_at desc);
create index price_offers_buyer on price_offers (buyer_id, created_at desc);
create index price_offers_expiring on price_offers (expires_at) where state = 'offered';
create unique index price_offers_one_open on price_offers (item_id, buyer_id) where state = 'offered';

create table keyword_alerts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- As typed, for its owner.
  keyword text not null,
  -- Its words without case and marks; the longest one is what alerts are looked up by.
  words text[] not null,
  head text not null,
  category text check (category in ('appliance', 'furniture', 'digital', 'clothes', 'books', 'sports', 'kids', 'pets', 'living', 'hobby', 'tools')),
  region_code text,
  min_won integer check (min_won >= 0),
  max_won integer check (max_won >= min_won),
  created_at timestamptz not null default now(),
  constraint keyword_alerts_once unique (user_id, words)
);
create index keyword_alerts_head on keyword_alerts (head);

create table deal_reviews (
  id uuid primary key,
  item_id uuid not null references items (id) on delete cascade,
  writer_id uuid not null references users (id),
  subject_id uuid not null references users (id),
  -- What the writer was in the deal.
  role text not null check (role in ('seller', 'buyer')),
  good boolean not null,
  tags text[] not null,
  body text not null default '',
  created_at timestamptz not null default now(),
  constraint deal_reviews_once unique (item_id, writer_id)
);
create index deal_reviews_writer on deal_reviews (writer_id);
create index deal_reviews_subject on deal_reviews (subject_id, created_at desc, id desc);
