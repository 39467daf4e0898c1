-- What visitors keep and what members keep can never stand for one another (docs/decisions/019-draft-cookie.md).

alter table pictures add column visitor_id uuid, alter column owner_id drop not null;
-- Until now a visitor's pictures were kept under the id in their cookie, in the column of members.
update pictures set visitor_id = owner_id, owner_id = null where not exists (select from users where users.id = pictures.owner_id);
alter table pictures add constraint pictures_one_owner check (num_nonnulls(owner_id, visitor_id) = 1);
create index pictures_visitor on pictures (visitor_id) where visitor_id is not null;

delete from drafts where owner !~ '^(visitor:)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
alter table drafts add constraint drafts_owner_kind check (owner ~ '^(visitor:)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
