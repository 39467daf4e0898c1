-- oldest program: 0075
-- Titles of before, from what was sold under them: products and lines are read, and nobody waits for it.
insert into former_titles (product_id, title)
  select distinct l.product_id, l.title from order_lines l
    join products p on p.id = l.product_id where l.title <> p.title
  on conflict do nothing;
