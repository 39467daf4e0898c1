-- How people are told: their switches, their browsers, what is on its way to them, and the keys that sign it.

-- False for what is only sent: the person has switched the centre off for its kind.
alter table notifications add column in_app boolean not null default true;
create index notifications_of_kind on notifications (user_id, kind, id desc);

create table notification_settings (
  user_id uuid primary key references users (id) on delete cascade,
  -- What differs from the defaults, by kind and channel: {"order": {"sms": true}}.
  switches jsonb not null default '{}' check (jsonb_typeof(switches) = 'object'),
  -- 21:00–08:00: mail, text messages and push wait for the morning.
  quiet boolean not null default true,
  updated_at timestamptz not null default now()
);

-- What was switched off before there were channels stays switched off, in all of them.
insert into notification_settings (user_id, switches)
select user_id, jsonb_strip_nulls(jsonb_build_object(
  'order', case when notification_choices -> 'orders' = 'false' then '{"app": false, "mail": false, "push": false}'::jsonb end,
  'chat', case when notification_choices -> 'chat' = 'false' then '{"app": false, "mail": false, "push": false}'::jsonb end,
  'market', case when notification_choices -> 'market' = 'false' then '{"app": false, "mail": false, "push": false}'::jsonb end,
  'shop', case when notification_choices -> 'market' = 'false' then '{"app": false, "mail": false, "push": false}'::jsonb end,
  'job', case when notification_choices -> 'jobs' = 'false' then '{"app": false, "mail": false, "push": false}'::jsonb end))
from profiles where notification_choices <> '{}';
-- The column stays until no running version reads it.

create table notification_deliveries (
  notification_id uuid not null references notifications (id) on delete cascade,
  channel text not null check (channel in ('mail', 'sms', 'push')),
  state text not null check (state in ('waiting', 'sent', 'skipped', 'failed')),
  due_at timestamptz not null,
  tries integer not null default 0,
  failure text,
  done_at timestamptz,
  primary key (notification_id, channel)
);
create index notification_deliveries_due on notification_deliveries (due_at) where state = 'waiting';

-- One row a browser; the newest person to ask for push in it has it.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- Keyed hash of the browser's device cookie, so that logging out there ends it.
  device text,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id, created_at desc);

-- What the product makes once and all its processes share, such as the keys of web push.
create table product_keys (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null default now()
);
