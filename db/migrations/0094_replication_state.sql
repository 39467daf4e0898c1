-- oldest program: 0075
-- Which timeline the rows are of: a standby says by it whether it follows the primary that is one now.
create table replication_state (
  is_only boolean primary key default true check (is_only),
  timeline integer not null
);
insert into replication_state (timeline) values (0);
