-- oldest program: 0075
-- without a transaction
-- Experts are listed by price within the unit of the price.
create index concurrently if not exists experts_unit_price on experts (
  (case when price_from_won is null then 99
    else coalesce(array_position(array['회', '시간', '평', '개', '㎡', 'm'], ltrim(price_from_unit, '1 ')), 90) end),
  ltrim(price_from_unit, '1 '), coalesce(price_from_won, 2000000000), user_id
) where state = 'approved' and hidden_at is null;
drop index concurrently if exists experts_price;
