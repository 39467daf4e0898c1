-- oldest program: 0075
-- How colleagues look at the lists of the office: filters and sort with a name, columns that they leave out.
create table admin_views (
  id uuid primary key,
  list text not null,
  owner_id uuid not null references users (id) on delete cascade,
  name text not null,
  query text not null,
  is_shared boolean not null,
  created_at timestamptz not null,
  unique (list, owner_id, name)
);
create index admin_views_owner on admin_views (owner_id);

create table admin_hidden_columns (
  user_id uuid not null references users (id) on delete cascade,
  list text not null,
  labels text[] not null,
  primary key (user_id, list)
);
