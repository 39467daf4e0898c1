-- When a member last did something here, to the hour: whom the back office finds by it. The session's own time goes with the session.
alter table profiles add column used_at timestamptz not null default now();
update profiles p set used_at = greatest(p.created_at, coalesce((select max(s.updated_at) from sessions s where s.user_id = p.user_id), p.created_at));
create index profiles_used on profiles (used_at desc, user_id desc);
