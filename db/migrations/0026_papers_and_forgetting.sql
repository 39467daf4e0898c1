-- What the nightly jobs that forget look for (docs/decisions/015-forgetting.md): each index holds only what still can be forgotten.
create index orders_past on orders (updated_at) where state in ('completed', 'cancelled', 'expired') and (address <> '' or contact_phone <> '' or description <> '');
create index order_groups_past on order_groups (created_at) where recipient <> '';
create index refunds_past on refunds (created_at) where account_number is not null;
create index job_applications_past on job_applications (last_ends_at) where phone <> '';
create index chat_rooms_past on chat_rooms ((coalesce(last_message_at, created_at)));

-- Certificates of insurance that experts send in after their approval, each looked at by an admin once.
create table insurance_papers (
  id uuid primary key,
  expert_id uuid not null references experts (user_id) on delete cascade,
  insurer text not null,
  expires_on date not null,
  state text not null check (state in ('waiting', 'approved', 'refused')),
  -- Why it was sent back; the expert reads it.
  reason text not null default '',
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid
);
-- One is looked at at a time.
create unique index insurance_papers_once on insurance_papers (expert_id) where state = 'waiting';
create index insurance_papers_expert on insurance_papers (expert_id, id desc);
create index insurance_papers_waiting on insurance_papers (created_at, id) where state = 'waiting';

create table insurance_paper_pictures (
  paper_id uuid not null references insurance_papers (id) on delete cascade,
  picture_id uuid not null references pictures (id),
  position integer not null,
  primary key (paper_id, position)
);
create index insurance_paper_pictures_picture on insurance_paper_pictures (picture_id);
