-- What every area may show of a member, and nothing more: other areas join this and never the profiles.
create view people as
  select user_id, name, avatar_id, region_code, created_at, left_at from profiles;
