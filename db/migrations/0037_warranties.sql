-- oldest program: 0030
-- The warranty of finished work (docs/decisions/032-warranty.md): a defect is reported, answered within three
-- working days, repaired and confirmed; refused or late it may go to an administrator.
create table warranty_claims (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  customer_id uuid not null references users (id),
  expert_id uuid not null references experts (user_id),
  state text not null check (state in
    ('opened', 'answered', 'visiting', 'repaired', 'closed', 'refused', 'escalated')),
  details text not null,
  -- The last day in Korea to answer, and whether it passed without an answer.
  answer_due_on date not null,
  is_late boolean not null default false,
  reminders integer not null default 0,
  answer text not null default '',
  visit_on date,
  refusal_reason text not null default '',
  repair_note text not null default '',
  escalation_note text not null default '',
  -- What an administrator decided last: that it is to be repaired, or that it is no defect.
  decision text check (decision in ('repair', 'close')),
  decision_reason text not null default '',
  decided_by uuid references users (id),
  created_at timestamptz not null,
  answered_at timestamptz,
  repaired_at timestamptz,
  escalated_at timestamptz,
  decided_at timestamptz,
  closed_at timestamptz,
  check (state <> 'visiting' or visit_on is not null),
  check (state <> 'refused' or refusal_reason <> ''),
  check (state <> 'escalated' or escalated_at is not null),
  check ((state = 'closed') = (closed_at is not null))
);
create unique index warranty_claims_open on warranty_claims (order_id) where state not in ('closed', 'refused');
create index warranty_claims_order on warranty_claims (order_id, id);
create index warranty_claims_customer on warranty_claims (customer_id);
create index warranty_claims_expert on warranty_claims (expert_id, created_at);
create index warranty_claims_decided_by on warranty_claims (decided_by) where decided_by is not null;
create index warranty_claims_unanswered on warranty_claims (answer_due_on) where state = 'opened';
create index warranty_claims_repaired on warranty_claims (repaired_at) where state = 'repaired';
create index warranty_claims_escalated on warranty_claims (escalated_at, id) where escalated_at is not null;

create table warranty_photos (
  claim_id uuid not null references warranty_claims (id) on delete cascade,
  picture_id uuid not null references pictures (id),
  kind text not null check (kind in ('defect', 'repair')),
  position integer not null,
  primary key (claim_id, kind, position)
);
create unique index warranty_photos_picture on warranty_photos (picture_id);

-- How an expert answers to warranty claims, as their page shows it.
alter table experts add column warranty_claim_count integer not null default 0;
alter table experts add column warranty_late_count integer not null default 0;
