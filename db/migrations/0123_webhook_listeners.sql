-- oldest program: 0075
-- without a transaction
-- A request that was opened is told to every address that wants to hear of it: found by the event.
create index concurrently if not exists webhook_endpoints_events on webhook_endpoints using gin (events)
  where disabled_at is null;
