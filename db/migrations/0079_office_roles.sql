-- oldest program: 0075
-- What each administrator does: who is one now does everything, as before.
alter table profiles add column office_role text not null default 'owner'
  check (office_role in ('owner', 'support', 'reviewer', 'finance', 'content'));

-- Another role is asked for by one and confirmed by another, as becoming an administrator is.
alter table admin_requests add column office_role text not null default 'owner'
  check (office_role in ('owner', 'support', 'reviewer', 'finance', 'content'));
