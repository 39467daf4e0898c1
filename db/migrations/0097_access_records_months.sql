-- oldest program: 0075
-- What there is becomes the first part of a table by months: ids are made in the order of time. Nothing is
-- read or copied for it.
alter table access_records rename to access_records_first;
alter index access_records_pkey rename to access_records_first_pkey;
alter index access_records_all rename to access_records_first_all;
alter index access_records_at rename to access_records_first_at;
alter index access_records_actor rename to access_records_first_actor;
alter index access_records_person rename to access_records_first_person;
create table access_records (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid not null,
  address text not null,
  deed text not null
    constraint access_records_deed_check check (deed in ('view', 'search', 'change', 'export')),
  kind text not null,
  subject_id text not null,
  person_id uuid,
  people integer not null,
  note text not null
) partition by range (id);
create index access_records_all on access_records (id desc);
create index access_records_at on access_records (at);
create index access_records_actor on access_records (actor_id, id desc);
create index access_records_person on access_records (person_id, id desc);
do $$
begin
  execute format('alter table access_records attach partition access_records_first
      for values from (minvalue) to (%L)',
    (select substring(pg_get_constraintdef(oid) from '''([0-9a-f-]{36})''') from pg_constraint
      where conname = 'access_records_before'));
end $$;
alter table access_records_first drop constraint access_records_before;
-- Where the job that makes months has not run, nothing is refused.
create table access_records_other partition of access_records default;
