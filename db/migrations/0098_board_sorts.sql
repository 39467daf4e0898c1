-- oldest program: 0075
-- The board of open requests in each of its sorts.
create index orders_board_fewest on orders (proposal_count, opened_at desc, id desc)
  where state = 'open' and hidden_at is null;
create index orders_board_soonest on orders ((coalesce(wanted_on,
    case schedule when 'soon' then '1970-01-01'::date else '9999-12-31'::date end)), opened_at desc, id desc)
  where state = 'open' and hidden_at is null;
