-- oldest program: 0075
-- Which picture of its product shows an option: a second colour is seen in the cart, at the checkout and in the
-- order as it is.
alter table variants add column picture_id uuid references pictures (id) on delete set null;
create index variants_picture on variants (picture_id) where picture_id is not null;
