-- oldest program: 0075
-- Banners and collections of goods on home and in the shop (docs/decisions/100-campaigns.md).
create table banners (
  id uuid primary key,
  kind text not null check (kind in ('banner', 'collection')),
  place text not null check (place in ('home', 'shop')),
  title text not null,
  text text not null default '',
  href text not null,
  picture_id uuid references pictures (id),
  product_ids uuid[] not null default '{}',
  audience text not null check (audience in ('everyone', 'visitors', 'customers', 'experts', 'sellers')),
  region_code text,
  position integer not null default 0,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index banners_of_place on banners (place, ends_at);
create index banners_newest on banners (ends_at desc, id desc);
create index banners_picture on banners (picture_id) where picture_id is not null;
