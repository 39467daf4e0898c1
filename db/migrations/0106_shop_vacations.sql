-- oldest program: 0075
-- When a shop is away: {from, until, note, takesOrders}; null where it is not.
alter table sellers add column vacation jsonb;
