-- oldest program: 0030
-- How often a repair has not cured what a claim is about: after the second time the customer may ask an
-- administrator, instead of waiting for the next one (docs/decisions/032-warranty.md).
alter table warranty_claims add column failed_repairs integer not null default 0;
