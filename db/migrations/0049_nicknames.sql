-- oldest program: 0030
-- What others call a member: a nickname, or the name that an expert or a shop trades under. The legal name
-- (profiles.name) stands in no view that pages for others read.
-- A program of before makes members without a nickname: a job gives them one within minutes.
alter table profiles
  add column nickname text check (char_length(nickname) between 2 and 12),
  add column nickname_changed_at timestamptz;
create unique index profiles_nickname on profiles (lower(nickname));
create index profiles_nicknamed on profiles (nickname text_pattern_ops) where nickname is not null;
create index profiles_without_nickname on profiles (user_id) where nickname is null and left_at is null;

-- Without outer joins: a member's row is locked through this view.
create or replace view people as
  select p.user_id,
    case when p.left_at is not null then '탈퇴한 회원'
      else coalesce(
        (select e.name from experts e where e.user_id = p.user_id and e.state in ('approved', 'suspended')),
        (select s.name from sellers s where s.user_id = p.user_id and s.state in ('approved', 'suspended')),
        p.nickname,
        '이웃' || right(p.user_id::text, 4)) end as name,
    p.avatar_id, p.region_code, p.created_at, p.left_at
  from profiles p;

-- What the back office sees of a member: the legal name, what others call them, and both in one text.
create view office_people as
  select p.user_id, p.name as legal_name, p.nickname, e.name as expert_name, s.name as shop_name,
    case when p.left_at is not null or p.role = 'admin' then p.name
      else p.name || coalesce(' (' || nullif(coalesce(e.name, s.name, p.nickname), p.name) || ')', '') end as name,
    p.left_at
  from profiles p
  left join experts e on e.user_id = p.user_id and e.state in ('approved', 'suspended')
  left join sellers s on s.user_id = p.user_id and s.state in ('approved', 'suspended');
