-- oldest program: 0075
-- without a transaction
-- What waits for the back office is counted on each of its screens: from these indexes alone.
create index concurrently if not exists wages_late on wages (id) include (escalated_at)
  where escalated_at is not null and handled_at is null and state in ('due', 'denied');
create index concurrently if not exists orders_disputed on orders (id) include (updated_at) where state = 'disputed';
