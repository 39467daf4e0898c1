-- oldest program: 0030
-- What lists need to cost the same in a town of any size (docs/decisions/083-large-town.md).

-- The pairs of neighbouring letters of a text: an index of them finds any part of two letters or more, in
-- every locale. Trigrams find nothing in Hangul where the locale is C, and never help for two syllables.
create function text_pairs(value text) returns text[] language sql immutable strict parallel safe
  return (select array_agg(distinct substr(lower(value), n, 2)) from generate_series(1, length(value) - 1) n);

create index orders_title_pairs on orders using gin (text_pairs(title));
create index items_title_pairs on items using gin (text_pairs(title));
create index products_title_pairs on products using gin (text_pairs(title));
create index tickets_title_pairs on tickets using gin (text_pairs(title));
create index products_brand_pairs on products using gin (text_pairs(brand));
create index sellers_name_pairs on sellers using gin (text_pairs(name));
create index tickets_name_pairs on tickets using gin (text_pairs(name));
create index tickets_email_pairs on tickets using gin (text_pairs(email));
create index reports_title_pairs on reports using gin (text_pairs(subject_title));
drop index orders_title_words, items_title_words, products_title_words, sellers_name_words, tickets_title_words;

-- What the market filters by and few items have, so that any filters together are one look into one index.
create function item_marks(category text, condition text, region_code text, price_won integer)
  returns text[] language sql immutable parallel safe
  return array['category:' || category, 'condition:' || condition, 'region:' || region_code,
    'sido:' || left(region_code, 2), case when price_won = 0 then 'free' else '' end];
-- Of all items, for the planner takes nothing of how common marks are from an index of some.
create index items_marks on items using gin (item_marks(category, condition, region_code, price_won));
create index items_condition on items (condition, bumped_at desc, id desc)
  where hidden_at is null and put_away_at is null and deleted_at is null;
create index items_condition_price on items (condition, price_won, id)
  where hidden_at is null and put_away_at is null and deleted_at is null;

-- Lists and counts by state.
create index orders_state on orders (state, created_at desc, id desc);
create index experts_state on experts (state, applied_at, user_id);
create index claims_state on claims (state, created_at, id);
create index reports_state on reports (state, id desc);

-- Sums over days and shops, read from the index alone.
create index orders_opened on orders (opened_at) include (category) where opened_at is not null;
create index orders_matched on orders (matched_at) include (agreed_won) where agreed_won is not null;
create index shop_orders_held on shop_orders (seller_id)
  include (items_won, shipping_won, discount_won, refunded_won, released_won)
  where paid_at is not null and items_won + shipping_won - discount_won - refunded_won - released_won <> 0;
create index shop_orders_refunded on shop_orders (group_id) where refunded_won > 0;
create index order_lines_confirmed on order_lines (seller_id)
  include (unit_won, quantity, discount_won, platform_discount_won, commission_won) where state = 'confirmed';
create index ledger_balance on ledger (seller_id) include (amount_won, group_id, payout_id)
  where account = 'seller';

analyze items, orders, products, tickets, reports;
