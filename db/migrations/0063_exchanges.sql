-- oldest program: 0030
-- The option that an exchange brings, reserved while the claim is open (docs/decisions/070-exchanges.md).
alter table claims add column variant_id uuid references variants (id);
alter table claims add column option_name text not null default '';
create index claims_variant on claims (variant_id) where variant_id is not null;
