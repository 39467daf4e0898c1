-- Events that failed wait a while before they are tried again, and hold up nobody meanwhile.

alter table outbox add column retry_at timestamptz;
-- Every event is written once and put away once: what that leaves behind would be walked over by each look for the oldest.
alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0.2);
