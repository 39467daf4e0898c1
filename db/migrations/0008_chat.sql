-- Chat: a room for two people and what they talk about, its messages in one order, how far each has read, appointments.

create table chat_rooms (
  id uuid primary key,
  subject_kind text not null,
  subject_id uuid not null,
  -- The two people in the order of their ids, so that a pair has one room for a subject whoever opens it.
  low_user_id uuid not null,
  high_user_id uuid not null,
  -- What the list says of the subject, kept true by subject.changed: a list of rooms asks no other area.
  subject_title text not null,
  subject_picture_id uuid,
  -- Messages are numbered from 1 without gaps: whoever misses one sees it by its number.
  last_seq integer not null default 0,
  last_message_at timestamptz,
  last_sender_id uuid,
  last_text text not null default '',
  -- The first time an admin looked into it after a report; from then on admins see its pictures.
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint chat_rooms_pair check (low_user_id < high_user_id),
  constraint chat_rooms_once unique (subject_kind, subject_id, low_user_id, high_user_id)
);

create table chat_members (
  room_id uuid not null references chat_rooms (id) on delete cascade,
  user_id uuid not null references users (id),
  partner_id uuid not null,
  -- In this person's list: for the opener from the start, for the other from the first message, until they leave.
  listed boolean not null,
  -- Messages up to here are gone for this person: they left the room.
  from_seq integer not null default 0,
  -- The room's last number and time, kept here so that reading and listing touch this person's row alone.
  last_seq integer not null default 0,
  active_at timestamptz not null,
  read_seq integer not null default 0,
  unread integer not null default 0 check (unread >= 0),
  -- A page of theirs shows the room until then; no notification meanwhile.
  looking_until timestamptz,
  -- The partner has left the product: nothing can be sent any more.
  partner_left boolean not null default false,
  primary key (room_id, user_id),
  constraint chat_members_two check (user_id <> partner_id),
  foreign key (room_id, partner_id) references chat_members (room_id, user_id)
);
create index chat_members_list on chat_members (user_id, active_at desc, room_id desc) where listed;
create index chat_members_unread on chat_members (user_id) include (unread) where listed and unread > 0;

create table chat_appointments (
  id uuid primary key,
  room_id uuid not null,
  proposer_id uuid not null,
  state text not null check (state in ('proposed', 'accepted', 'declined', 'cancelled', 'replaced')),
  at timestamptz not null,
  place text not null default '',
  note text not null default '',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  foreign key (room_id, proposer_id) references chat_members (room_id, user_id) on delete cascade
);
create index chat_appointments_room on chat_appointments (room_id, created_at desc);

create table chat_messages (
  id uuid primary key,
  room_id uuid not null references chat_rooms (id) on delete cascade,
  seq integer not null,
  -- Null for what the room says by itself.
  sender_id uuid,
  kind text not null check (kind in ('text', 'pictures', 'appointment', 'system')),
  text text not null default '',
  appointment_id uuid references chat_appointments (id) on delete cascade,
  -- A fresh id of the page that sent it: sent twice, it is one message.
  client_key uuid not null,
  hidden_reason text,
  created_at timestamptz not null default now(),
  constraint chat_messages_order unique (room_id, seq),
  constraint chat_messages_once unique (room_id, sender_id, client_key),
  foreign key (room_id, sender_id) references chat_members (room_id, user_id)
);
create index chat_messages_appointment on chat_messages (appointment_id) where appointment_id is not null;

create table chat_pictures (
  message_id uuid not null references chat_messages (id) on delete cascade,
  position integer not null,
  picture_id uuid not null references pictures (id),
  primary key (message_id, position)
);
create unique index chat_pictures_picture on chat_pictures (picture_id);
