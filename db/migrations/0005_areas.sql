-- What the areas after the main job share: pictures of more purposes, the state of a shop on its owner's profile.

alter table pictures drop constraint pictures_purpose_check;
alter table pictures add constraint pictures_purpose_check check (purpose in
  ('order', 'after', 'portfolio', 'certificate', 'review', 'avatar', 'cover', 'test', 'chat', 'item', 'job', 'product', 'shop', 'claim', 'evidence', 'content'));

-- State of the application to sell, kept here by the shop's service so that one query reads the actor.
alter table profiles add column seller_state text;
