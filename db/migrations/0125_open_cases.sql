-- oldest program: 0075
-- without a transaction
-- What waits in the inbox is counted by queue and view, and compared, from the index alone.
create index concurrently if not exists admin_cases_open on admin_cases (queue)
  include (subject_id, holder_id, snoozed_until, due_at) where closed_at is null;
