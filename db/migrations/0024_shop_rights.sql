-- Rights of buyers: the recipient's data go to sellers by a consent of its own, and so does giving up the change of mind on what is made
-- to order; what goes back in one parcel pays one way back; what
-- differs from what was sold goes back after it was confirmed, and its money comes back from the seller's balance.
alter table order_groups add column third_party_consent_at timestamptz, add column made_to_order_consent_at timestamptz;

alter table claims
  -- The first claim of those that go back together; null where the buyer pays no way back.
  add column parcel_id uuid references claims (id),
  -- What of the way back was taken off this claim's refund.
  add column kept_won integer not null default 0 check (kept_won >= 0);
update claims set parcel_id = id where kind = 'return' and fault = 'buyer';
create index claims_parcel on claims (parcel_id);

alter table ledger drop constraint ledger_kind_check;
alter table ledger add constraint ledger_kind_check
  check (kind in ('payment', 'refund_due', 'refund', 'refund_back', 'sale', 'sale_back', 'order_rest', 'payout', 'payout_returned'));
