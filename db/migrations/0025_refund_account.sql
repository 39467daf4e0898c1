-- A deposit goes back to an account, which only the buyer knows: a refund without one waits for them and is not refused.
alter table refunds drop constraint refunds_state_check;
alter table refunds add constraint refunds_state_check check (state in ('requested', 'account_waiting', 'done', 'failed'));
update refunds set state = 'account_waiting' where state = 'failed' and failure_code = 'INVALID_REFUND_ACCOUNT_INFO';
drop index refunds_failed;
create index refunds_stuck on refunds (created_at) where state in ('failed', 'account_waiting');
