-- oldest program: 0075
-- Titles that a product had before: what was sold under one is found by it in a shop's orders, without an
-- index of the titles of all that was sold. The database writes them, so that a program of before does too;
-- those under which something was sold already come with the next migration.
create table former_titles (
  product_id uuid not null references products (id) on delete cascade,
  title text not null,
  primary key (product_id, title)
);
create index former_titles_pairs on former_titles using gin (text_pairs(title));
create function keep_former_title() returns trigger language plpgsql as $$
begin
  insert into former_titles (product_id, title) values (old.id, old.title) on conflict do nothing;
  return null;
end $$;
create trigger former_title_kept after update of title on products
  for each row when (new.title <> old.title) execute function keep_former_title();
