-- oldest program: 0075
-- What the office gave back waits for its buyer's account, or fails, after it was decided.
alter table office_refunds add column refund_ids uuid[] not null default '{}';
