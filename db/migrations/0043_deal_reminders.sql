-- oldest program: 0030
-- The due moment of which the two of a deal were reminded: each is spoken of once.
alter table deals add column reminded_of timestamptz;
