-- oldest program: 0075
-- without a transaction
-- Payouts are found by the last digits of their account as well as by all of them, and by their amount.
create index concurrently if not exists payouts_account_end on payouts (right(translate(account_number, '- ', ''), 4));
create index concurrently if not exists payouts_amount on payouts (amount_won);
drop index concurrently if exists payouts_account;
