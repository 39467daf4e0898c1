-- oldest program: 0075
-- The records of access go by months (docs/decisions/096-months.md). First: those there are, and those of the
-- next weeks, end where the month after next begins. Nothing is read for it.
do $$
declare
  next timestamp := date_trunc('month', now() at time zone 'utc') + interval '2 months';
  moment bigint := extract(epoch from next) * 1000;
  time text := lpad(to_hex(moment), 12, '0');
begin
  execute format('alter table access_records add constraint access_records_before check (id < %L) not valid',
    left(time, 8) || '-' || right(time, 4) || '-7000-8000-000000000000');
end $$;
