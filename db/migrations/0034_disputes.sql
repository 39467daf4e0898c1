-- oldest program: 0030
-- How a dispute about held money is decided (docs/decisions/034-disputes.md): an administrator proposes how it
-- is divided, both answer, it is decided, and may be appealed once to another administrator.
create table order_disputes (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  opened_by text not null check (opened_by in ('customer', 'expert')),
  state text not null check (state in ('opened', 'proposed', 'decided', 'appealed', 'closed')),
  -- Of the price, what is held; it does not move while the dispute lasts.
  held_won bigint not null check (held_won >= 0),
  -- What is proposed or decided: how much of it the expert gets, and whether the work counts as done.
  expert_won bigint check (expert_won >= 0 and expert_won <= held_won),
  outcome text check (outcome in ('complete', 'cancel')),
  reason text not null default '',
  proposed_by uuid,
  proposed_at timestamptz,
  customer_answer text check (customer_answer in ('accept', 'object')),
  customer_note text not null default '',
  expert_answer text check (expert_answer in ('accept', 'object')),
  expert_note text not null default '',
  decided_by uuid,
  decided_at timestamptz,
  appealed_by text check (appealed_by in ('customer', 'expert')),
  appeal_note text not null default '',
  appealed_at timestamptz,
  closed_by uuid,
  closed_at timestamptz,
  created_at timestamptz not null,
  check (state = 'opened' or (expert_won is not null and outcome is not null)),
  check (state <> 'appealed' or appealed_at is not null),
  check ((state = 'closed') = (closed_at is not null))
);
create unique index order_disputes_open on order_disputes (order_id) where state <> 'closed';
create index order_disputes_order on order_disputes (order_id, id);
create index order_disputes_waiting on order_disputes (created_at) where state in ('opened', 'proposed', 'appealed');
create index order_disputes_decided on order_disputes (decided_at) where state = 'decided';
