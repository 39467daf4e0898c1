-- oldest program: 0075
-- without a transaction
-- Members who left, and those who applied to sell: few beside all members.
create index concurrently if not exists profiles_left on profiles (created_at desc, user_id desc)
  where left_at is not null;
create index concurrently if not exists profiles_sellers on profiles (seller_state, created_at desc, user_id desc)
  where seller_state is not null;
