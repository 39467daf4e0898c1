-- oldest program: 0030
-- Who owns a shop is called by its name where they sell in it, and by their nickname everywhere else
-- (docs/decisions/052-names-by-role.md).
create or replace view people as
  select p.user_id,
    case when p.left_at is not null then '탈퇴한 회원'
      else coalesce(
        (select e.name from experts e where e.user_id = p.user_id and e.state in ('approved', 'suspended')),
        p.nickname,
        '이웃' || right(p.user_id::text, 4)) end as name,
    p.avatar_id, p.region_code, p.created_at, p.left_at,
    case when p.left_at is null then
      (select s.name from sellers s where s.user_id = p.user_id and s.state in ('approved', 'suspended')) end
      as shop_name
  from profiles p;
