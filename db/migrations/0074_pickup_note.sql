-- oldest program: 0073
-- How the carrier gets what goes back: left at the door, with the porter, at another place.
alter table claims add column pickup_note text not null default '';
