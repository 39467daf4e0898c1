-- oldest program: 0075
-- Reads the records once, while they are read and written.
alter table access_records validate constraint access_records_before;
