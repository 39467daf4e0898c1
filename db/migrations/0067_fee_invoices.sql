-- oldest program: 0030
-- What of a month's releases was the market's fee, by payee: the tax invoices of the back office
-- (docs/decisions/086-fee-invoices.md).
create index ledger_fees on ledger (at) include (seller_id, group_id, amount_won)
  where kind = 'release' and account = 'platform';
