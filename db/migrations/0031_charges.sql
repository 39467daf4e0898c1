-- oldest program: 0030
-- What the market holds for two people until the work is done or the thing has arrived
-- (docs/decisions/029-held-charges.md). Released + refunded = paid, to the won, when nothing is held any more.
create table charges (
  id uuid primary key,
  -- What is paid for, and its id there.
  kind text not null check (kind in ('order_part', 'deal')),
  subject_id uuid not null,
  payer_id uuid not null references users (id),
  payee_id uuid not null references users (id) check (payee_id <> payer_id),
  title text not null,
  -- The price alone. The payer pays their fee on top of it, the payee's is taken from it.
  amount_won bigint not null check (amount_won > 0),
  payer_fee_won bigint not null check (payer_fee_won >= 0),
  payee_fee_won bigint not null check (payee_fee_won >= 0 and payee_fee_won <= amount_won),
  state text not null check (state in ('asked', 'paying', 'held', 'released', 'refunding', 'refunded', 'expired', 'withdrawn')),
  due_at timestamptz not null,
  -- Of the price: what has gone to the payee and what has gone back.
  released_won bigint not null default 0 check (released_won >= 0),
  refunded_won bigint not null default 0 check (refunded_won >= 0),
  -- What is still held, with the payer's fee.
  held_won bigint not null default 0 check (held_won >= 0),
  refund_bank text not null default '',
  refund_account text not null default '',
  refund_holder text not null default '',
  asked_at timestamptz not null,
  held_at timestamptz,
  settled_at timestamptz,
  check (released_won + refunded_won <= amount_won),
  check ((held_won > 0) = (state = 'held')),
  check (state not in ('released', 'refunding', 'refunded') or released_won + refunded_won = amount_won)
);
create index charges_subject on charges (subject_id);
create index charges_payer on charges (payer_id, id desc);
create index charges_payee on charges (payee_id, id desc);
create index charges_due on charges (due_at) where state in ('asked', 'paying');
create index charges_held on charges (held_at, id) where state = 'held';
create index charges_past on charges (settled_at) where refund_account <> '';

-- Money no longer knows whose charge it is: ids are unique among purchases and charges.
alter table payments drop constraint payments_group_id_fkey;
alter table refunds drop constraint refunds_group_id_fkey;
alter table ledger drop constraint ledger_group_id_fkey;
alter table payouts drop constraint payouts_seller_id_fkey;
alter table payouts add constraint payouts_seller_id_fkey foreign key (seller_id) references users (id);
alter table ledger drop constraint ledger_seller_id_fkey;
alter table ledger add constraint ledger_seller_id_fkey foreign key (seller_id) references users (id);
alter table payout_problems drop constraint payout_problems_seller_id_fkey;
alter table payout_problems add constraint payout_problems_seller_id_fkey foreign key (seller_id) references users (id);
alter table ledger drop constraint ledger_kind_check;
alter table ledger add constraint ledger_kind_check check (kind in ('payment', 'refund_due', 'refund', 'refund_back', 'sale', 'sale_back', 'order_rest', 'release', 'chargeback', 'payout', 'payout_returned'));
alter table ledger drop constraint ledger_account_check;
alter table ledger add constraint ledger_account_check check (account in ('outside', 'held', 'refunding', 'seller', 'platform', 'guarantee'));
