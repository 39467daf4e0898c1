-- oldest program: 0075
-- without a transaction
-- Members in the order of their names; profiles_named looks for beginnings, and sorts nothing.
create index concurrently if not exists profiles_by_name on profiles (name, user_id);
