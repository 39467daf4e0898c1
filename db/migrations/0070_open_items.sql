-- oldest program: 0065
-- What can still be had comes before what is sold: each list of the market has its index for the first half.
-- The indexes of all that is listed serve the second.
create index items_open_newest on items (bumped_at desc, id desc)
  where hidden_at is null and put_away_at is null and deleted_at is null and state <> 'sold';
create index items_open_category on items (category, bumped_at desc, id desc)
  where hidden_at is null and put_away_at is null and deleted_at is null and state <> 'sold';
create index items_open_region on items (region_code text_pattern_ops, bumped_at desc, id desc)
  where hidden_at is null and put_away_at is null and deleted_at is null and state <> 'sold';
create index items_open_condition on items (condition, bumped_at desc, id desc)
  where hidden_at is null and put_away_at is null and deleted_at is null and state <> 'sold';
create index items_open_price on items (price_won, id)
  where hidden_at is null and put_away_at is null and deleted_at is null and state <> 'sold';
create index items_open_category_price on items (category, price_won, id)
  where hidden_at is null and put_away_at is null and deleted_at is null and state <> 'sold';
create index items_open_region_price on items (region_code, price_won, id)
  where hidden_at is null and put_away_at is null and deleted_at is null and state <> 'sold';
create index items_open_condition_price on items (condition, price_won, id)
  where hidden_at is null and put_away_at is null and deleted_at is null and state <> 'sold';
