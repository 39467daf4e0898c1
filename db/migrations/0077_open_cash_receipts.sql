-- oldest program: 0075
-- A call that the provider took and the tax service has not decided: since when, and by which number.
alter table cash_receipts
  add column pending_since timestamptz,
  add column pending_number text;
create index cash_receipts_pending on cash_receipts (pending_since) where pending_since is not null;

-- What administrators look through: what was refused and is still owed, and what is not known yet.
create index cash_receipts_refused on cash_receipts (created_at, id)
  where failure_code is not null and (state = 'issued' or refunded_won < amount_won);
drop index cash_receipts_open;
create index cash_receipts_open on cash_receipts (created_at, id)
  where failure_code is null and (state = 'requested'
    or (state = 'issued' and issued_won - cancelled_won > amount_won - refunded_won));
