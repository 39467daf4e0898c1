-- oldest program: 0075
-- without a transaction
-- The log of one area in the order of time, in place of all actions by their letters: what happened last in a
-- rare area was looked for through everything.
create index concurrently if not exists audit_log_area on audit_log (split_part(action, '.', 1), id desc);
drop index concurrently if exists audit_log_action;
