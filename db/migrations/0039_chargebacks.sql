-- oldest program: 0030
-- Payments that a payer's bank, or somebody at the provider, took back although nobody here asked
-- (docs/decisions/036-chargebacks.md): each cancellation of the provider once. The market bears it first; what
-- is owed to its payer afterwards is set off against it.
create table chargebacks (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  group_id uuid not null,
  transaction_key text not null unique,
  amount_won bigint not null check (amount_won > 0),
  reason text not null,
  cancelled_at timestamptz not null,
  created_at timestamptz not null,
  -- What an administrator wrote when they had looked at it.
  note text not null default '',
  closed_by uuid references users (id),
  closed_at timestamptz,
  check ((closed_at is null) = (closed_by is null)),
  check (closed_at is null or note <> '')
);
create index chargebacks_payment on chargebacks (payment_id);
create index chargebacks_open on chargebacks (created_at, id) where closed_at is null;
create index chargebacks_closed on chargebacks (closed_at desc, id desc) where closed_at is not null;
create index chargebacks_closed_by on chargebacks (closed_by) where closed_by is not null;

-- The part of a refund that its payer had got back already.
alter table refunds add column set_off_won bigint not null default 0;
alter table refunds add constraint refunds_set_off check (set_off_won between 0 and amount_won);

alter table deal_claims drop constraint deal_claims_kind_check;
alter table deal_claims add constraint deal_claims_kind_check
  check (kind in ('different', 'broken', 'missing', 'charged_back'));
