-- oldest program: 0075
-- Experts whom a new request fits are told of it in waves: when the next one is due, null where there is none,
-- and how many were told. A program of before opens requests that nobody is told of, as it always did.
alter table orders add column alerts_at timestamptz;
alter table orders add column alerted_count integer not null default 0;
