-- oldest program: 0075
-- Where programs of sellers are told what happened. The secret that signs is derived, not stored.
create table webhook_endpoints (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  url text not null,
  events text[] not null,
  secret_version integer not null default 1,
  rotated_at timestamptz,
  failing_since timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null
);
create index webhook_endpoints_owner on webhook_endpoints (owner_id, id desc);

-- What is told to one of them: its id is the webhook-id, the same at every try.
create table webhook_deliveries (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  event text not null,
  body text not null,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  status integer,
  problem text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz
);
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_due on webhook_deliveries (next_try_at) where state = 'waiting';
create index webhook_deliveries_age on webhook_deliveries (created_at);
