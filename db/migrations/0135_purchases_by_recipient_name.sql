-- oldest program: 0075
-- without a transaction
-- A shop finds an order by a part of the name of whom it is sent to.
create index concurrently if not exists order_groups_recipient_pairs
  on order_groups using gin (text_pairs(recipient)) where recipient <> '';
