-- oldest program: 0065
-- What a payer wants of a payment in cash: for whom the cash receipts are.
alter table payments add column cash_receipt_kind text,
  add column cash_receipt_number text;

-- A cash receipt for each seller who is paid in cash, issued in the seller's name. What is cancelled of it
-- follows what went back: `issued_won - cancelled_won` is to become `amount_won - refunded_won`.
create table cash_receipts (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  group_id uuid not null,
  order_id uuid not null,
  kind text not null check (kind in ('deduction', 'expense', 'voluntary')),
  identity_number text not null,
  business_number text not null,
  order_name text not null,
  amount_won bigint not null check (amount_won > 0),
  refunded_won bigint not null default 0 check (refunded_won between 0 and amount_won),
  issued_won bigint not null default 0,
  cancelled_won bigint not null default 0 check (cancelled_won between 0 and issued_won),
  -- The amount of the call that is under way.
  asking_won bigint,
  asked integer not null default 1,
  state text not null check (state in ('requested', 'issued', 'cancelled', 'failed')),
  receipt_key text unique,
  issue_number text,
  receipt_url text,
  failure_code text,
  created_at timestamptz not null,
  issued_at timestamptz,
  unique (payment_id, order_id)
);
create index cash_receipts_open on cash_receipts (created_at)
  where failure_code is null and (state = 'requested'
    or (state = 'issued' and issued_won - cancelled_won > amount_won - refunded_won));

create table simulated_cash_receipts (
  receipt_key text primary key,
  receipt jsonb not null,
  cancelled_won bigint not null default 0,
  created_at timestamptz not null
);
