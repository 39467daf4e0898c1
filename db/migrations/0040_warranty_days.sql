-- oldest program: 0030
-- How many days an expert has named to come and look: who names the third, or named one and did not come, no longer
-- takes the customer's right to ask an administrator away (docs/decisions/032-warranty.md).
alter table warranty_claims add column named_days integer not null default 0;
