-- oldest program: 0075
-- Payouts are found by their number, their account, its holder and the bank.
create index payouts_number on payouts (right(id::text, 12));
create index payouts_account on payouts (translate(account_number, '- ', ''));
create index payouts_holder on payouts (account_holder text_pattern_ops);
create index payouts_bank on payouts (bank);
