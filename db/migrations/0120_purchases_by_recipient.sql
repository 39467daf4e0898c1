-- oldest program: 0075
-- without a transaction
-- The office finds a purchase by the phone number of whom it is sent to.
create index concurrently if not exists order_groups_phone on order_groups (phone) where phone <> '';
