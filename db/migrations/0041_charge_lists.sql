-- oldest program: 0030
-- What administrators look through of held charges: the newest first, and one by its number, which is the end
-- of its id.
create index charges_newest on charges (asked_at desc, id desc);
create index charges_number on charges (right(id::text, 12));
