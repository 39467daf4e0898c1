-- oldest program: 0075
-- Coupons for those alone who were given one. An older program takes them for coupons of everybody: who goes
-- back to one ends those that are `is_given` first.
alter table coupons add column is_given boolean not null default false;
create table coupon_holders (
  coupon_id uuid not null references coupons (id),
  user_id uuid not null references users (id) on delete cascade,
  given_at timestamptz not null,
  primary key (coupon_id, user_id)
);
create index coupon_holders_user on coupon_holders (user_id);

-- Messages and coupons to chosen people, sent by a job in pieces (docs/decisions/100-campaigns.md).
-- `reached_id` is the last of the people, in the order of their ids, who got it.
create table campaigns (
  id uuid primary key,
  name text not null,
  title text not null default '',
  text text not null default '',
  href text not null default '/',
  coupon_id uuid references coupons (id),
  audience text not null,
  region_code text,
  state text not null check (state in ('draft', 'sending', 'stopped', 'done')),
  people integer not null default 0,
  handled integer not null default 0,
  reached_id uuid,
  told integer not null default 0,
  delivered integer not null default 0,
  opened integer not null default 0,
  version integer not null default 1,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  counted_at timestamptz
);
create index campaigns_newest on campaigns (id desc);
create index campaigns_sending on campaigns (started_at) where state = 'sending';
create index campaigns_coupon on campaigns (coupon_id) where coupon_id is not null;
create index campaigns_author on campaigns (created_by) where created_by is not null;

-- Who got it: once each.
create table campaign_recipients (
  campaign_id uuid not null references campaigns (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (campaign_id, user_id)
);
create index campaign_recipients_user on campaign_recipients (user_id);
