-- oldest program: 0075
-- The list of whom somebody has marked with a heart, the newest heart first.
create index expert_favorites_list on expert_favorites (user_id, created_at desc, expert_id desc);
