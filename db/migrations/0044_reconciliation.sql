-- oldest program: 0030
-- The provider's list of a day compared with ours (docs/decisions/038-reconciliation.md). A day is compared as
-- often as one likes: the newest result stands.
create table reconciliation_days (
  -- By Korea's calendar.
  day date primary key,
  provider text not null check (provider in ('simulator', 'toss')),
  -- silent: the provider did not give its list yet.
  state text not null check (state in ('agreed', 'different', 'silent')),
  -- Tries without an answer, and what was said instead.
  tries integer not null default 0,
  failure text not null default '',
  -- The provider's list: what came in, and what went back.
  paid_count integer not null default 0,
  paid_won bigint not null default 0,
  returned_count integer not null default 0,
  returned_won bigint not null default 0,
  started_at timestamptz not null
);

create table reconciliation_differences (
  id uuid primary key,
  day date not null references reconciliation_days (day),
  -- Tells a difference from the others of its day, in every run.
  key text not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount', 'state')),
  subject text not null check (subject in ('payment', 'refund')),
  -- Ours, where there is one; the provider's names of it.
  payment_id uuid references payments (id),
  payment_key text not null,
  transaction_key text not null default '',
  our_won bigint,
  their_won bigint,
  our_state text not null default '',
  their_state text not null default '',
  happened_at timestamptz not null,
  found_at timestamptz not null,
  -- A later run did not find it any more.
  gone_at timestamptz,
  -- An administrator knows why, and wrote it down.
  note text not null default '',
  settled_by uuid references users (id),
  settled_at timestamptz,
  unique (day, key),
  check ((settled_at is null) = (settled_by is null)),
  check (settled_at is null or note <> '')
);
create index reconciliation_differences_open on reconciliation_differences (day)
  where settled_at is null and gone_at is null;
create index reconciliation_differences_payment on reconciliation_differences (payment_id)
  where payment_id is not null;
create index reconciliation_differences_settled_by on reconciliation_differences (settled_by)
  where settled_by is not null;

-- What is compared of a day.
create index payments_approved on payments (approved_at) where approved_at is not null;
create index refunds_done on refunds (done_at) where state = 'done';
create index chargebacks_cancelled on chargebacks (cancelled_at);
