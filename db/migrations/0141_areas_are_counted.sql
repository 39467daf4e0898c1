-- oldest program: 0075
-- How common each area is, for the plans that use the index of before.
analyze audit_log;
