-- oldest program: 0030
-- Where two people meet, as a region that was chosen on the map; beside it stands what they wrote.
alter table chat_appointments add column region_code text;
